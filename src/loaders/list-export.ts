// Whole lists, for exports: the ask that a request leads to, and all its rows in order.

import type { Database } from '../database/postgres.js';
import { until } from '../database/until.js';
import type { ListAsk, ListKind, ListPage, ListRows } from '../domain/lists/lists.js';
import type { Question } from '../domain/summary.js';
import type { ListCache } from '../tiles/lists/cache.js';
import { streamList } from '../tiles/lists/read-lists.js';
import { type OnCorrupt, rebuildLater } from '../tiles/stored/distrust.js';
import type { ListLoader } from './lists.js';

export type ListRow = ListRows[ListKind];

const emptyPage: ListPage<never> = {
  total: 0,
  rows: [],
  summary: { runs: 0, searchedRuns: 0, queries: 0, uniqueQueries: 0 },
};

/** A loader that reads nothing, but calls `onAsk` with each list that is asked for. */
export function capturingListLoader(onAsk: (ask: ListAsk) => void): ListLoader {
  return {
    load: async (ask) => {
      onAsk(ask);
      return emptyPage;
    },
  };
}

interface RowStream {
  readonly ask: ListAsk;
  readonly signal: AbortSignal;
  readonly listCache: ListCache;
  readonly onCorrupt: OnCorrupt;
}

/** All rows of a list, some at a time, in one snapshot that is open until the last are taken or `signal` aborts. */
export async function* streamRows(
  db: Database,
  { ask, signal, listCache, onCorrupt }: RowStream,
): AsyncGenerator<readonly ListRow[], void, undefined> {
  await using reading = until(db, signal);
  const corrupt: Question[] = [];
  const options = { cache: listCache, onCorrupt: (question: Question) => corrupt.push(question) };
  const { rows } = await reading.snapshot(async (client) => ({ rows: streamList(client, ask, options) }));
  for (;;) {
    const { done, value } = await reading.snapshot(() => rows.next());
    if (done) break;
    yield value;
  }
  await rebuildLater(reading, corrupt, onCorrupt);
}
