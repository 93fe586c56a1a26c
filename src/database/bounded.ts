// Bounds concurrent reads: so many snapshots at once, a queue of bounded length behind them, and 503 beyond it. So a burst of requests
// leaves connections for everything else, and no request waits for an answer that comes too late.

import pLimit from 'p-limit';
import { AppError } from '../errors.js';
import type { Database } from './postgres.js';

interface ReadBounds {
  /** The maximum number of snapshots at once. */
  readonly concurrent: number;
  /** The maximum number of snapshots that wait. */
  readonly queued: number;
}

/** How many snapshots are being read, wait, and were refused since the start. */
interface ReadCounts {
  readonly running: number;
  readonly waiting: number;
  readonly refused: number;
}

export type BoundedDatabase = Database & { readonly reads: () => ReadCounts };

/**
 * `db` whose `snapshot` and `autocommit` throw `unavailable` where too many wait already. A request that was let through to `autocommit` is let
 * through to the snapshot that may follow: it has waited.
 */
export function bounded(db: Database, { concurrent, queued }: ReadBounds): BoundedDatabase {
  const limit = pLimit(concurrent);
  let refused = 0;
  const admitted = new WeakSet<AbortSignal>();
  const enqueue = <T>(read: () => Promise<T>, signal?: AbortSignal): Promise<T> => {
    const isAdmitted = signal !== undefined && admitted.has(signal);
    if (isAdmitted || limit.activeCount + limit.pendingCount < concurrent + queued) return limit(read);
    refused += 1;
    const message = 'Too many reads are waiting: try again in a moment.';
    throw new AppError('unavailable', message, { headers: { 'Retry-After': '2' } });
  };
  return {
    ...db,
    reads: () => ({ running: limit.activeCount, waiting: limit.pendingCount, refused }),
    snapshot: async (work, signal) => enqueue(() => db.snapshot(work, signal), signal),
    autocommit: async (work, signal) =>
      enqueue(() => {
        if (signal) admitted.add(signal);
        return db.autocommit(work, signal);
      }, signal),
  };
}
