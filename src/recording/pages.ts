// The numbers of cited URLs and domains: dense within a brand, given once, never taken back. Needs the lock of every brand concerned.

import { createHash } from 'node:crypto';
import type pg from 'pg';
import type { Page } from '../domain/url.js';
import { findDomains, findUrls, insertDomains, insertUrls, lastDomains, lastUrls } from './page-rows.js';
import type { Recent } from './remembered.js';

export interface BrandPage {
  readonly brandId: string;
  readonly page: Page;
}

/** Numbers by `keyOf(brandId, url)`. */
export type Numbers = ReadonlyMap<string, number>;

export function keyOf(brandId: string, name: string): string {
  return `${brandId}\0${name}`;
}

/**
 * The number of the URL of every page. `known` spares looking up what was numbered lately; put the result into it once the transaction is
 * committed, and not before.
 */
export async function numberUrls(
  client: pg.ClientBase,
  pages: readonly BrandPage[],
  known: Recent<number>,
): Promise<Numbers> {
  const numbers = new Map<string, number>();
  const wanted = new Map<string, BrandPage & { readonly digest: Buffer }>();
  for (const { brandId, page } of pages) {
    const key = keyOf(brandId, page.url);
    if (numbers.has(key) || wanted.has(key)) continue;
    const number = known.get(key);
    if (number === undefined) wanted.set(key, { brandId, page, digest: digestOf(page.url) });
    else numbers.set(key, number);
  }
  for (const [key, number] of await numbered(client, wanted, urls)) numbers.set(key, number);
  return numbers;
}

/** A table that gives numbers to names within a brand. */
interface Numbering<Row> {
  /** Parallel to `rows`; `null` where a row has no number yet. */
  readonly find: (client: pg.ClientBase, rows: readonly Row[]) => Promise<readonly (number | null)[]>;
  /** The highest number given in each brand, 0 where there is none. */
  readonly last: (client: pg.ClientBase, brandIds: readonly string[]) => Promise<ReadonlyMap<string, number>>;
  readonly insert: (client: pg.ClientBase, rows: readonly (Row & { readonly id: number })[]) => Promise<void>;
}

async function numbered<Row extends { readonly brandId: string }>(
  client: pg.ClientBase,
  wanted: ReadonlyMap<string, Row>,
  table: Numbering<Row>,
): Promise<Numbers> {
  if (wanted.size === 0) return new Map();
  const [keys, rows] = [[...wanted.keys()], [...wanted.values()]];
  const numbers = [...(await table.find(client, rows))];
  const brandIds = new Set(rows.filter((_, index) => numbers[index] === null).map((row) => row.brandId));
  if (brandIds.size > 0) {
    const last = new Map(await table.last(client, [...brandIds]));
    const fresh: (Row & { readonly id: number })[] = [];
    for (const [index, row] of rows.entries()) {
      if (numbers[index] !== null) continue;
      const id = (last.get(row.brandId) ?? 0) + 1;
      last.set(row.brandId, id);
      numbers[index] = id;
      fresh.push({ ...row, id });
    }
    await table.insert(client, fresh);
  }
  return new Map(keys.map((key, index) => [key, numbers[index] ?? 0]));
}

const domains: Numbering<{ readonly brandId: string; readonly name: string }> = {
  find: findDomains,
  last: lastDomains,
  insert: insertDomains,
};

const urls: Numbering<BrandPage & { readonly digest: Buffer }> = {
  find: findUrls,
  last: lastUrls,
  async insert(client, rows) {
    const names = rows.map(({ brandId, page }) => ({ brandId, name: page.domain }));
    const wanted = new Map(names.map((each) => [keyOf(each.brandId, each.name), each]));
    const numbers = await numbered(client, wanted, domains);
    const domainId = ({ brandId, page }: BrandPage) => numbers.get(keyOf(brandId, page.domain)) ?? 0;
    await insertUrls(
      client,
      rows.map((row) => ({ ...row, url: row.page.url, domainId: domainId(row) })),
    );
  },
};

/** SHA-256 of a normalised URL: what makes it unique in its brand. */
function digestOf(url: string): Buffer {
  return createHash('sha256').update(url).digest();
}
