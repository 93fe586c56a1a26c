// What the runs of a batch share, each once, with an index: the pages they cite, the titles of these and the queries they issued. Pure.

import { hash } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import { normaliseQuery } from '../../domain/query.js';
import type { Page } from '../../domain/url.js';

/** Distinct pages in the order of their first citation, as parallel lists. */
export interface Pages {
  readonly urls: readonly string[];
  readonly domains: readonly string[];
  /** SHA-256 of each URL in hexadecimal digits, which is unique within a brand. */
  readonly digests: readonly string[];
}

/** Distinct queries in the order of their first occurrence, as parallel lists. */
export interface Queries {
  /** Normalised. */
  readonly texts: readonly string[];
  /** SHA-256 of each text in hexadecimal digits, which is unique within a brand. */
  readonly digests: readonly string[];
}

const cached = 100_000;
const maxCachedLength = 1_000;
const digestOf = (text: string) => hash('sha256', text, 'hex');
/** Most URLs occur again soon: their hashes are kept. */
const digestCache = new LRUCache<string, string>({ max: cached, memoMethod: digestOf });

interface Query {
  readonly text: string;
  readonly digest: string;
}

/** Queries as they are recorded, normalised. Longer texts are in no cache, so that it is bounded in bytes too. */
const queryCache = new LRUCache<string, Query>({ max: cached, memoMethod: identify });

function identify(recorded: string): Query {
  const text = normaliseQuery(recorded);
  return { text, digest: digestOf(text) };
}

/** Distinct texts, numbered from 0 in the order of their first occurrence. */
export class Texts {
  readonly texts: string[] = [];
  private readonly indexes = new Map<string, number>();

  /** The index of a text; that of a new one is how many there were. */
  add(text: string): number {
    const known = this.indexes.get(text);
    if (known !== undefined) return known;
    const index = this.texts.push(text) - 1;
    this.indexes.set(text, index);
    return index;
  }
}

/** Collects pages. */
export class PageCollector {
  private readonly urls = new Texts();
  private readonly domains: string[] = [];
  private readonly digests: string[] = [];

  /** The index of a page. */
  add({ url, domain }: Page): number {
    const index = this.urls.add(url);
    if (index === this.digests.length) {
      this.domains.push(domain);
      this.digests.push(url.length <= maxCachedLength ? digestCache.memo(url) : digestOf(url));
    }
    return index;
  }

  finish(): Pages {
    return { urls: this.urls.texts, domains: this.domains, digests: this.digests };
  }
}

/** Collects queries. */
export class QueryCollector {
  private readonly distinct = new Texts();
  private readonly digests: string[] = [];

  /** The indexes of a run's queries, each once. */
  add(recorded: readonly string[]): readonly number[] {
    const indexes = new Set<number>();
    for (const each of recorded) {
      const { text, digest } = each.length <= maxCachedLength ? queryCache.memo(each) : identify(each);
      const index = this.distinct.add(text);
      if (index === this.digests.length) this.digests.push(digest);
      indexes.add(index);
    }
    return [...indexes];
  }

  finish(): Queries {
    return { texts: this.distinct.texts, digests: this.digests };
  }
}
