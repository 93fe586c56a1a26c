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

  /** Reads the domains of the URLs that are not known yet, in one statement; none where all are. */
  async load(client: pg.ClientBase, urls: ReadonlyMap<string, ReadonlySet<number>>): Promise<void> {
    const given = [...urls].map(
      ([brandId, ids]) => [brandId, [...ids].filter((id) => this.of(brandId, id) === 0)] as const,
    );
    const missing = given.filter(([, ids]) => ids.length > 0);
    if (missing.length === 0) return;
    const selects = missing.map(
      ([brandId, ids], index) => `select ${literal(index)}::integer, id, domain_id from url
        where brand_id = ${literal(brandId)} and id = any(${literal(ids)}::integer[])`,
    );
    for (const [index, id, domain] of await copyRows(client, selects.join('\nunion all\n'))) {
      this.learn(missing[int(index)]?.[0] ?? '', [int(id)], [int(domain)]);
    }
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

  /** The domains that are known, by URL, in memory that threads share. */
  ofBrand(brandId: string): Int32Array {
    return made(this.brands, brandId, BrandUrls).domains;
  }

  /** The number of a URL's domain; 0 where it is not known. */
  of(brandId: string, url: number): number {
    return this.brands.get(brandId)?.domains[url] ?? 0;
  }

  /** Takes in the domains of URLs; the lists run parallel. */
  learn(brandId: string, urls: readonly number[], domains: readonly number[]): void {
    made(this.brands, brandId, BrandUrls).learn(urls, domains);
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
