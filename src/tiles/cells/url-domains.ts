// The domain of each URL, by number. A URL never changes its domain, so what was read once holds for as long as the brand does.

import type pg from 'pg';
import { copyRows, int, literal, streamRows } from '../../database/copy/copy-rows.js';
import { at } from '../packed/maps.js';

export class UrlDomains {
  private readonly brands = new Map<string, Int32Array>();
  /** Up to which URL all are known. */
  private readonly complete = new Map<string, number>();

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
      this.set(missing[int(index)]?.[0] ?? '', int(id), int(domain));
    }
  }

  /**
   * Reads the domains of all URLs of a brand that are not known yet, so that none has to be looked up for a while: numbers of URLs are given
   * out in ascending order. Resolves to the domains by URL, in memory that threads share.
   */
  async loadAll(client: pg.ClientBase, brandId: string): Promise<Int32Array> {
    let known = this.complete.get(brandId) ?? 0;
    const newer = `select id, domain_id from url where brand_id = ${literal(brandId)} and id > ${literal(known)} order by id`;
    for await (const [id, domain] of streamRows(client, newer)) {
      known = int(id);
      this.set(brandId, known, int(domain));
    }
    this.complete.set(brandId, known);
    return this.ofBrand(brandId);
  }

  /** The domains that are known, by URL. */
  ofBrand(brandId: string): Int32Array {
    return at(this.brands, brandId, () => newDomains());
  }

  /** The number of a URL's domain; 0 where it is not known. */
  of(brandId: string, url: number): number {
    return this.brands.get(brandId)?.[url] ?? 0;
  }

  /** Takes in the domains of URLs; the lists run parallel. */
  learn(brandId: string, urls: readonly number[], domains: readonly number[]): void {
    for (const [place, url] of urls.entries()) this.set(brandId, url, domains[place] ?? 0);
  }

  private set(brandId: string, url: number, domain: number): void {
    let domains = this.ofBrand(brandId);
    if (url >= domains.length) {
      const grown = newDomains(Math.max(domains.length * 2, url + 1));
      grown.set(domains);
      domains = grown;
      this.brands.set(brandId, domains);
    }
    domains[url] = domain;
  }
}

function newDomains(length = 1_024): Int32Array {
  return new Int32Array(new SharedArrayBuffer(length * Int32Array.BYTES_PER_ELEMENT));
}
