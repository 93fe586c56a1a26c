// Breakdowns: all pages of a request are read from one snapshot.

import type { Reading } from '../database/until.js';
import type { BreakdownAsk, BreakdownPage } from '../domain/breakdown/breakdown.js';
import type { Budget } from '../domain/budget.js';
import { invalid } from '../errors.js';
import { readBreakdowns } from '../tiles/breakdowns/read-breakdowns.js';
import type { TileCache } from '../tiles/kept/tile-cache.js';
import type { OnCorrupt } from '../tiles/stored/invalidate.js';
import type { PendingTracker } from './pending-tracker.js';
import { wholeLoader } from './read-whole.js';

export interface BreakdownLoaderOptions {
  readonly onCorrupt: OnCorrupt;
  readonly tileCache: TileCache | null;
  readonly budget: Budget;
}

/** A page of a breakdown, read together with all others that are asked for meanwhile. Rejects where its days are too many. */
interface BreakdownLoader {
  readonly load: (ask: BreakdownAsk) => Promise<BreakdownPage>;
}

export function breakdownLoader(
  db: Reading,
  pending: PendingTracker,
  { onCorrupt, tileCache: cache, budget }: BreakdownLoaderOptions,
): BreakdownLoader {
  const pages = wholeLoader(db, { pending, onCorrupt }, (client, asks: readonly BreakdownAsk[], options) =>
    readBreakdowns(client, asks, { cache, budget, ...options }),
  );
  return {
    load: async (ask) => {
      const page = await pages.load(ask);
      if ('message' in page) throw invalid([page]);
      return page;
    },
  };
}
