// A fresh set of loaders for each request: what one request reads twice is read once, and nothing outlives the request.

import type { Reading } from '../database/until.js';
import type { BreakdownAsk, BreakdownPage } from '../domain/breakdown/breakdown.js';
import type { Budget } from '../domain/budget.js';
import type { ListAsk, ListPage } from '../domain/lists/lists.js';
import type { SignalAsk, Signals } from '../domain/signals/signals.js';
import { type Ask, nothing, type Summary } from '../domain/summary.js';
import { hasItems, readTiles, readWithoutSnapshot } from '../tiles/answer/read.js';
import { areKept } from '../tiles/breakdowns/open.js';
import { readBreakdowns, readBreakdownsOnce } from '../tiles/breakdowns/read-breakdowns.js';
import { readLists } from '../tiles/lists/read-lists.js';
import { readSignals } from '../tiles/signals/read-signals.js';
import type { OnCorrupt } from '../tiles/stored/invalidate.js';
import type { Caches } from './caches.js';
import { entityLoaders, listLoaders } from './entities.js';
import { capturingLoaders, type ExportAsk } from './list-export.js';
import { createPendingTracker } from './pending-tracker.js';
import { type Means, pageOrError, wholeLoader } from './read-whole.js';
import { runLoaders } from './runs.js';
import { sizesReader } from './sizes.js';

export type { OnCorrupt } from '../tiles/stored/invalidate.js';
export type Loaders = ReturnType<typeof createLoaders>;

interface LoaderOptions {
  /** Called with the brand of corrupt tiles. */
  readonly onCorrupt: OnCorrupt;
  /** What the request may still read of texts. */
  readonly budget: Budget;
  readonly caches: Caches;
  /** Of everything that the request names; `null`: not known. */
  readonly version: () => string | null;
  /** Whether what the runs of pages say at length is asked for. */
  readonly wantsDetails: boolean;
  /** Called with each long list, breakdown and signals in place of reading it; `null`: they are read. */
  readonly onList: ((ask: ExportAsk) => void) | null;
}

/** The loaders of one request. */
export function createLoaders(db: Reading, options: LoaderOptions) {
  const { onCorrupt, budget, caches, version, wantsDetails, onList } = options;
  const cache = caches.tiles;
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
    sizes: sizesReader(db, entities, { cache: caches.sizes, version }),
    ...runLoaders(db, means, { budget, cache, wantsDetails }),
    /** The parts that an ask wants. */
    analytics: wholeLoader<Ask, Summary>(db, means, {
      nothing,
      read: (client, asks, given) => readTiles(client, asks, { cache, ...given }),
      alone: {
        isPossible: (asks) => !asks.some(hasItems),
        read: (client, asks, given) => readWithoutSnapshot(client, asks, { cache, ...given }),
      },
    }),
    ...(onList ? capturingLoaders(onList) : pageLoaders(db, means, options)),
  };
}

/** The pages of lists, breakdowns and signals. */
function pageLoaders(db: Reading, means: Means, { budget, caches: { lists, tiles: cache } }: LoaderOptions) {
  return {
    listPages: wholeLoader<ListAsk, ListPage>(db, means, {
      read: (client, asks, given) => readLists(client, asks, { cache: lists, tileCache: cache, budget, ...given }),
    }),
    breakdowns: wholeLoader<BreakdownAsk, BreakdownPage>(db, means, {
      read: async (client, asks, given) => {
        // On a cluster nothing of them is kept.
        const found = await readBreakdowns(client, asks, { cache, keepsNames: !db.isDistributed, budget, ...given });
        return found.map(pageOrError);
      },
      // Without a snapshot where the values of their dimensions are kept.
      alone: {
        isPossible: (asks, version) => !db.isDistributed && cache !== null && areKept(cache, asks, version),
        read: async (client, asks, given) =>
          (await readBreakdownsOnce(client, asks, { cache, budget, ...given }))?.map(pageOrError) ?? null,
      },
    }),
    signals: wholeLoader<SignalAsk, Signals>(db, means, {
      read: async (client, asks, given) =>
        (await readSignals(client, asks, { cache, budget, ...given })).map(pageOrError),
    }),
  };
}
