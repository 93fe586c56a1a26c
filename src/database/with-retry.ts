// Retries transactions whose connection breaks, unless the server reports that they were committed. So each takes effect exactly once,
// whatever the connection does.

import { setTimeout } from 'node:timers/promises';
import type pg from 'pg';
import type { Database } from './postgres.js';
import { isUnavailable } from './unavailable.js';

export interface RetryOptions {
  /** How long to retry, from the first failure on; an embedded PostgreSQL that was killed is back within ten seconds. */
  readonly maxRetryMs?: number | undefined;
  /** Called with every failure that is followed by a retry. */
  readonly onWait?: ((error: unknown) => void) | undefined;
  /** Ends the retries. */
  readonly signal?: AbortSignal | undefined;
}

const defaultMaxRetryMs = 30_000;
const firstPauseMs = 100;
const maxPauseMs = 2_000;

/**
 * `db` with transactions that are retried while the database cannot be reached, and never committed twice. Their work must change nothing
 * but the database. Rejects with the last failure when the time for retries is over; only then may it be unknown whether it was committed.
 */
export function withRetry(db: Database, options: RetryOptions = {}): Database {
  return { ...db, transaction: (work) => transactOnce(db, work, options) };
}

/** Completed work, in a transaction that may or may not be committed. */
interface Sent<T> {
  readonly result: T;
  /** `null`: it wrote nothing. */
  readonly id: string | null;
}

async function transactOnce<T>(
  db: Database,
  work: (client: pg.ClientBase) => Promise<T>,
  { maxRetryMs = defaultMaxRetryMs, onWait, signal }: RetryOptions,
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
  for (let pauseMs = firstPauseMs; ; pauseMs = Math.min(2 * pauseMs, maxPauseMs)) {
    try {
      return await attempt();
    } catch (error) {
      deadline ??= Date.now() + maxRetryMs;
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

/** Whether a transaction was committed. Rejects, as for a lost connection, while the transaction is in progress. */
async function isCommitted(db: Database, id: string): Promise<boolean> {
  const { rows } = await db.pool.query<{ status: string | null }>('select pg_xact_status($1::xid8) as status', [id]);
  const status = rows[0]?.status;
  if (status === 'in progress') throw new Error('Connection terminated; its transaction is still in progress');
  return status === 'committed';
}
