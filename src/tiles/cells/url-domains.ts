// The domain of each URL, by number. A URL never changes its domain, so what was read once holds for as long as the brand does.

import type pg from 'pg';
import { copyRows, int, literal } from '../../database/copy/copy-rows.js';
import { at } from '../packed/maps.js';

export class UrlDomains {
  private readonly brands = new Map<string, Int32Array>();

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

  /** The number of a URL's domain; 0 where it is not known. */
  of(brandId: string, url: number): number {
    return this.brands.get(brandId)?.[url] ?? 0;
  }

  /** Takes in the domains of URLs; the lists run parallel. */
  learn(brandId: string, urls: readonly number[], domains: readonly number[]): void {
    for (const [place, url] of urls.entries()) this.set(brandId, url, domains[place] ?? 0);
  }

  private set(brandId: string, url: number, domain: number): void {
    let domains = at(this.brands, brandId, () => new Int32Array(1_024));
    if (url >= domains.length) {
      const grown = new Int32Array(Math.max(domains.length * 2, url + 1));
      grown.set(domains);
      domains = grown;
      this.brands.set(brandId, domains);
    }
    domains[url] = domain;
  }
}
