// What the batches of one recorder have in common: what recent ones found out, so that the next ones need not look it up, and who records them.

import { Recorder } from './claim.js';
import { cacheNumbers, emptyNumberCache, type NumberCache, type Numbered } from './numbering.js';
import { cachePages, emptyPageCache, type PageCache, type PagesFound } from './pages.js';

export interface Caches {
  readonly recorder: Recorder;
  readonly channels: NumberCache;
  readonly pages: PageCache;
  readonly queries: NumberCache;
  /** By brand: how many deletions it had when something of it was remembered. */
  readonly deletions: Map<string, number>;
}

/** Empty caches of up to `max` channels, URLs, domains and queries each. */
export function emptyCaches(max: number): Caches {
  return {
    recorder: new Recorder(),
    channels: emptyNumberCache(max),
    pages: emptyPageCache(max),
    queries: emptyNumberCache(max),
    deletions: new Map(),
  };
}

/** Forgets everything where something of a brand was deleted since: its numbers and titles may be gone. */
export function forgetDeleted(
  { channels, pages, queries, deletions }: Caches,
  brandIds: readonly string[],
  found: ReadonlyMap<string, { readonly deletions: number }>,
): void {
  for (const id of brandIds) {
    const now = found.get(id)?.deletions ?? 0;
    if ((deletions.get(id) ?? now) !== now)
      for (const each of [channels, pages.urls, pages.domains, queries]) each.clear();
    deletions.set(id, now);
  }
}

/** What a transaction found out; valid only once it is committed. */
export interface Found {
  readonly channels: readonly Numbered[];
  readonly pages: PagesFound;
  readonly queries: readonly Numbered[];
}

/** Adds what a committed transaction found out. */
export function cacheFound(known: Caches, { channels, pages, queries }: Found): void {
  cacheNumbers(known.channels, channels);
  cachePages(known.pages, pages);
  cacheNumbers(known.queries, queries);
}
