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

/** The numbers of URLs that were met lately, by URL. One for each database. */
export type KnownUrls = Recent<readonly NumberedUrl[]>;

export interface NumberedUrl extends BrandPage {
  readonly number: number;
}

/**
 * The number of the URL of every page, in order. `known` spares looking up what was numbered lately; give it the `found` ones by `remember`
 * once the transaction is committed, and not before.
 */
export async function numberUrls(
  client: pg.ClientBase,
  pages: readonly BrandPage[],
  known: KnownUrls,
): Promise<{ readonly numbers: readonly number[]; readonly found: readonly NumberedUrl[] }> {
  const numbers: number[] = [];
  const wanted = new Map<string, BrandPage & { readonly digest: Buffer; readonly places: number[] }>();
  for (const [place, { brandId, page }] of pages.entries()) {
    const number = known.get(page.url)?.find((each) => each.brandId === brandId)?.number;
    numbers.push(number ?? 0);
    if (number !== undefined) continue;
    const key = keyOf(brandId, page.url);
    const same = wanted.get(key);
    if (same) same.places.push(place);
    else wanted.set(key, { brandId, page, digest: digestOf(page.url), places: [place] });
  }
  const byKey = await numbered(client, wanted, urls);
  const found = [...wanted].map(([key, { brandId, page, places }]) => {
    const number = byKey.get(key) ?? 0;
    for (const place of places) numbers[place] = number;
    return { brandId, page, number };
  });
  return { numbers, found };
}

/** Remembers numbers for the batches to come. */
export function remember(known: KnownUrls, found: readonly NumberedUrl[]): void {
  for (const each of found) known.set(each.page.url, [...(known.get(each.page.url) ?? []), each]);
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
): Promise<ReadonlyMap<string, number>> {
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

function keyOf(brandId: string, name: string): string {
  return `${brandId}\0${name}`;
}
