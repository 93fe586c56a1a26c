// Assigns numbers to cited URLs and domains: dense within a brand and permanent. Requires the locks of the brands concerned.

import { LRUCache } from 'lru-cache';
import type pg from 'pg';
import type { AdmittedRun } from '../admit/changes.js';
import type { Rows } from '../prepare/draft.js';
import {
  findDomains,
  findUrls,
  insertDomains,
  insertUrls,
  lastDomains,
  lastUrls,
  type UrlDigest,
} from './page-rows.js';

interface Numbered {
  readonly brandId: string;
  readonly name: string;
  readonly number: number;
}

/** Recently used numbers by name. One cache per database. */
export interface PageNumberCache {
  readonly urls: LRUCache<string, readonly Numbered[]>;
  readonly domains: LRUCache<string, readonly Numbered[]>;
}

/** An empty cache of up to `max` URLs and as many domains. */
export function emptyCache(max: number): PageNumberCache {
  return { urls: new LRUCache({ max }), domains: new LRUCache({ max }) };
}

/** The numbers looked up or assigned in a transaction; valid only once it is committed. */
export interface PageNumbersFound {
  readonly urls: readonly Numbered[];
  readonly domains: readonly Numbered[];
}

/** Adds numbers to the cache. */
export function cacheNumbers(known: PageNumberCache, found: PageNumbersFound): void {
  for (const kind of ['urls', 'domains'] as const) {
    for (const each of found[kind]) known[kind].set(each.name, [...(known[kind].get(each.name) ?? []), each]);
  }
}

/** The numbers of a batch's pages in each brand, by page index. */
export type PageNumbers = ReadonlyMap<string, ReadonlyMap<number, number>>;

/**
 * The URL numbers of all pages cited by `runs`. `known` saves looking up recently used numbers; add `found` to it by `cacheNumbers` once the
 * transaction is committed.
 */
export async function numberUrls(
  client: pg.ClientBase,
  { runs, rows }: { readonly runs: readonly AdmittedRun[]; readonly rows: Pick<Rows, 'cited' | 'pages'> },
  known: PageNumberCache,
): Promise<{ readonly numbers: PageNumbers; readonly found: PageNumbersFound }> {
  const numbers = new Map<string, Map<number, number>>();
  const wanted: (PageUrl & { readonly place: number })[] = [];
  for (const { brandId, draft } of runs) {
    const inBrand = numbers.get(brandId) ?? new Map<number, number>();
    numbers.set(brandId, inBrand);
    for (let row = draft.citedFrom; row < draft.citedTo; row++) {
      const place = rows.cited[row] ?? 0;
      if (inBrand.has(place)) continue;
      const page = pageAt(rows.pages, place);
      const number = numberOf(known.urls, brandId, page.name);
      inBrand.set(place, number ?? 0);
      if (number === undefined) wanted.push({ brandId, place, ...page });
    }
  }
  const { numbers: given, fresh } = await numbered(client, wanted, { find: findUrls, last: lastUrls });
  const urls = wanted.map(({ brandId, place, name }, index) => {
    const number = given[index] ?? 0;
    numbers.get(brandId)?.set(place, number);
    return { brandId, name, number };
  });
  return { numbers, found: { urls, domains: await insertPages(client, fresh, known.domains) } };
}

interface PageUrl extends UrlDigest {
  readonly name: string;
  readonly domain: string;
}

function pageAt({ urls, domains, digests }: Rows['pages'], place: number) {
  return { name: urls[place] ?? '', domain: domains[place] ?? '', digest: digests[place] ?? '' };
}

function numberOf(known: PageNumberCache[keyof PageNumberCache], brandId: string, name: string): number | undefined {
  return known.get(name)?.find((each) => each.brandId === brandId)?.number;
}

/** Inserts URLs and their new domains. Returns the domains that were not cached. */
async function insertPages(
  client: pg.ClientBase,
  pages: readonly (PageUrl & { readonly id: number })[],
  known: PageNumberCache['domains'],
): Promise<readonly Numbered[]> {
  if (pages.length === 0) return [];
  const numbers = new Map<string, number>();
  const wanted: { readonly brandId: string; readonly name: string }[] = [];
  for (const { brandId, domain } of pages) {
    const key = keyOf(brandId, domain);
    if (numbers.has(key)) continue;
    const number = numberOf(known, brandId, domain);
    numbers.set(key, number ?? 0);
    if (number === undefined) wanted.push({ brandId, name: domain });
  }
  const { numbers: given, fresh } = await numbered(client, wanted, { find: findDomains, last: lastDomains });
  const found = wanted.map((each, index) => ({ ...each, number: given[index] ?? 0 }));
  for (const { brandId, name, number } of found) numbers.set(keyOf(brandId, name), number);
  if (fresh.length > 0) await insertDomains(client, fresh);
  const rows = pages.map((page) => ({ ...page, domainId: numbers.get(keyOf(page.brandId, page.domain)) ?? 0 }));
  await insertUrls(client, rows);
  return found;
}

/** A table that assigns numbers to names within a brand. */
interface Numbering<Row> {
  /** Parallel to `rows`; `null` if a row has no number yet. */
  readonly find: (client: pg.ClientBase, rows: readonly Row[]) => Promise<readonly (number | null)[]>;
  /** The highest number assigned in each brand; 0 if there is none. */
  readonly last: (client: pg.ClientBase, brandIds: readonly string[]) => Promise<ReadonlyMap<string, number>>;
}

/** The numbers of distinct rows, in order. Rows without a number are assigned the next ones and returned as `fresh`, to be inserted. */
async function numbered<Row extends { readonly brandId: string }>(
  client: pg.ClientBase,
  rows: readonly Row[],
  { find, last }: Numbering<Row>,
): Promise<{ readonly numbers: readonly number[]; readonly fresh: readonly (Row & { readonly id: number })[] }> {
  const fresh: (Row & { readonly id: number })[] = [];
  if (rows.length === 0) return { numbers: [], fresh };
  const given = await find(client, rows);
  const brandIds = new Set(rows.filter((_, index) => given[index] === null).map((row) => row.brandId));
  const highest = new Map(brandIds.size > 0 ? await last(client, [...brandIds]) : []);
  const numbers = rows.map((row, index) => {
    const number = given[index];
    if (typeof number === 'number') return number;
    const id = (highest.get(row.brandId) ?? 0) + 1;
    highest.set(row.brandId, id);
    fresh.push({ ...row, id });
    return id;
  });
  return { numbers, fresh };
}

function keyOf(brandId: string, name: string): string {
  return `${brandId}\0${name}`;
}
