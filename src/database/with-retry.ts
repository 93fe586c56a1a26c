// Retries transactions whose connection breaks. Where an attempt may have been committed although its answer was lost, the work itself has to find
// that out: see `recording/write/claim.ts`.

import { setTimeout } from 'node:timers/promises';
import type pg from 'pg';
import type { Database } from './postgres.js';
import { isUnavailable } from './unavailable.js';

interface RetryOptions {
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
 * `db` with transactions that are retried while the database cannot be reached. Their work must change nothing but the database, and must be
 * safe to repeat. Rejects with the last failure when the time for retries is over; only then may it be unknown whether it was committed.
 */
export function withRetry(db: Database, options: RetryOptions = {}): Database {
  return { ...db, transaction: (work) => transactPatiently(db, work, options) };
}

async function transactPatiently<T>(
  db: Database,
  work: (client: pg.ClientBase) => Promise<T>,
  { maxRetryMs = defaultMaxRetryMs, onWait, signal }: RetryOptions,
): Promise<T> {
  let deadline: number | null = null;
  for (let pauseMs = firstPauseMs; ; pauseMs = Math.min(2 * pauseMs, maxPauseMs)) {
    try {
      return await db.transaction(work);
    } catch (error) {
      deadline ??= Date.now() + maxRetryMs;
      if (!isUnavailable(error) || signal?.aborted || Date.now() + pauseMs > deadline) throw error;
      onWait?.(error);
      await setTimeout(pauseMs, undefined, signal ? { signal } : {}).catch(() => {});
    }
  }
}
