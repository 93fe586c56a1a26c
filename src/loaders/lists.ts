// The long lists: all pages of a request are read from one snapshot with a fixed number of statements.

import type { Reading } from '../database/until.js';
import type { Budget } from '../domain/budget.js';
import type { ListAsk, ListKind, ListPage } from '../domain/lists/lists.js';
import type { TileCache } from '../tiles/kept/tile-cache.js';
import type { ListCache } from '../tiles/lists/read-lists.js';
import { readLists } from '../tiles/lists/read-lists.js';
import type { OnCorrupt } from '../tiles/stored/invalidate.js';
import type { PendingTracker } from './pending-tracker.js';
import { wholeLoader } from './read-whole.js';

interface ListLoaderOptions {
  readonly onCorrupt: OnCorrupt;
  readonly listCache: ListCache;
  readonly tileCache: TileCache | null;
  readonly budget: Budget;
}

/** A page of a list, read together with all others that are asked for meanwhile. */
interface ListLoader {
  readonly load: <Kind extends ListKind>(ask: ListAsk<Kind>) => Promise<ListPage<Kind>>;
}

/** Loads pages of lists. */
export function longListLoader(
  db: Reading,
  pending: PendingTracker,
  { onCorrupt, listCache: cache, tileCache, budget }: ListLoaderOptions,
): ListLoader {
  const pages = wholeLoader(db, { pending, onCorrupt }, (client, asks: readonly ListAsk[], options) =>
    readLists(client, asks, { cache, tileCache, budget, ...options }),
  );
  return {
    load: <Kind extends ListKind>(ask: ListAsk<Kind>) => pages.load(ask) as Promise<ListPage<Kind>>, // safe because a page is of the kind of its ask
  };
}
