// Answers to questions: all questions of a request are read from one snapshot, equal ones once.

import DataLoader from 'dataloader';
import type { Reading } from '../database/until.js';
import { type Ask, nothing, type Summary } from '../domain/summary.js';
import { hasItems, readTiles, readWithoutSnapshot } from '../tiles/answer/read.js';
import type { TileCache } from '../tiles/kept/tile-cache.js';
import type { OnCorrupt } from '../tiles/stored/invalidate.js';
import type { PendingTracker } from './pending-tracker.js';
import { readAlone, readWhole } from './read-whole.js';
import { reachable } from './unreachable.js';

/** Loads the parts that an ask wants. It waits until no entity is being loaded, so that aliases of all kinds leave together. */
export function analyticsLoader(db: Reading, pending: PendingTracker, options: AnalyticsOptions) {
  const load = reachable(db, brandOf, (asks: readonly Ask[]) => answer(db, asks, options));
  return new DataLoader(load, { cache: false, batchScheduleFn: pending.whenIdle });
}

const brandOf = ({ question }: Ask) => question.brandId;

interface AnalyticsOptions {
  readonly onCorrupt: OnCorrupt;
  readonly tileCache: TileCache | null;
  /** Of everything that the request names, read before; `null`: not known. */
  readonly version: () => string | null;
}

async function answer(
  db: Reading,
  asks: readonly Ask[],
  { onCorrupt, tileCache: cache, version }: AnalyticsOptions,
): Promise<readonly Summary[]> {
  if (asks.every(({ parts }) => parts.size === 0)) return asks.map(() => nothing);
  return readAlone(db, {
    ...{ brandIds: asks.map(brandOf), version: version(), isPossible: !asks.some(hasItems) },
    alone: (client, options) => readWithoutSnapshot(client, asks, { cache, ...options }),
    inSnapshot: () => readWhole(db, onCorrupt, (client, options) => readTiles(client, asks, { cache, ...options })),
  });
}
