// The domain of each URL, by number. A URL never changes its domain, and numbers are dense and given out in the order in which recorders commit: what
// was read once holds for as long as the brand does, and only newer URLs are read again. Bounded: the brands not asked for the longest are forgotten.

import { LRUCache } from 'lru-cache';
import type pg from 'pg';
import { copyRows, int, ints, literal, streamRows } from '../../database/copy/copy-rows.js';

export class UrlDomains {
  private readonly brands: LRUCache<string, BrandUrls>;

  /** Keeps the domains of about so many URLs. */
  constructor(max = Number.MAX_SAFE_INTEGER) {
    this.brands = new LRUCache({ maxSize: max, sizeCalculation: ({ domains }) => domains.length });
  }

  /** The domains of URLs of a brand, by number, in memory that threads share. Those that are not known yet are read in one statement. */
  async load(client: pg.ClientBase, brandId: string, urls: ReadonlySet<number>): Promise<Int32Array> {
    const brand = this.keep(brandId);
    const missing = [...urls].filter((url) => !brand.domains[url]);
    if (missing.length === 0) return brand.domains;
    const rows = await copyRows(
      client,
      `select id, domain_id from url where brand_id = ${literal(brandId)} and id = any(${literal(missing)}::integer[])`,
    );
    for (const [id, domain] of rows) brand.learn([int(id)], [int(domain)]);
    return brand.domains;
  }

  /**
   * Reads the domains of all URLs of brands that are not known yet, of those brands of which some up to the highest of `urls` may not be. In one
   * statement; none where all are known.
   */
  async loadAll(client: pg.ClientBase, urls: ReadonlyMap<string, number>): Promise<ReadonlyMap<string, Int32Array>> {
    const known = [...urls].map(([brandId, last]) => ({ brandId, last, of: this.keep(brandId) }));
    const pending = known.filter(({ last, of }) => last > of.complete);
    // In chunks, so that a million are not taken in at once.
    const selects = pending.map(
      ({ brandId, of }, index) => `select ${literal(index)}::integer, array_agg(id), array_agg(domain_id) from url
        where brand_id = ${literal(brandId)} and id > ${literal(of.complete)} group by id / 10000`,
    );
    const complete = pending.map(({ of }) => of.complete);
    if (pending.length > 0) {
      for await (const [number, ids, domains] of streamRows(client, selects.join('\nunion all\n'))) {
        const [index, read] = [int(number), ints(ids)];
        pending[index]?.of.learn(read, ints(domains));
        complete[index] = read.reduce((last, id) => Math.max(last, id), complete[index] ?? 0);
      }
    }
    for (const [index, { of }] of pending.entries()) of.complete = Math.max(of.complete, complete[index] ?? 0);
    for (const { brandId, of } of known) this.keep(brandId, of);
    return new Map(known.map(({ brandId, of }) => [brandId, of.domains]));
  }

  /** Keeps a brand as the one used last, with the size that it has now; what is known of it before, by default. */
  private keep(brandId: string, brand = this.brands.get(brandId) ?? new BrandUrls()): BrandUrls {
    this.brands.delete(brandId);
    this.brands.set(brandId, brand);
    return brand;
  }
}

/** The domains of the URLs of a brand, by number. */
class BrandUrls {
  domains = newDomains();
  /** Up to which URL all are known. */
  complete = 0;

  learn(urls: readonly number[], domains: readonly number[]): void {
    const last = urls.reduce((most, url) => Math.max(most, url), 0);
    if (last >= this.domains.length) {
      const grown = newDomains(Math.max(this.domains.length * 2, last + 1));
      grown.set(this.domains);
      this.domains = grown;
    }
    for (const [place, url] of urls.entries()) this.domains[url] = domains[place] ?? 0;
  }
}

function newDomains(length = 1_024): Int32Array {
  return new Int32Array(new SharedArrayBuffer(length * Int32Array.BYTES_PER_ELEMENT));
}
