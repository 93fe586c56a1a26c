// Sessions of browsers: each stands for a key, and ends with it or when its user signs out. Of its token only a hash is stored.

import { randomBytes } from 'node:crypto';
import { coalesce, silence } from '../database/coalesce.js';
import type { Database } from '../database/postgres.js';
import { hashOf } from './key.js';

/** The key that a session stands for. */
export interface SessionKey {
  /** `null`: an admin key. */
  readonly keyId: string | null;
  /** Of its secret; of an admin key the whole key. */
  readonly hash: Buffer;
}

export type ReadSession = (token: string) => Promise<SessionKey | null>;

/** No key has the form of a session's token. */
const prefix = 'session_';
/** Of one key; a further one ends the oldest. */
const maxSessions = 1_000;

export const isSessionToken = (token: string): boolean => token.startsWith(prefix);

/** Reads sessions, those asked for at once in one statement. */
export function createReadSession({ pool }: Database): ReadSession {
  return coalesce(async (tokens) => {
    const { rows } = await pool.query<{ readonly key_id: string | null; readonly key_hash: Buffer | null }>({
      name: 'session',
      text: `select key_id, key_hash from unnest($1::bytea[]) with ordinality as asked (hash, place)
             left join session using (hash) order by place`,
      values: [tokens.map(hashOf)],
      ...silence,
    });
    return rows.map(({ key_id, key_hash }) => key_hash && { keyId: key_id, hash: key_hash });
  });
}

/** Begins a session and returns its token, which is shown once. */
export async function beginSession({ pool }: Database, { keyId, hash }: SessionKey): Promise<string> {
  const token = `${prefix}${randomBytes(32).toString('hex')}`;
  await pool.query(
    `with ended as (
       delete from session where hash in (select hash from session where key_hash = $3 order by created_at desc offset $4)
     )
     insert into session (hash, key_id, key_hash) values ($1, $2, $3)`,
    [hashOf(token), keyId, hash, maxSessions - 1],
  );
  return token;
}

/** Ends a session. Safe to repeat. */
export async function endSession({ pool }: Database, token: string): Promise<void> {
  await pool.query('delete from session where hash = $1', [hashOf(token)]);
}
