// Whole lists and breakdowns, for exports: the ask that a request leads to, and all its rows in order.

import { addToReach, createReach } from '../database/citus/brand-reach.js';
import type { Database } from '../database/postgres.js';
import type { ReplicaReads } from '../database/replica/request-snapshot.js';
import { letIdle, until } from '../database/until.js';
import type { BreakdownAsk, BreakdownPage, BreakdownRow } from '../domain/breakdown/breakdown.js';
import type { ListAsk, ListKind, ListPage, ListRows } from '../domain/lists/lists.js';
import type { Signal, SignalAsk, Signals } from '../domain/signals/signals.js';
import { streamBreakdown } from '../tiles/breakdowns/read-breakdowns.js';
import { streamList } from '../tiles/lists/read-lists.js';
import type { BrandDamage } from '../tiles/packed/cover.js';
import { streamSignals } from '../tiles/signals/read-signals.js';
import { invalidate, type OnCorrupt } from '../tiles/stored/invalidate.js';
import type { Caches } from './caches.js';
import { pauseFor } from './pause-for.js';
import { isAtVersions, type SubjectsAt } from './versions.js';

/** What is exported: a long list, a breakdown, or signals. */
export type ExportAsk = ListAsk | BreakdownAsk | SignalAsk;
export type ExportRow = ListRows[ListKind] | BreakdownRow | Signal;

const emptyPage: ListPage<never> = {
  total: 0,
  rows: [],
  summary: { runs: 0, searchedRuns: 0, queries: 0, uniqueQueries: 0 },
};

/** Loaders that read nothing, but call `onAsk` with each list, breakdown and signals that are asked for. */
export function capturingLoaders(onAsk: (ask: ExportAsk) => void) {
  const capturing = <Page>(page: Page) => ({
    load: async (ask: ExportAsk) => {
      onAsk(ask);
      return page;
    },
  });
  return {
    listPages: capturing<ListPage<never>>(emptyPage),
    breakdowns: capturing<BreakdownPage>({ total: 0, rows: [] }),
    signals: capturing<Signals>({ tested: 0, total: 0, rows: [] }),
  };
}

type Connection = Parameters<typeof streamList>[0];

interface RowStream {
  readonly db: Database;
  /** Where it may be read in place of `db`. */
  readonly replica: ReplicaReads | null;
  readonly ask: ExportAsk;
  /** What the request named, as it was when it was allowed and the ask was made. */
  readonly named: SubjectsAt;
  readonly signal: AbortSignal;
  readonly caches: Caches;
  readonly onCorrupt: OnCorrupt;
}

/** Thrown where what is named has changed since: what is asked for may be another thing, or no longer the viewer's to read. */
export const changedMeanwhile = new Error('The data of an export changed before it was opened.');

/** All rows of a list, some at a time, in one snapshot that is open until the last are taken or `signal` aborts. Throws `changedMeanwhile`. */
export async function* streamRows(stream: RowStream): AsyncGenerator<readonly ExportRow[], void, undefined> {
  const { db, replica, ask, named, signal, caches, onCorrupt } = stream;
  const reach = createReach();
  addToReach(reach, ask.question.brandId, true);
  await using reading = until(db, signal, { replica, reach });
  const corrupt: BrandDamage[] = [];
  const onDamage = (each: BrandDamage) => corrupt.push(each);
  const options = { cache: caches.tiles, onDamage, pause: pauseFor(signal) };
  const rowsFrom = (client: Connection): AsyncIterable<readonly ExportRow[]> => {
    if (ask.kind === 'breakdown') return streamBreakdown(client, ask, options);
    if (ask.kind === 'signals') return streamSignals(client, ask, options);
    return streamList(client, ask, { ...options, cache: caches.lists, tileCache: caches.tiles });
  };
  let taken = 0;
  let open: { readonly client: Connection; readonly rows: AsyncGenerator<readonly ExportRow[], void> } | null = null;
  // Where a replica fails, the primary goes on with another connection, on which the list is the same.
  const next = async (client: Connection) => {
    if (open?.client !== client) {
      // What is sent may be taken slowly: only EXPORT_TIMEOUT_MS limits that.
      await letIdle(client);
      if (!(await isAtVersions({ client, isDistributed: db.isDistributed }, named))) throw changedMeanwhile;
      open = { client, rows: after(taken, rowsFrom(client)) };
    }
    return open.rows.next();
  };
  for (;;) {
    const { done, value } = await reading.snapshot(next);
    if (done) break;
    taken += value.length;
    yield value;
  }
  await invalidate(reading, corrupt, onCorrupt);
}

/** All but the first `count` rows. */
async function* after(
  count: number,
  batches: AsyncIterable<readonly ExportRow[]>,
): AsyncGenerator<readonly ExportRow[], void> {
  let passed = 0;
  for await (const batch of batches) {
    const left = batch.slice(Math.max(0, count - passed));
    passed += batch.length;
    if (left.length > 0) yield left;
  }
}
