// The domain of each URL, by number. A URL never changes its domain, and numbers are dense and given out in the order in which recorders commit: what
// was read once holds for as long as the brand does, and only newer URLs are read again. Bounded: the brands not asked for the longest are forgotten.

import type pg from 'pg';
import { copyRows, int, ints, literal, streamRows } from '../../database/copy/copy-rows.js';
import { made } from '../../domain/counts/maps.js';

export class UrlDomains {
  /** Those used last come last. */
  private readonly brands = new Map<string, BrandUrls>();

  /** Keeps the domains of about so many URLs. */
  constructor(private readonly max = Number.POSITIVE_INFINITY) {}

  /** The domains of URLs of a brand, by number, in memory that threads share. Those that are not known yet are read in one statement. */
  async load(client: pg.ClientBase, brandId: string, urls: ReadonlySet<number>): Promise<Int32Array> {
    const brand = made(this.brands, brandId, BrandUrls);
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
    const known = [...urls].map(([brandId, last]) => ({ brandId, last, of: made(this.brands, brandId, BrandUrls) }));
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
    this.forget(known.map(({ brandId }) => brandId));
    return new Map(known.map(({ brandId, of }) => [brandId, of.domains]));
  }

  /** Forgets the brands that were not used for the longest, but what is kept of some others. */
  private forget(used: readonly string[]): void {
    for (const brandId of used) {
      const brand = this.brands.get(brandId);
      this.brands.delete(brandId);
      if (brand) this.brands.set(brandId, brand);
    }
    let size = [...this.brands.values()].reduce((sum, { domains }) => sum + domains.length, 0);
    for (const [brandId, { domains }] of this.brands) {
      if (size <= this.max) return;
      size -= domains.length;
      this.brands.delete(brandId);
    }
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
