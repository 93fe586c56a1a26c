// What the batches of one recorder have in common: what recent ones found out, so that the next ones need not look it up, and who records them.

import { Recorder } from './claim.js';
import { emptyNumberCache, type NumberCache } from './numbering.js';

export interface Caches {
  readonly recorder: Recorder;
  readonly channels: NumberCache;
  readonly urls: NumberCache;
  readonly domains: NumberCache;
  readonly queries: NumberCache;
  /** Which PostgreSQL it was that all this was found out from. */
  server: string | null;
  /** Whether something of it was found out by a transaction that may not have been committed. */
  isDraft: boolean;
  /** By brand: how many deletions it had when something of it was remembered. */
  readonly deletions: Map<string, number>;
}

/** Empty caches of up to `max` channels, URLs, domains and queries each. */
export function emptyCaches(max: number): Caches {
  return {
    recorder: new Recorder(),
    channels: emptyNumberCache(max),
    urls: emptyNumberCache(max),
    domains: emptyNumberCache(max),
    queries: emptyNumberCache(max),
    server: null,
    isDraft: false,
    deletions: new Map(),
  };
}

/**
 * Begins a transaction that adds what it finds out, and that is to be taken for failed until `isDraft` is false again. Forgets what one that failed added,
 * and everything that another PostgreSQL said: one that was promoted may have lost it, and gives its numbers to others.
 */
export function beginDraft(known: Caches, server: string): void {
  if (known.isDraft || (known.server !== null && known.server !== server)) forget(known);
  known.isDraft = true;
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

function forget({ channels, urls, domains, queries }: Caches): void {
  for (const each of [channels, urls, domains, queries]) each.clear();
}
