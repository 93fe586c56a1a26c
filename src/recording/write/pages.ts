// Numbers the pages that the runs of a batch cite, and keeps the newest title of each.

import type pg from 'pg';
import type { AdmittedRun } from '../admit/changes.js';
import type { Rows } from '../prepare/draft.js';
import {
  findDigests,
  findDomains,
  insertDomains,
  insertUrls,
  type Title,
  type TitledUrl,
  updateTitles,
} from './number-rows.js';
import {
  type BrandItem,
  cachedEntry,
  cacheNumbers,
  emptyNumberCache,
  type NumberCache,
  type Numbered,
  numberItems,
  numberRows,
  type RowNumbers,
} from './numbering.js';

/** A numbered URL; `title` is what is known to be its title, or to be older than that. */
interface NumberedUrl extends Numbered {
  title?: Title;
}

/** What recent batches found out about pages. One cache per database. */
export interface PageCache {
  readonly urls: NumberCache<NumberedUrl>;
  readonly domains: NumberCache;
}

/** An empty cache of up to `max` URLs and as many domains. */
export function emptyPageCache(max: number): PageCache {
  return { urls: emptyNumberCache(max), domains: emptyNumberCache(max) };
}

/** What a transaction found out about pages; valid only once it is committed. */
export interface PagesFound {
  readonly urls: readonly Numbered[];
  readonly domains: readonly Numbered[];
  readonly titles: readonly PageTitle[];
}

/** Longer titles are not cached, so that the cache is bounded in bytes too. */
const maxCachedTitle = 1_000;

/** Adds what a committed transaction found out. */
export function cachePages(known: PageCache, { urls, domains, titles }: PagesFound): void {
  cacheNumbers(known.urls, urls);
  cacheNumbers(known.domains, domains);
  for (const { brandId, url, text, at } of titles) {
    const entry = cachedEntry(known.urls, brandId, url);
    if (entry && text.length <= maxCachedTitle && (entry.title?.at ?? at) <= at) entry.title = { text, at };
  }
}

/** The title that a run of a batch gives a URL. */
interface PageTitle extends Title {
  readonly brandId: string;
  readonly url: string;
  /** A row of citations of the URL. */
  readonly row: number;
}

interface BatchPages {
  readonly runs: readonly AdmittedRun[];
  readonly rows: Pick<Rows, 'cited' | 'pages' | 'titled' | 'titles'>;
}

/** The URL numbers of all pages cited by `runs`. New URLs and domains are inserted, changed titles updated. */
export async function numberPages(
  client: pg.ClientBase,
  { runs, rows }: BatchPages,
  known: PageCache,
): Promise<{ readonly numbers: RowNumbers; readonly found: PagesFound }> {
  const { cited, pages } = rows;
  const items = {
    runs,
    indexes: cited,
    rowsOf: ({ citedFrom, citedTo }: AdmittedRun['draft']) => [citedFrom, citedTo] as const,
    names: pages.urls,
    itemAt: (index: number): Page => {
      return { name: pages.urls[index] ?? '', domain: pages.domains[index] ?? '', digest: pages.digests[index] ?? '' };
    },
  };
  const titles: PageTitle[] = [];
  const { numbers, found, fresh } = await numberItems(client, items, {
    known: known.urls,
    visit: (ofBrand, entryAt) => {
      for (const title of newestTitles(ofBrand, rows)) {
        if (mayChange(entryAt(cited[title.row] ?? 0)?.title, title)) titles.push(title);
      }
    },
    table: 'url',
    find: (client, urls) => findDigests(client, 'url', urls),
  });
  const given = new Map(titles.map((title) => [keyOf(title.brandId, title.url), title]));
  const domains = await insertPages(client, { pages: fresh, titles: given }, known.domains);
  for (const { brandId, name } of fresh) given.delete(keyOf(brandId, name));
  const updated = [...given.values()].map((title): TitledUrl => ({ ...title, id: numbers[title.row] ?? 0 }));
  if (updated.length > 0) await updateTitles(client, updated);
  return { numbers, found: { urls: found, domains, titles } };
}

interface Page {
  readonly name: string;
  readonly domain: string;
  readonly digest: string;
}

/** The titles that the newest of a brand's runs give the URLs; of equally new ones the last. */
function newestTitles(runs: readonly AdmittedRun[], rows: BatchPages['rows']): readonly PageTitle[] {
  const { cited, titled, titles, pages } = rows;
  const newest = new Map<number, { readonly row: number; readonly at: number }>();
  for (const { draft } of runs) {
    const at = draft.createdAt;
    for (let row = draft.citedFrom; row < draft.citedTo; row++) {
      const index = cited[row] ?? 0;
      if (titled[row] !== 0 && (newest.get(index)?.at ?? at) <= at) newest.set(index, { row, at });
    }
  }
  const brandId = runs[0]?.brandId ?? '';
  return [...newest].map(([index, { row, at }]) => {
    return { brandId, url: pages.urls[index] ?? '', row, text: titles[(titled[row] ?? 0) - 1] ?? '', at };
  });
}

function mayChange(known: Title | undefined, title: Title): boolean {
  return !known || (known.at <= title.at && known.text !== title.text);
}

/** Inserts URLs and their new domains. Returns the domains that were not cached. */
async function insertPages(
  client: pg.ClientBase,
  { pages, titles }: { pages: readonly (BrandItem<Page> & { id: number })[]; titles: ReadonlyMap<string, Title> },
  known: NumberCache,
): Promise<readonly Numbered[]> {
  if (pages.length === 0) return [];
  const numbers = new Map<string, number>();
  const wanted: { readonly brandId: string; readonly name: string }[] = [];
  for (const { brandId, domain } of pages) {
    const key = keyOf(brandId, domain);
    if (numbers.has(key)) continue;
    const number = cachedEntry(known, brandId, domain)?.number;
    numbers.set(key, number ?? 0);
    if (number === undefined) wanted.push({ brandId, name: domain });
  }
  const { numbers: given, fresh } = await numberRows(client, wanted, { table: 'domain', find: findDomains });
  const found = wanted.map((each, index) => ({ ...each, number: given[index] ?? 0 }));
  for (const { brandId, name, number } of found) numbers.set(keyOf(brandId, name), number);
  if (fresh.length > 0) await insertDomains(client, fresh);
  const rows = pages.map((page) => {
    const domainId = numbers.get(keyOf(page.brandId, page.domain)) ?? 0;
    return { ...page, domainId, title: titles.get(keyOf(page.brandId, page.name)) ?? null };
  });
  await insertUrls(client, rows);
  return found;
}

function keyOf(brandId: string, name: string): string {
  return `${brandId}\0${name}`;
}
