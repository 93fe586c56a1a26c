// Retries transactions whose connection breaks. Where an attempt may have been committed although its answer was lost, the work itself has to find
// that out: see `recording/write/claim.ts`.

import { setTimeout } from 'node:timers/promises';
import type pg from 'pg';
import { readSilent, watchNodes } from './citus/reach.js';
import type { Database } from './postgres.js';
import { isUnavailable, NodeUnavailable } from './unavailable.js';

/** Why a transaction is not committed yet. */
export interface Wait {
  /** What failed and is retried; `null`: nothing did, it only takes long. */
  readonly error: unknown;
  /** The nodes of a cluster that do not answer, as `host:port`. Where there are any, there is no limit to the time of retries. */
  readonly nodes: readonly string[];
}

interface RetryOptions {
  /** How long to retry, from the first failure on; an embedded PostgreSQL that was killed is back within ten seconds. */
  readonly maxRetryMs?: number | undefined;
  /** Called with every failure that is followed by a retry, and with every look at nodes that do not answer. */
  readonly onWait?: ((wait: Wait) => void) | undefined;
  /** Ends the retries, and the wait for a node. */
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
  options: RetryOptions,
): Promise<T> {
  const { maxRetryMs = defaultMaxRetryMs, onWait, signal } = options;
  let deadline: number | null = null;
  for (let pauseMs = firstPauseMs; ; pauseMs = Math.min(2 * pauseMs, maxPauseMs)) {
    try {
      return await transactWatched(db, work, options);
    } catch (error) {
      if (!isUnavailable(error) || signal?.aborted) throw error;
      const nodes = await readSilent(db);
      deadline = nodes.length > 0 ? null : (deadline ?? Date.now() + maxRetryMs);
      if (deadline !== null && Date.now() + pauseMs > deadline) throw error;
      onWait?.({ error, nodes });
      await setTimeout(pauseMs, undefined, signal ? { signal } : {}).catch(() => {});
    }
  }
}

/** One attempt. While it takes long, it is reported for which nodes of a cluster it may be waiting; then `signal` ends it. */
async function transactWatched<T>(
  db: Database,
  work: (client: pg.ClientBase) => Promise<T>,
  { onWait, signal }: RetryOptions,
): Promise<T> {
  const stop = new AbortController();
  const giveUp = () => stop.abort(new NodeUnavailable());
  using _ = watchNodes(db, (nodes) => {
    onWait?.({ error: null, nodes });
    if (signal?.aborted) giveUp();
    else signal?.addEventListener('abort', giveUp, { once: true });
  });
  try {
    return await db.transaction(work, stop.signal);
  } finally {
    signal?.removeEventListener('abort', giveUp);
  }
}
