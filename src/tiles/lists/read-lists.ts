// The long lists behind a summary: counted from tiles, ranked here, named by the database. A fixed number of statements for any number of lists.

import type pg from 'pg';
import type { Budget } from '../../domain/budget.js';
import type { FanoutSums, ListAsk, ListKind, ListPage, ListRows } from '../../domain/lists/lists.js';
import type { TileCache } from '../kept/tile-cache.js';
import type { StateAsk } from '../scan/brand-state.js';
import { openReading, type Reading, type ReadingOptions } from '../scan/reading.js';
import type { ListCache } from './cache.js';
import { countLists } from './count-lists.js';
import { readDomainNames } from './domain-names.js';
import { readExtras } from './extras.js';
import { type RowFilter, readFilters } from './filters.js';
import { countsOf, queryList, sourceList } from './item-list.js';
import { type NameAsk, readNames, streamNames, type WholeAsk } from './names.js';
import { firstItems as atFirst, readOrderDetails } from './order-details.js';
import { promptList } from './prompt-list.js';
import { placeOf, sumOf } from './ranking/places.js';
import { rankAll, stretchOf } from './ranking/ranking.js';
import { type Counted, type Extras, type ListTable, type OpenList, previousOf, type RowName } from './table.js';
import { lastUrls } from './url-domains.js';

export interface ListOptions extends Partial<Pick<ReadingOptions, 'onDamage' | 'pause'>> {
  readonly cache: ListCache;
  readonly tileCache?: TileCache | null;
  /** What may be read of names and texts. */
  readonly budget: Budget;
  /** How many items an order by prompts looks at first. */
  readonly firstItems?: number;
}

/** The pages of `asks`, in their order. To be called within one snapshot. */
export async function readLists(
  client: pg.ClientBase,
  asks: readonly ListAsk[],
  options: ListOptions,
): Promise<readonly ListPage[]> {
  const reading = await openReading(client, asks.flatMap(stateAsksOf), readingOf(options));
  const lists = await openLists(reading, asks, { ...options, isWhole: false });
  const asked = await options.cache.ranks.narrow(client, lists.map(pageOf));
  const names = await readNames(client, asked, options.budget);
  const shown = lists.map((list, index) => ({ list, names: names[index] ?? [] }));
  const extras = await readExtras(reading, shown, options.cache);
  await reading.pause.take();
  return shown.map(({ list, names }, index): ListPage => {
    const { ask } = list.counted;
    return {
      total: ask.wants.has('total') ? list.left.length : null,
      rows: rowsOf(list, extras[index])(names),
      summary: ask.wants.has('summary') ? fanoutOf(list.counted) : null,
    };
  });
}

/**
 * All rows of a list in order, some at a time; `skip`, `limit` and `wants.total` do not count. To be called within one snapshot, one after the
 * other; no further rows are read than are taken, and the budget does not count. In memory are the numbers of each row, and few names.
 */
export async function* streamList<Kind extends ListKind>(
  client: pg.ClientBase,
  ask: ListAsk<Kind>,
  options: Omit<ListOptions, 'budget'>,
): AsyncGenerator<readonly ListRows[Kind][]> {
  const reading = await openReading(client, stateAsksOf(ask), readingOf(options));
  const [list] = await openLists(reading, [ask], { ...options, isWhole: true });
  if (!list) return;
  const [extras] = await readExtras(reading, [{ list, names: null }], options.cache);
  const domainOf = ask.kind === 'urls' ? await readDomainsOf(client, list.counted, options.cache) : () => null;
  const named = rowsOf(list, extras);
  const whole = wholeOf(list);
  await reading.pause.take();
  for await (const names of streamNames(client, { ...whole, domainOf })) {
    yield named(names) as readonly ListRows[Kind][]; // safe because the list is of the ask's kind
  }
}

/** The name of the domain of each URL that was counted. */
async function readDomainsOf(client: pg.ClientBase, counted: Counted, cache: ListCache) {
  const { brandId } = counted.ask.question;
  const domains = (await cache.domains.load(client, lastUrls([counted]))).get(brandId);
  const names = (await readDomainNames(client, [brandId])).get(brandId);
  return (url: number) => names?.get(domains?.[url] ?? 0) ?? null;
}

function readingOf({ tileCache = null, onDamage, pause }: Omit<ListOptions, 'budget'>): Partial<ReadingOptions> {
  return { cache: tileCache, ...(onDamage && { onDamage }), ...(pause && { pause }) };
}

/** The sets of both windows. */
function stateAsksOf(ask: ListAsk): readonly StateAsk[] {
  const sets = [ask.question, previousOf(ask)].filter((set) => set !== null);
  return sets.map((set) => ({ set, needsSpan: false, needsCompanies: false, needsEntries: ask.kind !== 'prompts' }));
}

async function openLists(
  reading: Reading,
  asks: readonly ListAsk[],
  { cache, firstItems = atFirst, isWhole }: Omit<ListOptions, 'budget'> & { readonly isWhole: boolean },
): Promise<readonly OpenList[]> {
  const counted = await countLists(reading, asks, isWhole);
  const filters = await readFilters(reading.client, counted, cache.domains);
  await reading.pause.take();
  const lists = counted.map((each, index): OpenList => {
    const table = tableOf(each);
    return { counted: each, table, left: leftOf(table, filters[index] ?? null) };
  });
  const details = await readOrderDetails(reading, lists, { isWhole, firstItems });
  return lists.map((list) => {
    const ofList = details.get(list.counted.ask);
    if (!ofList) return list;
    const withDetails = { ...list.counted, details: ofList };
    return { ...list, counted: withDetails, table: tableOf(withDetails) };
  });
}

// safe because a counted list is of the kind of its ask
function tableOf(counted: Counted): ListTable {
  switch (counted.ask.kind) {
    case 'prompts':
      return promptList(counted as Counted<'prompts'>);
    case 'queries':
      return queryList(counted as Counted<'queries'>);
    default:
      return sourceList(counted as Counted<'domains' | 'urls'>);
  }
}

function leftOf({ ids, admits }: ListTable, filter: RowFilter | null): Int32Array {
  const places = new Int32Array(ids.length);
  for (let place = 0; place < places.length; place++) places[place] = place;
  if (!filter && !admits) return places;
  return places.filter((place) => (admits?.(place) ?? true) && (filter?.(ids[place] ?? 0) ?? true));
}

/** What to name for the page of a list: nothing where its rows are not wanted. */
function pageOf({ counted: { ask }, table, left }: OpenList): NameAsk {
  const { kind, question, wants, skip, limit, direction } = ask;
  const keys = wants.has('rows') ? keysOf(table, left) : new Float64Array(0);
  const stretch = stretchOf(keys, { direction, skip, limit });
  const ids = idsAt(table, left, stretch.places);
  return { kind, brandId: question.brandId, ids, tiers: stretch.tiers, skip: stretch.skip, limit };
}

/** What to name for a whole list. */
function wholeOf({ counted: { ask }, table, left }: OpenList): Omit<WholeAsk, 'domainOf'> {
  const { places, tiers } = rankAll(keysOf(table, left), ask.direction);
  return {
    kind: ask.kind,
    brandId: ask.question.brandId,
    ids: idsAt(table, left, places),
    tiers,
    skip: 0,
    limit: null,
  };
}

/** The keys of the rows that are left. */
function keysOf(table: ListTable, left: Int32Array): Float64Array {
  const keys = table.keys();
  return left.length === keys.length ? keys : Float64Array.from(left, (place) => keys[place] ?? Number.NaN);
}

/** The numbers of rows, by places among those that are left. */
function idsAt({ ids }: ListTable, left: Int32Array, places: Int32Array): Int32Array {
  return places.map((place) => ids[left[place] ?? 0] ?? 0);
}

/** Makes rows of names. */
function rowsOf({ table }: OpenList, extras: Extras | undefined): (names: readonly RowName[]) => ListPage['rows'] {
  const row = extras && table.rows(extras);
  return (names) => (row ? names.map((name) => row(placeOf(table.ids, name.id), name)) : []);
}

function fanoutOf({ ask, current }: Counted): FanoutSums | null {
  if (ask.kind !== 'queries') return null;
  const { allRuns, searchedRuns, runs } = countsOf(ask.kind, current);
  return { runs: allRuns, searchedRuns, queries: sumOf(runs), uniqueQueries: runs.length };
}
