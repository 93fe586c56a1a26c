// Which rows of a list its filters leave: those whose name is found, and those whose domain is of a category.

import type pg from 'pg';
import { int, ints, literal, streamRows } from '../../database/copy/copy-rows.js';
import type { Category, ListAsk } from '../../domain/lists/lists.js';
import type { UrlDomains } from '../cells/url-domains.js';
import { IdSet } from '../packed/id-set.js';
import type { Reading } from '../scan/reading.js';
import type { CountedList } from './count.js';
import { brandsOf, readDomainNames, readOwners, readUrlDomains } from './domains.js';
import { namings } from './names.js';
import { foundSql } from './search.js';

/** Whether a row, by its number, is left. */
type RowFilter = (id: number) => boolean;

/** The filters of each list, in a fixed number of statements; none for a kind of filter that no ask has. */
export async function readFilters(
  reading: Pick<Reading, 'client' | 'pause'>,
  lists: readonly CountedList[],
  domains: UrlDomains,
): Promise<readonly (readonly RowFilter[])[]> {
  const asks = lists.map(({ ask }) => ask);
  const found = await readFound(reading.client, asks);
  const ofCategory = await readOfCategory(reading, lists, domains);
  return asks.map((ask) => [found.get(ask), ofCategory.get(ask)].filter((filter) => filter !== undefined));
}

/** The filters of the asks that search, in one statement. */
async function readFound(client: pg.ClientBase, asks: readonly ListAsk[]): Promise<ReadonlyMap<ListAsk, RowFilter>> {
  const searching = asks.flatMap((ask) => (ask.search === null ? [] : [{ ask, found: new IdSet() }]));
  // In chunks, so that a million ids are not taken in at once.
  const selects = searching.map(({ ask: { kind, question, search } }, index) => {
    const { table, number, searched, isAscii } = namings[kind];
    const found = foundSql(searched, search ?? '', literal, isAscii);
    return `select ${literal(index)}::integer, array_agg(${number}) from ${table} as row
      where brand_id = ${literal(question.brandId)} and ${found} group by ${number} / 10000`;
  });
  if (selects.length > 0) {
    for await (const [index, ids] of streamRows(client, selects.join('\nunion all\n')))
      for (const id of ints(ids)) searching[int(index)]?.found.add(id);
  }
  return new Map(searching.map(({ ask, found }) => [ask, (id: number) => found.has(id)]));
}

/** The filters of the asks that name categories, in a statement for the owners, one for the domains and one for those of URLs. */
async function readOfCategory(
  reading: Pick<Reading, 'client' | 'pause'>,
  lists: readonly CountedList[],
  known: UrlDomains,
): Promise<ReadonlyMap<ListAsk, RowFilter>> {
  const filtering = lists.filter(({ ask }) => ask.categories.length > 0);
  const categories = await readDomainCategories(reading, brandsOf(filtering));
  const domains = await readUrlDomains(
    reading.client,
    filtering.filter(({ ask }) => ask.kind === 'urls'),
    known,
  );
  return new Map(
    filtering.map(({ ask }) => {
      const { brandId } = ask.question;
      const [owned, ofUrls] = [categories.get(brandId), domains.get(brandId)];
      const isLeft = (domain: number) => ask.categories.includes(owned?.get(domain) ?? 'other');
      return [ask, ask.kind === 'urls' ? (id) => isLeft(ofUrls?.[id] ?? 0) : isLeft];
    }),
  );
}

/** The categories of the domains that somebody owns, by brand and number. */
async function readDomainCategories({ client, pause }: Pick<Reading, 'client' | 'pause'>, brandIds: readonly string[]) {
  const owners = await readOwners(client, brandIds, pause);
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
