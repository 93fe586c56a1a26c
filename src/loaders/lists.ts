// The long lists: all pages of a request are read from one snapshot with a fixed number of statements, and whole lists one after the other.

import DataLoader from 'dataloader';
import type { Reading } from '../database/until.js';
import type { Budget } from '../domain/budget.js';
import type { ListAsk, ListKind, ListPage, ListRows } from '../domain/lists/lists.js';
import type { Question } from '../domain/summary.js';
import { readLists, streamList } from '../tiles/lists/read-lists.js';
import { UrlDomainCache } from '../tiles/lists/url-domains.js';
import { type OnCorrupt, rebuildLater } from '../tiles/stored/distrust.js';
import type { PendingTracker } from './pending-tracker.js';

/** What lists know of a database from one request to the next. */
export type ListCache = UrlDomainCache;

export function createListCache(): ListCache {
  return new UrlDomainCache();
}

interface ListLoaderOptions {
  readonly onCorrupt: OnCorrupt;
  readonly listCache: ListCache;
  readonly budget: Budget;
}

/** Loads pages of lists, and hands over whole lists. */
export function longListLoaders(
  db: Reading,
  pending: PendingTracker,
  { onCorrupt, listCache, budget }: ListLoaderOptions,
) {
  const withRebuild = async <T>(work: (onCorruptQuestion: (question: Question) => void) => Promise<T>): Promise<T> => {
    const corrupt: Question[] = [];
    const result = await work((question) => corrupt.push(question));
    await rebuildLater(db, corrupt, onCorrupt);
    return result;
  };
  const pages = new DataLoader<ListAsk, ListPage>(
    (asks) =>
      withRebuild((onCorrupt) =>
        db.snapshot((client) => readLists(client, asks, { domains: listCache, onCorrupt, budget })),
      ),
    { cache: false, batchScheduleFn: pending.whenIdle },
  );
  return {
    listPages: {
      /** A page of a list, read together with all others that are asked for meanwhile. */
      load: <Kind extends ListKind>(ask: ListAsk<Kind>): Promise<ListPage<Kind>> =>
        pages.load(ask) as Promise<ListPage<Kind>>, // safe because a page is of the kind of its ask
    },
    /** Calls `take` with all rows of a list in order, some at a time, waiting for it each time. Other reads wait until it is done. */
    wholeList: <Kind extends ListKind>(
      ask: ListAsk<Kind>,
      take: (rows: readonly ListRows[Kind][]) => Promise<void>,
    ): Promise<void> =>
      withRebuild((onCorrupt) =>
        db.snapshot(async (client) => {
          for await (const rows of streamList(client, ask, { domains: listCache, onCorrupt })) await take(rows);
        }),
      ),
  };
}
