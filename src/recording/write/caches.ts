// What the batches of one recorder have in common: what recent ones found out, so that the next ones need not look it up, and who records them.

import { LRUCache } from 'lru-cache';
import { Recorder } from './claim.js';
import { cacheNumbers, type NumberCache, type Numbered } from './numbering.js';
import { cachePages, emptyPageCache, type PageCache, type PagesFound } from './pages.js';

export interface Caches {
  readonly recorder: Recorder;
  readonly pages: PageCache;
  readonly queries: NumberCache;
}

/** Empty caches of up to `max` URLs, domains and queries each. */
export function emptyCaches(max: number): Caches {
  return { recorder: new Recorder(), pages: emptyPageCache(max), queries: new LRUCache({ max }) };
}

/** What a transaction found out; valid only once it is committed. */
export interface Found {
  readonly pages: PagesFound;
  readonly queries: readonly Numbered[];
}

/** Adds what a committed transaction found out. */
export function cacheFound(known: Caches, { pages, queries }: Found): void {
  cachePages(known.pages, pages);
  cacheNumbers(known.queries, queries);
}
