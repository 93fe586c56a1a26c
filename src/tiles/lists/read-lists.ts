// The long lists behind a summary: counted from tiles, ranked here, named by the database. A fixed number of statements for any number of lists.

import type pg from 'pg';
import type { Budget } from '../../domain/budget.js';
import type { FanoutSums, ListAsk, ListKind, ListPage, ListRows } from '../../domain/lists/lists.js';
import { mapInTurns } from '../../domain/pause.js';
import { UrlDomains } from '../cells/url-domains.js';
import type { TileCache } from '../kept/tile-cache.js';
import type { StateAsk } from '../scan/brand-state.js';
import { openReading, type Reading, type ReadingOptions } from '../scan/reading.js';
import { countLists } from './count.js';
import { brandsOf, readDomainNames, readUrlDomains } from './domains.js';
import { readExtras } from './extras.js';
import { readFilters } from './filters.js';
import { type Extras, idsAt, type ListTable, leftIn, type OpenList, previousOf, type RowName } from './list.js';
import { NameRankCache } from './name-ranks.js';
import { type NameAsk, readNames } from './names.js';
import { addOrderDetails, firstItems as atFirst } from './order-details.js';
import { placeOf, sumOf } from './ranking/places.js';
import { rankAll, stretchOf } from './ranking/ranking.js';
import { streamNames } from './whole-names.js';

/** What lists know of a database from one request to the next: only what never changes. */
export interface ListCache {
  readonly domains: UrlDomains;
  readonly ranks: NameRankCache;
}

/** A cache for one database. */
export function createListCache(): ListCache {
  // About 32 MB each.
  return { domains: new UrlDomains(8_000_000), ranks: new NameRankCache() };
}

export interface ListOptions extends Partial<Pick<ReadingOptions, 'onDamage' | 'pause'>> {
  readonly cache: ListCache;
  readonly tileCache?: TileCache | null;
  /** What may be read of names and texts. */
  readonly budget: Budget;
  /** How many items an order by prompts looks at first. */
  readonly firstItems?: number;
}

type StreamOptions = Omit<ListOptions, 'budget'>;

/** The pages of `asks`, in their order. To be called within one snapshot. */
export async function readLists(
  client: pg.ClientBase,
  asks: readonly ListAsk[],
  options: ListOptions,
): Promise<readonly ListPage[]> {
  const reading = await openLists(client, asks, options);
  const lists = await countOpen(reading, asks, { ...options, isWhole: false });
  const named = await options.cache.ranks.narrow(client, lists.map(pageOf));
  const names = await readNames(client, named, options.budget);
  const shown = lists.map((list, index) => ({ list, names: names[index] ?? [] }));
  const extras = await readExtras(reading, shown, options.cache.domains);
  if (reading.pause.isDue()) await reading.pause.take();
  const pages = shown.map((each, index) => ({ ...each, extras: extras[index] }));
  return mapInTurns(pages, reading.pause, ({ list, names: ofPage, extras: ofList }): ListPage => {
    const { wants } = list.ask;
    return {
      total: wants.has('total') ? (list.left ?? list.table.ids).length : null,
      rows: rowsOf(list, ofList)(ofPage),
      summary: wants.has('summary') ? fanoutOf(list) : null,
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
  options: StreamOptions,
): AsyncGenerator<readonly ListRows[Kind][]> {
  const reading = await openLists(client, [ask], options);
  const [list] = await countOpen(reading, [ask], { ...options, isWhole: true });
  if (!list) return;
  const { domains } = options.cache;
  const [extras] = await readExtras(reading, [{ list, names: null }], domains);
  const domainOf = await readDomains(client, list, domains);
  const named = rowsOf(list, extras);
  const { places, tiers } = rankAll(leftIn(list, list.table.keys()), ask.direction);
  const { brandId } = ask.question;
  if (reading.pause.isDue()) await reading.pause.take();
  const whole = { kind: ask.kind, brandId, ids: idsAt(list, places), tiers, domainOf };
  for await (const names of streamNames(client, whole)) {
    yield named(names) as readonly ListRows[Kind][]; // safe because the list is of the ask's kind
  }
}

/** Says the name of the domain of each URL that was counted. */
async function readDomains(client: pg.ClientBase, list: OpenList, known: UrlDomains) {
  if (list.ask.kind !== 'urls') return () => null;
  const { brandId } = list.ask.question;
  const domains = (await readUrlDomains(client, [list], known)).get(brandId);
  const names = (await readDomainNames(client, brandsOf([list]))).get(brandId);
  return (url: number) => names?.get(domains?.[url] ?? 0) ?? null;
}

function openLists(
  client: pg.ClientBase,
  asks: readonly ListAsk[],
  { tileCache = null, onDamage, pause }: StreamOptions,
): Promise<Reading> {
  const states = asks.flatMap((ask): readonly StateAsk[] => {
    const sets = [ask.question, previousOf(ask)].filter((set) => set !== null);
    return sets.map((set) => ({ set, needsSpan: false, needsCompanies: false, needsEntries: ask.kind !== 'prompts' }));
  });
  return openReading(client, states, { cache: tileCache, ...(onDamage && { onDamage }), ...(pause && { pause }) });
}

/** The lists, counted and filtered, with what they are in the order of. */
async function countOpen(
  reading: Reading,
  asks: readonly ListAsk[],
  { cache, firstItems = atFirst, isWhole }: StreamOptions & { readonly isWhole: boolean },
): Promise<readonly OpenList[]> {
  const counted = await countLists(reading, asks, isWhole);
  const filters = await readFilters(reading, counted, cache.domains);
  if (reading.pause.isDue()) await reading.pause.take();
  const open = counted.map((list, index) => ({ ...list, filters: filters[index] ?? [] }));
  const lists = await mapInTurns(open, reading.pause, ({ filters: ofList, ...list }): OpenList => {
    return { ...list, left: leftOf(list.table, ofList) };
  });
  await addOrderDetails(reading, lists, { isWhole, firstItems });
  return lists;
}

function leftOf({ ids, admits }: ListTable, filters: readonly ((id: number) => boolean)[]): Int32Array | null {
  if (filters.length === 0 && !admits) return null;
  const places = new Int32Array(ids.length);
  for (let place = 0; place < places.length; place++) places[place] = place;
  return places.filter((place) => (admits?.(place) ?? true) && filters.every((filter) => filter(ids[place] ?? 0)));
}

/** What to name for the page of a list: nothing where its rows are not wanted. */
function pageOf(list: OpenList): NameAsk {
  const { kind, question, wants, skip, limit, direction } = list.ask;
  const keys = wants.has('rows') ? leftIn(list, list.table.keys()) : new Float64Array(0);
  const stretch = stretchOf(keys, { direction, skip, limit });
  const ids = idsAt(list, stretch.places);
  return { kind, brandId: question.brandId, ids, tiers: stretch.tiers, skip: stretch.skip, limit };
}

/** Makes rows of names. */
function rowsOf({ table }: OpenList, extras: Extras | undefined): (names: readonly RowName[]) => ListPage['rows'] {
  const row = extras && table.rows(extras);
  return (names) => (row ? names.map((name) => row(placeOf(table.ids, name.id), name)) : []);
}

function fanoutOf({ ask, items }: OpenList): FanoutSums | null {
  if (ask.kind !== 'queries' || !items) return null;
  const { allRuns, searchedRuns, runs } = items.current;
  return { runs: allRuns, searchedRuns, queries: sumOf(runs), uniqueQueries: runs.length };
}
