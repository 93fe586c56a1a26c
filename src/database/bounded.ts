// Bounds concurrent reads: so many snapshots at once, a queue of bounded length behind them, and 503 beyond it. So a burst of requests
// leaves connections for everything else, and no request waits for an answer that comes too late. One key reads half of them at most, and fills
// half of the queue: what it asks for at once waits for itself, and not the others for it.

import pLimit from 'p-limit';
import { unavailable } from '../errors.js';
import { createLimitsByKey } from '../limits-by-key.js';
import type { Database } from './postgres.js';

interface ReadBounds {
  /** The maximum number of snapshots at once. */
  readonly concurrent: number;
  /** The maximum number of snapshots that wait. */
  readonly queued: number;
}

/** How many snapshots are being read, wait, and were refused since the start. */
export interface ReadCounts {
  readonly running: number;
  readonly waiting: number;
  readonly refused: number;
}

export type BoundedDatabase = Database & {
  readonly reads: () => ReadCounts;
  /** The same for the reads of one key. */
  readonly of: (keyId: string) => Database;
};

/**
 * `db` whose `snapshot` and `autocommit` throw `unavailable` where too many wait already. A request that was let through to `autocommit` is let
 * through to the snapshot that may follow: it has waited.
 */
export function bounded(db: Database, { concurrent, queued }: ReadBounds): BoundedDatabase {
  const limit = pLimit(concurrent);
  let [reads, refused] = [0, 0];
  const admitted = new WeakSet<AbortSignal>();
  const ofOne = { concurrent: Math.max(1, Math.floor(concurrent / 2)), queued: Math.ceil(queued / 2) };
  const shares = createLimitsByKey(ofOne.concurrent);
  const admit = (keyId: string | null, isAdmitted: boolean): void => {
    const isOver = keyId !== null && shares.countOf(keyId) >= ofOne.concurrent + ofOne.queued;
    if (isAdmitted || !(isOver || reads >= concurrent + queued)) return;
    refused += 1;
    throw unavailable(`Too many reads ${isOver ? 'of this key ' : ''}are waiting: try again in a moment.`);
  };
  const enqueue = async <T>(read: () => Promise<T>, { keyId, signal }: Reader): Promise<T> => {
    admit(keyId, signal !== undefined && admitted.has(signal));
    reads += 1;
    try {
      return await (keyId === null ? limit(read) : shares.run(keyId, () => limit(read)));
    } finally {
      reads -= 1;
    }
  };
  const of = (keyId: string | null): Database => ({
    ...db,
    snapshot: (work, signal) => enqueue(() => db.snapshot(work, signal), { keyId, signal }),
    autocommit: (work, signal) =>
      enqueue(
        () => {
          if (signal) admitted.add(signal);
          return db.autocommit(work, signal);
        },
        { keyId, signal },
      ),
  });
  return {
    ...of(null),
    of,
    reads: () => ({ running: limit.activeCount, waiting: reads - limit.activeCount, refused }),
  };
}

/** Whose read it is; `null`: nobody's share counts. */
interface Reader {
  readonly keyId: string | null;
  readonly signal: AbortSignal | undefined;
}
