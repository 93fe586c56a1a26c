// Transactions that outlive their connections: where one breaks, the transaction is done again, unless the server says that it was
// committed after all. So what is asked for happens once, whatever the connection does.

import { setTimeout } from 'node:timers/promises';
import type pg from 'pg';
import type { Database } from './postgres.js';
import { isUnavailable } from './unavailable.js';

export interface Patience {
  /** Longest time of trying again, from the first failure on; an embedded PostgreSQL that was killed is back within ten seconds. */
  readonly patienceMs?: number | undefined;
  /** Told of every failure that is followed by another try. */
  readonly onWait?: ((error: unknown) => void) | undefined;
  /** Ends the patience. */
  readonly signal?: AbortSignal | undefined;
}

const defaultPatienceMs = 30_000;
const firstPauseMs = 100;
const longestPauseMs = 2_000;

/**
 * `db` with transactions that are tried again while the database cannot be reached, and are never done twice. Their work must change
 * nothing but the database. Rejects with the last failure when patience ends; only then it may be unknown whether the work was kept.
 */
export function steadfast(db: Database, patience: Patience = {}): Database {
  return { ...db, transaction: (work) => transactOnce(db, work, patience) };
}

/** Work that is done, in a transaction whose end is not known yet. */
interface Sent<T> {
  readonly result: T;
  /** `null`: it wrote nothing. */
  readonly id: string | null;
}

async function transactOnce<T>(
  db: Database,
  work: (client: pg.ClientBase) => Promise<T>,
  { patienceMs = defaultPatienceMs, onWait, signal }: Patience,
): Promise<T> {
  let sent: Sent<T> | null = null;
  const attempt = async (): Promise<T> => {
    if (sent?.id && (await isCommitted(db, sent.id))) return sent.result;
    sent = null;
    return await db.transaction(async (client) => {
      const result = await work(client);
      sent = { result, id: await idOf(client) };
      return result;
    });
  };
  let deadline: number | null = null;
  for (let pauseMs = firstPauseMs; ; pauseMs = Math.min(2 * pauseMs, longestPauseMs)) {
    try {
      return await attempt();
    } catch (error) {
      deadline ??= Date.now() + patienceMs;
      if (!isUnavailable(error) || signal?.aborted || Date.now() + pauseMs > deadline) throw error;
      onWait?.(error);
      await setTimeout(pauseMs, undefined, signal ? { signal } : {}).catch(() => {});
    }
  }
}

async function idOf(client: pg.ClientBase): Promise<string | null> {
  const { rows } = await client.query<{ id: string | null }>('select pg_current_xact_id_if_assigned()::text as id');
  return rows[0]?.id ?? null;
}

/** Whether a transaction was committed. Rejects, as for a lost connection, while the server has not made up its mind. */
async function isCommitted(db: Database, id: string): Promise<boolean> {
  const { rows } = await db.pool.query<{ status: string | null }>('select pg_xact_status($1::xid8) as status', [id]);
  const status = rows[0]?.status;
  if (status === 'in progress') throw new Error('Connection terminated; the server still works for it');
  return status === 'committed';
}
