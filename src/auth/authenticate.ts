// Who asks: from the `Authorization` header to a viewer. No answer tells a wrong key from one that never was.

import { AppError } from '../errors.js';
import { hashOf, parseKey, sameHash } from './key.js';
import type { StoredKey } from './store.js';
import type { Viewer } from './viewer.js';

export interface Keys {
  readonly adminKeys: readonly string[];
  /** The organization key with this id; `null`: there is none. */
  readonly find: (id: string) => Promise<StoredKey | null>;
}

/** The viewer of an `Authorization` header at `now`; throws `unauthorized`. */
export type Authenticate = (header: string | null, now: Date) => Promise<Viewer>;

/** Admin keys are compared by their hashes, all of them, in constant time. */
export function createAuthenticate({ adminKeys, find }: Keys): Authenticate {
  const adminHashes = adminKeys.map(hashOf);
  return async (header, now) => {
    const token = tokenOf(header);
    return adminOf(token, adminHashes) ?? toViewer(await keyOf(token, find), now);
  };
}

function tokenOf(header: string | null): string {
  if (header === null) throw refused('No key was given: send the header "Authorization: Bearer <key>".');
  const [, token] = /^Bearer +(\S.*)$/i.exec(header.trim()) ?? [];
  if (!token) throw refused('The Authorization header must read "Bearer <key>".');
  return token;
}

function adminOf(token: string, adminHashes: readonly Buffer[]): Viewer | null {
  const hash = hashOf(token);
  // No early end: the time must not tell which key, or how many before it, were compared.
  const matches = adminHashes.map((each) => sameHash(each, hash));
  const index = matches.indexOf(true);
  return index === -1 ? null : { kind: 'admin', keyId: `admin-${index + 1}` };
}

async function keyOf(token: string, find: Keys['find']): Promise<StoredKey> {
  const parts = parseKey(token);
  const key = parts && (await find(parts.id));
  if (key && sameHash(key.hash, hashOf(parts.secret))) return key;
  throw refused('The key is not valid.');
}

/** Only who holds the secret comes here, so that the reason may be told. */
function toViewer({ id, organizationId, brandIds, expiresAt, revokedAt }: StoredKey, now: Date): Viewer {
  if (revokedAt) throw refused(`The key was revoked at ${revokedAt.toISOString()}: ask for a new one.`);
  if (expiresAt && expiresAt <= now) {
    throw refused(`The key expired at ${expiresAt.toISOString()}: ask for a new one.`);
  }
  return { kind: 'organization', keyId: id, organizationId, brandIds };
}

function refused(message: string): AppError {
  return new AppError('unauthorized', message, { headers: { 'WWW-Authenticate': 'Bearer' } });
}
