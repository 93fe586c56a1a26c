// The numbers of cited URLs and domains: dense within a brand, given once, never taken back. Needs the lock of every brand concerned.

import type pg from 'pg';
import type { AdmittedRun } from './changes.js';
import type { Rows } from './draft.js';
import {
  findDomains,
  findUrls,
  insertDomains,
  insertUrls,
  lastDomains,
  lastUrls,
  type UrlDigest,
} from './page-rows.js';
import type { Recent } from './remembered.js';

/** The numbers of URLs that were met lately, by URL. One for each database. */
export type KnownUrls = Recent<readonly NumberedUrl[]>;

export interface NumberedUrl {
  readonly brandId: string;
  readonly url: string;
  readonly number: number;
}

/** The numbers of a batch's pages in each brand, by their places among them. */
export type PageNumbers = ReadonlyMap<string, ReadonlyMap<number, number>>;

/**
 * The number of the URL of every page that `runs` cite. `known` spares looking up what was numbered lately; give it the `found` ones by
 * `remember` once the transaction is committed, and not before.
 */
export async function numberUrls(
  client: pg.ClientBase,
  { runs, rows }: { readonly runs: readonly AdmittedRun[]; readonly rows: Pick<Rows, 'cited' | 'pages'> },
  known: KnownUrls,
): Promise<{ readonly numbers: PageNumbers; readonly found: readonly NumberedUrl[] }> {
  const numbers = new Map<string, Map<number, number>>();
  const wanted: (PageUrl & { readonly place: number })[] = [];
  for (const { brandId, draft } of runs) {
    const inBrand = numbers.get(brandId) ?? new Map<number, number>();
    numbers.set(brandId, inBrand);
    for (const place of rows.cited.subarray(draft.citedFrom, draft.citedTo)) {
      if (inBrand.has(place)) continue;
      const page = pageAt(rows.pages, place);
      const number = known.get(page.url)?.find((each) => each.brandId === brandId)?.number;
      inBrand.set(place, number ?? 0);
      if (number === undefined) wanted.push({ brandId, place, ...page });
    }
  }
  const given = await numbered(client, wanted, urls);
  const found = wanted.map(({ brandId, place, url }, index) => {
    const number = given[index] ?? 0;
    numbers.get(brandId)?.set(place, number);
    return { brandId, url, number };
  });
  return { numbers, found };
}

function pageAt({ urls, domains, digests }: Rows['pages'], place: number) {
  return { url: urls[place] ?? '', domain: domains[place] ?? '', digest: digests[place] ?? '' };
}

/** Remembers numbers for the batches to come. */
export function remember(known: KnownUrls, found: readonly NumberedUrl[]): void {
  for (const each of found) known.set(each.url, [...(known.get(each.url) ?? []), each]);
}

/** A table that gives numbers to names within a brand. */
interface Numbering<Row> {
  /** Parallel to `rows`; `null` where a row has no number yet. */
  readonly find: (client: pg.ClientBase, rows: readonly Row[]) => Promise<readonly (number | null)[]>;
  /** The highest number given in each brand, 0 where there is none. */
  readonly last: (client: pg.ClientBase, brandIds: readonly string[]) => Promise<ReadonlyMap<string, number>>;
  readonly insert: (client: pg.ClientBase, rows: readonly (Row & { readonly id: number })[]) => Promise<void>;
}

/** The numbers of distinct rows, in order; those that have none yet get the next ones. */
async function numbered<Row extends { readonly brandId: string }>(
  client: pg.ClientBase,
  rows: readonly Row[],
  table: Numbering<Row>,
): Promise<readonly number[]> {
  if (rows.length === 0) return [];
  const known = await table.find(client, rows);
  const brandIds = new Set(rows.filter((_, index) => known[index] === null).map((row) => row.brandId));
  const last = new Map(brandIds.size > 0 ? await table.last(client, [...brandIds]) : []);
  const fresh: (Row & { readonly id: number })[] = [];
  const numbers = rows.map((row, index) => {
    const number = known[index];
    if (typeof number === 'number') return number;
    const id = (last.get(row.brandId) ?? 0) + 1;
    last.set(row.brandId, id);
    fresh.push({ ...row, id });
    return id;
  });
  if (fresh.length > 0) await table.insert(client, fresh);
  return numbers;
}

const domains: Numbering<{ readonly brandId: string; readonly name: string }> = {
  find: findDomains,
  last: lastDomains,
  insert: insertDomains,
};

interface PageUrl extends UrlDigest {
  readonly url: string;
  readonly domain: string;
}

const urls: Numbering<PageUrl> = {
  find: findUrls,
  last: lastUrls,
  async insert(client, rows) {
    const wanted = new Map(
      rows.map(({ brandId, domain }) => [keyOf(brandId, domain), { brandId, name: domain }] as const),
    );
    const numbers = await numbered(client, [...wanted.values()], domains);
    const byKey = new Map([...wanted.keys()].map((key, index) => [key, numbers[index] ?? 0]));
    await insertUrls(
      client,
      rows.map((row) => ({ ...row, domainId: byKey.get(keyOf(row.brandId, row.domain)) ?? 0 })),
    );
  },
};

function keyOf(brandId: string, name: string): string {
  return `${brandId}\0${name}`;
}
