// What the batches of one recorder have in common: what recent ones found out, so that the next ones need not look it up, and who records them.

import { Recorder } from './claim.js';
import { cacheNumbers, emptyNumberCache, type NumberCache, type Numbered } from './numbering.js';
import { cachePages, emptyPageCache, type PageCache, type PagesFound } from './pages.js';

export interface Caches {
  readonly recorder: Recorder;
  readonly channels: NumberCache;
  readonly pages: PageCache;
  readonly queries: NumberCache;
  /** Which PostgreSQL it was that all this was found out from. */
  server: string | null;
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
    server: null,
    deletions: new Map(),
  };
}

/** Forgets everything that another PostgreSQL said: one that was promoted may have lost it, and gives its numbers to others. */
export function forgetOther(known: Caches, server: string): void {
  if (known.server !== null && known.server !== server) forget(known);
  known.server = server;
}

/** Of so many brands it is remembered: anything may be named as one. */
const maxDeletions = 50_000;

/** Forgets everything where something of a brand was deleted since: its numbers and titles may be gone. */
export function forgetDeleted(
  known: Caches,
  brandIds: readonly string[],
  found: ReadonlyMap<string, { readonly deletions: number }>,
): void {
  if (known.deletions.size > maxDeletions) {
    forget(known);
    known.deletions.clear();
  }
  for (const id of brandIds) {
    const now = found.get(id)?.deletions ?? 0;
    if ((known.deletions.get(id) ?? now) !== now) forget(known);
    known.deletions.set(id, now);
  }
}

function forget({ channels, pages, queries }: Caches): void {
  for (const each of [channels, pages.urls, pages.domains, queries]) each.clear();
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
