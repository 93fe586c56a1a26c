// Which rows of a list its filters leave: those whose name is found, and those whose domain is of a category.

import type pg from 'pg';
import { int, ints, literal, streamRows } from '../../database/copy/copy-rows.js';
import type { Category, ListAsk, ListKind } from '../../domain/lists/lists.js';
import { IdSet } from '../packed/id-set.js';
import { readDomainNames } from './domain-names.js';
import { readOwners } from './owners.js';
import { foldedSql, isFound, patternOf, type SearchPattern } from './search.js';
import type { Counted } from './table.js';
import { lastUrls, type UrlDomainCache } from './url-domains.js';

/** Whether a row, by its number, is left. */
export type RowFilter = (id: number) => boolean;

/** The filters of each ask, `null` where it has none, in a fixed number of statements; none for a kind of filter that no ask has. */
export async function readFilters(
  client: pg.ClientBase,
  counted: readonly Counted[],
  domains: UrlDomainCache,
): Promise<readonly (RowFilter | null)[]> {
  const asks = counted.map(({ ask }) => ask);
  const found = await readFound(client, asks);
  const ofCategory = await readOfCategory(client, counted, domains);
  return asks.map((ask) => {
    const filters = [found.get(ask), ofCategory.get(ask)].filter((filter) => filter !== undefined);
    return filters.length === 0 ? null : (id) => filters.every((filter) => filter(id));
  });
}

/** The table of a list, the column of its number, and that of what is searched. */
interface Searched {
  readonly table: string;
  readonly number: string;
  readonly text: string;
  /** A URL and a domain are: no other search is found in them. */
  readonly isAscii: boolean;
}

const searched: Readonly<Record<ListKind, Searched>> = {
  prompts: { table: 'prompt', number: 'number', text: 'text', isAscii: false },
  domains: { table: 'domain', number: 'id', text: 'name', isAscii: true },
  urls: { table: 'url', number: 'id', text: 'url', isAscii: true },
  queries: { table: 'query', number: 'id', text: 'text', isAscii: false },
};

/** The filters of the asks that search, in one statement for what the database decides and one for what is compared here. */
async function readFound(client: pg.ClientBase, asks: readonly ListAsk[]): Promise<ReadonlyMap<ListAsk, RowFilter>> {
  const searching = asks.flatMap(({ search, kind, question }, index) =>
    search === null ? [] : [{ search, index, ...searched[kind], ...patternOf(search), brandId: question.brandId }],
  );
  const found = new Map(searching.map(({ index }) => [index, new IdSet()]));
  const exact = searching.filter(({ isExact }) => isExact);
  // In chunks, so that a million ids are not taken in at once.
  const wholly = (each: Searching) =>
    `select ${literal(each.index)}::integer, array_agg(${each.number}) ${matching(each)} group by ${each.number} / 10000`;
  if (exact.length > 0) {
    for await (const [index, ids] of streamRows(client, exact.map(wholly).join('\nunion all\n')))
      for (const id of ints(ids)) found.get(int(index))?.add(id);
  }
  const inexact = searching.filter(({ isExact, isAscii, search }) => !isExact && !(isAscii && hasOthers(search)));
  const roughly = (each: Searching) =>
    `select ${literal(each.index)}::integer, ${each.number}, ${each.text} ${matching(each)}`;
  if (inexact.length > 0) {
    for await (const [index, id, text] of streamRows(client, inexact.map(roughly).join('\nunion all\n'))) {
      if (isFound(text?.toString() ?? '', asks[int(index)]?.search ?? '')) found.get(int(index))?.add(int(id));
    }
  }
  return new Map(
    asks.flatMap((ask, index) => {
      const ids = found.get(index);
      return ids ? [[ask, (id: number) => ids.has(id)]] : [];
    }),
  );
}

/** Whether a search has characters beyond ASCII, in which nothing of ASCII alone is found. */
function hasOthers(search: string): boolean {
  return /[^\p{ASCII}]/u.test(search.toLowerCase());
}

type Searching = SearchPattern & Searched & { readonly index: number; readonly brandId: string };

/** The rows whose text matches. */
function matching({ table, text, isAscii, brandId, pattern }: Searching): string {
  const folded = isAscii ? `lower(${text} collate "C")` : foldedSql(text);
  return `from ${table} where brand_id = ${literal(brandId)} and ${folded} like ${literal(pattern)}`;
}

/** The filters of the asks that name categories, in a statement for the owners, one for the domains and one for those of URLs. */
async function readOfCategory(
  client: pg.ClientBase,
  counted: readonly Counted[],
  cache: UrlDomainCache,
): Promise<ReadonlyMap<ListAsk, RowFilter>> {
  const narrowed = counted.filter(({ ask }) => ask.categories.length > 0);
  const filtering = narrowed.map(({ ask }) => ask);
  if (filtering.length === 0) return new Map();
  const owned = await readDomainCategories(client, brandsOf(filtering));
  const domains = await cache.load(client, lastUrls(narrowed.filter(({ ask }) => ask.kind === 'urls')));
  return new Map(
    filtering.map((ask) => {
      const { brandId } = ask.question;
      const categories = owned.get(brandId);
      const ofUrls = domains.get(brandId);
      const isLeft = (domain: number) => ask.categories.includes(categories?.get(domain) ?? 'other');
      return [ask, ask.kind === 'urls' ? (id) => isLeft(ofUrls?.[id] ?? 0) : isLeft];
    }),
  );
}

/** The categories of the domains that somebody owns, by brand and number. */
async function readDomainCategories(client: pg.ClientBase, brandIds: readonly string[]) {
  const owners = await readOwners(client, brandIds);
  const names = await readDomainNames(client, brandIds);
  const categories = new Map<string, ReadonlyMap<number, Category>>();
  for (const [brandId, ofBrand] of names) {
    const ownerOf = owners.get(brandId);
    const owned = [...ofBrand].flatMap(([id, name]): [number, Category][] => {
      const { category = 'other' } = ownerOf?.(name) ?? {};
      return category === 'other' ? [] : [[id, category]];
    });
    categories.set(brandId, new Map(owned));
  }
  return categories;
}

function brandsOf(asks: readonly ListAsk[]): readonly string[] {
  return [...new Set(asks.map(({ question }) => question.brandId))];
}
