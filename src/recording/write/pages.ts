// Numbers the pages that the runs of a batch cite, and keeps the newest title of each.

import { LRUCache } from 'lru-cache';
import type pg from 'pg';
import type { AdmittedRun } from '../admit/changes.js';
import type { Rows } from '../prepare/draft.js';
import {
  findDigests,
  findDomains,
  insertDomains,
  insertUrls,
  lastNumbers,
  type Title,
  type TitledUrl,
  updateTitles,
} from './number-rows.js';
import {
  type BatchNumbers,
  type BrandItem,
  cachedNumber,
  type NumberCache,
  type Numbered,
  numberItems,
  numberRows,
} from './numbering.js';

/** What recent batches found out about pages. One cache per database. */
export interface PageCache {
  readonly urls: NumberCache;
  readonly domains: NumberCache;
  /** By `titleKey`: the URL has this title or one of a later run. */
  readonly titles: LRUCache<string, Title>;
}

/** An empty cache of up to `max` URLs and as many domains. */
export function emptyPageCache(max: number): PageCache {
  return { urls: new LRUCache({ max }), domains: new LRUCache({ max }), titles: new LRUCache({ max }) };
}

/** What a transaction found out about pages; valid only once it is committed. */
export interface PagesFound {
  readonly urls: readonly Numbered[];
  readonly domains: readonly Numbered[];
  readonly titles: readonly TitledUrl[];
}

/** Longer titles are not cached, so that the cache is bounded in bytes too. */
const maxCachedTitle = 1_000;

export function cacheTitles(known: PageCache['titles'], titles: readonly TitledUrl[]): void {
  for (const { brandId, id, text, at } of titles) {
    const key = titleKey(brandId, id);
    const isOlder = (known.get(key)?.at ?? at) > at;
    if (text.length <= maxCachedTitle && !isOlder) known.set(key, { text, at });
  }
}

interface BatchPages {
  readonly runs: readonly AdmittedRun[];
  readonly rows: Pick<Rows, 'cited' | 'pages' | 'titled' | 'titles'>;
}

/** The URL numbers of all pages cited by `runs`. New URLs and domains are inserted, changed titles updated. */
export async function numberPages(
  client: pg.ClientBase,
  batch: BatchPages,
  known: PageCache,
): Promise<{ readonly numbers: BatchNumbers; readonly found: PagesFound }> {
  const { cited, pages } = batch.rows;
  const items = {
    runs: batch.runs,
    indexesOf: ({ citedFrom, citedTo }: AdmittedRun['draft']) => cited.subarray(citedFrom, citedTo),
    itemAt: (index: number): Page => {
      return { name: pages.urls[index] ?? '', domain: pages.domains[index] ?? '', digest: pages.digests[index] ?? '' };
    },
  };
  const { numbers, found, fresh } = await numberItems(client, items, {
    known: known.urls,
    find: (client, urls) => findDigests(client, 'url', urls),
    last: (client, brandIds) => lastNumbers(client, 'url', brandIds),
  });
  const titles = newestTitles(batch, numbers);
  const domains = await insertPages(client, { pages: fresh, titles }, known.domains);
  const inserted = new Set(fresh.map(({ brandId, id }) => titleKey(brandId, id)));
  const changed = [...titles].filter(([key, title]) => mayChange(known.titles.get(key), title));
  const updated = changed.flatMap(([key, title]) => (inserted.has(key) ? [] : [title]));
  if (updated.length > 0) await updateTitles(client, updated);
  return { numbers, found: { urls: found, domains, titles: changed.map(([, title]) => title) } };
}

interface Page {
  readonly name: string;
  readonly domain: string;
  readonly digest: string;
}

/** The title that the newest run of the batch gives each URL; of equally new ones the last. */
function newestTitles({ runs, rows }: BatchPages, numbers: BatchNumbers): ReadonlyMap<string, TitledUrl> {
  const newest = new Map<string, Map<number, TitledUrl>>();
  for (const { brandId, draft } of runs) {
    const inBrand = newest.get(brandId) ?? new Map<number, TitledUrl>();
    newest.set(brandId, inBrand);
    for (let row = draft.citedFrom; row < draft.citedTo; row++) {
      const text = rows.titles[(rows.titled[row] ?? 0) - 1];
      const id = numbers.get(brandId)?.get(rows.cited[row] ?? 0) ?? 0;
      const other = inBrand.get(id);
      const isNewer = !other || other.at <= draft.createdAt;
      if (text !== undefined && isNewer) inBrand.set(id, { brandId, id, text, at: draft.createdAt });
    }
  }
  const titles = [...newest.values()].flatMap((inBrand) => [...inBrand.values()]);
  return new Map(titles.map((title) => [titleKey(title.brandId, title.id), title]));
}

function mayChange(known: Title | undefined, title: Title): boolean {
  return !known || (known.at <= title.at && known.text !== title.text);
}

/** Inserts URLs and their new domains. Returns the domains that were not cached. */
async function insertPages(
  client: pg.ClientBase,
  { pages, titles }: { pages: readonly (BrandItem<Page> & { id: number })[]; titles: ReadonlyMap<string, TitledUrl> },
  known: NumberCache,
): Promise<readonly Numbered[]> {
  if (pages.length === 0) return [];
  const numbers = new Map<string, number>();
  const wanted: { readonly brandId: string; readonly name: string }[] = [];
  for (const { brandId, domain } of pages) {
    const key = keyOf(brandId, domain);
    if (numbers.has(key)) continue;
    const number = cachedNumber(known, brandId, domain);
    numbers.set(key, number ?? 0);
    if (number === undefined) wanted.push({ brandId, name: domain });
  }
  const table = {
    find: findDomains,
    last: (client: pg.ClientBase, brandIds: readonly string[]) => lastNumbers(client, 'domain', brandIds),
  };
  const { numbers: given, fresh } = await numberRows(client, wanted, table);
  const found = wanted.map((each, index) => ({ ...each, number: given[index] ?? 0 }));
  for (const { brandId, name, number } of found) numbers.set(keyOf(brandId, name), number);
  if (fresh.length > 0) await insertDomains(client, fresh);
  const rows = pages.map((page) => {
    const domainId = numbers.get(keyOf(page.brandId, page.domain)) ?? 0;
    return { ...page, domainId, title: titles.get(titleKey(page.brandId, page.id)) ?? null };
  });
  await insertUrls(client, rows);
  return found;
}

function titleKey(brandId: string, id: number): string {
  return keyOf(brandId, String(id));
}

function keyOf(brandId: string, name: string): string {
  return `${brandId}\0${name}`;
}
