// A fresh set of loaders for each request: what one request reads twice is read once, and nothing outlives the request.

import type { Reading } from '../database/until.js';
import type { Budget } from '../domain/budget.js';
import type { ListAsk, ListPage } from '../domain/lists/lists.js';
import type { SignalAsk, Signals } from '../domain/signals/signals.js';
import type { TileCache } from '../tiles/kept/tile-cache.js';
import { type ListCache, readLists } from '../tiles/lists/read-lists.js';
import { readSignals } from '../tiles/signals/read-signals.js';
import type { OnCorrupt } from '../tiles/stored/invalidate.js';
import { analyticsLoader } from './analytics.js';
import { breakdownLoader } from './breakdowns.js';
import { entityLoaders, listLoaders } from './entities.js';
import { capturingLoaders, type ExportAsk } from './list-export.js';
import { createPendingTracker } from './pending-tracker.js';
import { pageOrError, wholeLoader } from './read-whole.js';
import { runLoaders } from './runs.js';
import { type SizesCache, sizesReader } from './sizes.js';

export { createTileCache, type TileCache } from '../tiles/kept/tile-cache.js';
export { createListCache, type ListCache } from '../tiles/lists/read-lists.js';
export type { OnCorrupt } from '../tiles/stored/invalidate.js';
export { createSizesCache, type SizesCache } from './sizes.js';
export type Loaders = ReturnType<typeof createLoaders>;

interface LoaderOptions {
  /** Called with the brand of corrupt tiles. */
  readonly onCorrupt: OnCorrupt;
  /** What the request may still read of texts. */
  readonly budget: Budget;
  /** Shared by the requests to one database. */
  readonly listCache: ListCache;
  /** Shared by the requests to one database. */
  readonly sizesCache: SizesCache;
  /** Of everything that the request names; `null`: not known. */
  readonly version: () => string | null;
  /** Shared by the requests to one database; `null`: nothing is kept of tiles. */
  readonly tileCache: TileCache | null;
  /** Whether what the runs of pages say at length is asked for. */
  readonly wantsDetails: boolean;
  /** Called with each long list, breakdown and signals in place of reading it; `null`: they are read. */
  readonly onList: ((ask: ExportAsk) => void) | null;
}

/** The loaders of one request. */
export function createLoaders(db: Reading, options: LoaderOptions) {
  const { onCorrupt, budget, listCache, sizesCache, version, tileCache, wantsDetails, onList } = options;
  const pending = createPendingTracker();
  const means = { pending, onCorrupt, version };
  const entities = { ...entityLoaders(db, pending, budget), ...listLoaders(db, budget) };
  return {
    ...entities,
    /** Which of these brands are on a node that cannot be reached; nothing can be read of them. */
    unreachable: async (brandIds: readonly string[]): Promise<ReadonlySet<string>> => {
      await db.reach(brandIds);
      return db.unreachable;
    },
    sizes: sizesReader(db, entities, { cache: sizesCache, version }),
    ...runLoaders(db, pending, { onCorrupt, budget, tileCache, version, wantsDetails }),
    analytics: analyticsLoader(db, pending, { onCorrupt, tileCache, version }),
    ...(onList
      ? capturingLoaders(onList)
      : {
          listPages: wholeLoader<ListAsk, ListPage>(db, means, {
            read: (client, asks, given) => readLists(client, asks, { cache: listCache, tileCache, budget, ...given }),
          }),
          breakdowns: breakdownLoader(db, means, { tileCache, budget }),
          signals: wholeLoader<SignalAsk, Signals>(db, means, {
            read: async (client, asks, given) =>
              (await readSignals(client, asks, { cache: tileCache, budget, ...given })).map(pageOrError),
          }),
        }),
  };
}
