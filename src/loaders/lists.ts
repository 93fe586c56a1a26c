// The long lists: all pages of a request are read from one snapshot with a fixed number of statements.

import DataLoader from 'dataloader';
import type { Reading } from '../database/until.js';
import type { Budget } from '../domain/budget.js';
import type { ListAsk, ListKind, ListPage } from '../domain/lists/lists.js';
import type { Question } from '../domain/summary.js';
import type { ListCache } from '../tiles/lists/cache.js';
import { readLists } from '../tiles/lists/read-lists.js';
import { type OnCorrupt, rebuildLater } from '../tiles/stored/distrust.js';
import type { PendingTracker } from './pending-tracker.js';

interface ListLoaderOptions {
  readonly onCorrupt: OnCorrupt;
  readonly listCache: ListCache;
  readonly budget: Budget;
}

/** A page of a list, read together with all others that are asked for meanwhile. */
export interface ListLoader {
  readonly load: <Kind extends ListKind>(ask: ListAsk<Kind>) => Promise<ListPage<Kind>>;
}

/** Loads pages of lists. */
export function longListLoader(
  db: Reading,
  pending: PendingTracker,
  { onCorrupt, listCache, budget }: ListLoaderOptions,
): ListLoader {
  const read = async (asks: readonly ListAsk[]): Promise<readonly ListPage[]> => {
    const corrupt: Question[] = [];
    const options = { cache: listCache, budget, onCorrupt: (question: Question) => corrupt.push(question) };
    const pages = await db.snapshot((client) => readLists(client, asks, options));
    await rebuildLater(db, corrupt, onCorrupt);
    return pages;
  };
  const pages = new DataLoader(read, { cache: false, batchScheduleFn: pending.whenIdle });
  return {
    load: <Kind extends ListKind>(ask: ListAsk<Kind>) => pages.load(ask) as Promise<ListPage<Kind>>, // safe because a page is of the kind of its ask
  };
}
