// The domain of every URL of a brand, by number. Numbers are dense, permanent, and given out in the order in which recorders commit, so what was
// read once holds and only newer URLs are read again. Bounded: the brands that were not asked for the longest are forgotten.

import { LRUCache } from 'lru-cache';
import type pg from 'pg';
import { copyRows, int, ints, literal } from '../../database/copy/copy-rows.js';
import type { Counted } from './table.js';

/** About 32 MB. */
const maxUrls = 8_000_000;

interface BrandUrls {
  /** By number of the URL; longer than needed. */
  readonly domains: Int32Array;
  /** The highest number that is known. */
  readonly last: number;
}

/** Knows the domains of the URLs that it was asked for. One serves all requests to a database. */
export class UrlDomainCache {
  private readonly brands: LRUCache<string, BrandUrls>;

  constructor(max = maxUrls) {
    this.brands = new LRUCache({ maxSize: max, sizeCalculation: ({ domains }) => Math.max(1, domains.length) });
  }

  /** By brand, the domains of its URLs up to a number at least, by number; in one statement, and none where all are known. */
  async load(client: pg.ClientBase, needed: ReadonlyMap<string, number>): Promise<ReadonlyMap<string, Int32Array>> {
    const known = [...needed].map(([brandId, last]) => ({ brandId, needed: last, urls: this.brands.get(brandId) }));
    const found = new Map(known.map(({ brandId, urls }) => [brandId, urls?.domains ?? new Int32Array(0)]));
    const lacking = known.filter(({ needed, urls }) => needed > (urls?.last ?? 0));
    if (lacking.length === 0) return found;
    const selects = lacking.map(
      (
        { brandId, urls },
        index,
      ) => `select ${literal(index)}::integer, array_agg(id order by id), array_agg(domain_id order by id)
        from url where brand_id = ${literal(brandId)} and id > ${literal(urls?.last ?? 0)}`,
    );
    const fresh = lacking.map(() => noUrls);
    for (const [index, ids, domains] of await copyRows(client, selects.join('\nunion all\n'))) {
      fresh[int(index)] = { ids: ints(ids), domains: ints(domains) };
    }
    for (const [index, { brandId, urls }] of lacking.entries()) {
      const grown = grow(urls ?? { domains: new Int32Array(0), last: 0 }, fresh[index] ?? noUrls);
      if (grown.last > (this.brands.get(brandId)?.last ?? 0)) this.brands.set(brandId, grown);
      found.set(brandId, grown.domains);
    }
    return found;
  }
}

/** The highest of the URLs that were counted, by brand: what `load` needs to know. */
export function lastUrls(counted: readonly Counted[]): ReadonlyMap<string, number> {
  const last = new Map<string, number>();
  for (const { ask, current } of counted) {
    const { brandId } = ask.question;
    last.set(brandId, Math.max(last.get(brandId) ?? 0, current.urlItems?.ids.at(-1) ?? 0));
  }
  return last;
}

/** URLs that were read; the lists run parallel, by URL ascending. */
interface ReadUrls {
  readonly ids: readonly number[];
  readonly domains: readonly number[];
}

const noUrls: ReadUrls = { ids: [], domains: [] };

function grow(known: BrandUrls, { ids, domains }: ReadUrls): BrandUrls {
  if (ids.length === 0) return known;
  const last = Math.max(known.last, ids.at(-1) ?? 0);
  const grown = last < known.domains.length ? known.domains : new Int32Array(Math.ceil((last + 1) * 1.1));
  if (grown !== known.domains) grown.set(known.domains);
  for (const [place, id] of ids.entries()) grown[id] = domains[place] ?? 0;
  return { domains: grown, last };
}
