// Numbers the pages that the runs of a batch cite, and keeps the newest title of each.

import type pg from 'pg';
import { made } from '../../domain/counts/maps.js';
import type { AdmittedRun } from '../admit/changes.js';
import type { Draft, Rows } from '../prepare/draft.js';
import type { Caches } from './caches.js';
import { findDigests, findDomains, insertDomains, insertUrls, type TitledUrl, updateTitles } from './number-rows.js';
import { cachedEntry, type Named, type NumberCache, numberItems, numberRows, type RowNumbers } from './numbering.js';

/** Longer titles are not cached, so that the cache is bounded in bytes too. */
const maxCachedTitle = 1_000;

interface BatchPages {
  readonly runs: readonly AdmittedRun[];
  readonly rows: Pick<Rows, 'cited' | 'pages' | 'titled' | 'titles'>;
}

interface Page extends Named {
  readonly domain: string;
  readonly digest: string;
}

/** The URL numbers of all pages cited by `runs`. New URLs and domains are inserted, changed titles updated. */
export async function numberPages(
  client: pg.ClientBase,
  { runs, rows }: BatchPages,
  known: Pick<Caches, 'urls' | 'domains'>,
): Promise<RowNumbers> {
  const { cited, pages } = rows;
  const itemAt = (brandId: string, index: number): Page => {
    const [name = '', domain = '', digest = ''] = [pages.urls[index], pages.domains[index], pages.digests[index]];
    return { brandId, name, domain, digest };
  };
  const items = {
    runs,
    indexes: cited,
    rowsOf: ({ citedFrom, citedTo }: Draft) => [citedFrom, citedTo] as const,
    itemAt,
  };
  const { numbers, fresh } = await numberItems(client, items, {
    table: 'url',
    known: known.urls,
    find: (client, urls) => findDigests(client, 'url', urls),
  });
  const titles = newestTitles({ runs, rows }, numbers).filter((title) => {
    const before = cachedEntry(known.urls, title)?.title;
    return !before || (before.at <= title.at && before.text !== title.text);
  });
  const given = new Map(titles.map((title) => [keyOf(title), title]));
  if (fresh.length > 0) {
    const domains = await numberDomains(client, fresh, known.domains);
    const urls = fresh.map((page) => ({
      ...page,
      domainId: domains.get(keyOf(domainOf(page))) ?? 0,
      title: given.get(keyOf(page)) ?? null,
    }));
    await insertUrls(client, urls);
  }
  for (const page of fresh) given.delete(keyOf(page));
  if (given.size > 0) await updateTitles(client, [...given.values()]);
  for (const title of titles) {
    const { text, at } = title;
    const entry = cachedEntry(known.urls, title);
    if (entry && text.length <= maxCachedTitle && (entry.title?.at ?? at) <= at) entry.title = { text, at };
  }
  return numbers;
}

/** The titles that the newest runs give their URLs; of equally new ones the last. */
function newestTitles(
  { runs, rows: { cited, titled, titles, pages } }: BatchPages,
  numbers: RowNumbers,
): readonly (TitledUrl & Named)[] {
  const newest = new Map<string, Map<number, TitledUrl & Named>>();
  for (const { brandId, draft } of runs) {
    const ofBrand = made(newest, brandId, Map<number, TitledUrl & Named>);
    const at = draft.createdAt;
    for (let row = draft.citedFrom; row < draft.citedTo; row++) {
      const id = numbers[row] ?? 0;
      const text = titles[(titled[row] ?? 0) - 1];
      if (text === undefined || (ofBrand.get(id)?.at ?? at) > at) continue;
      ofBrand.set(id, { brandId, id, name: pages.urls[cited[row] ?? 0] ?? '', text, at });
    }
  }
  return [...newest.values()].flatMap((ofBrand) => [...ofBrand.values()]);
}

/** The numbers of the domains of pages, by `keyOf`. New ones are inserted. */
async function numberDomains(
  client: pg.ClientBase,
  pages: readonly Page[],
  known: NumberCache,
): Promise<ReadonlyMap<string, number>> {
  const domains = new Map(pages.map(domainOf).map((domain) => [keyOf(domain), domain]));
  const { numbers, fresh } = await numberRows(client, [...domains.values()], {
    table: 'domain',
    known,
    find: findDomains,
  });
  if (fresh.length > 0) await insertDomains(client, fresh);
  return new Map([...domains.keys()].map((key, place) => [key, numbers[place] ?? 0]));
}

function domainOf({ brandId, domain }: Page): Named {
  return { brandId, name: domain };
}

function keyOf({ brandId, name }: Named): string {
  return `${brandId}\0${name}`;
}
