// Breakdowns: without a snapshot where the values of their dimensions are kept.

import type { Reading } from '../database/until.js';
import type { BreakdownAsk, BreakdownPage } from '../domain/breakdown/breakdown.js';
import type { Budget } from '../domain/budget.js';
import { areKept } from '../tiles/breakdowns/open.js';
import { readBreakdowns, readBreakdownsOnce } from '../tiles/breakdowns/read-breakdowns.js';
import type { TileCache } from '../tiles/kept/tile-cache.js';
import { type Means, pageOrError, wholeLoader } from './read-whole.js';

interface BreakdownOptions {
  readonly tileCache: TileCache | null;
  readonly budget: Budget;
}

/** Loads breakdowns. On a cluster nothing of them is kept. */
export function breakdownLoader(db: Reading, means: Means, { tileCache: cache, budget }: BreakdownOptions) {
  return wholeLoader<BreakdownAsk, BreakdownPage>(db, means, {
    read: async (client, asks, given) => {
      const options = { cache, keepsNames: !db.isDistributed, budget, ...given };
      return (await readBreakdowns(client, asks, options)).map(pageOrError);
    },
    alone: {
      isPossible: (asks, version) => !db.isDistributed && cache !== null && areKept(cache, asks, version),
      read: async (client, asks, given) =>
        (await readBreakdownsOnce(client, asks, { cache, budget, ...given }))?.map(pageOrError) ?? null,
    },
  });
}
