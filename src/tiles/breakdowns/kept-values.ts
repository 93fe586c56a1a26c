// Values of dimensions, kept from one request to the next under the version of their brand, as names of prompts are (`tiles/lists/kept-names.ts`).

import type { BreakdownAsk } from '../../domain/breakdown/breakdown.js';
import type { Cached, TileCache } from '../kept/tile-cache.js';
import type { Reading } from '../scan/reading.js';
import { versionOf } from '../stored/stamps.js';
import type { Values } from './values.js';

interface KeptValues extends Cached {
  readonly values: Values;
}

/** What is kept for one ask after the other under a version; `null`: something is not. */
export function findValues(cache: TileCache, asks: readonly BreakdownAsk[], version: string): readonly Values[] | null {
  const kept = asks.flatMap((ask) => (cache.get(keyOf(ask), version) as KeptValues | null | undefined) ?? []); // safe because nothing else is kept there
  return kept.length < asks.length ? null : kept.map(({ values }) => values);
}

/** Keeps what was read of one brand in the snapshot of `reading`. */
export function keepValues(
  { cache, proof, proven }: Reading,
  asks: readonly BreakdownAsk[],
  read: readonly Values[],
): void {
  if (proven.brandIds.length !== 1) return;
  const version = versionOf(proof);
  for (const [place, ask] of asks.entries()) {
    const values = read[place];
    // Which prompts name the brand is also decided without a new version, of those that were recorded before anything was decided.
    if (!values || ask.by.includes('branded')) continue;
    const kept: KeptValues = { values, bytes: bytesOf(values) };
    cache?.set(keyOf(ask), version, kept);
  }
}

/** The brand's name is among those of companies. */
function keyOf({ by, brandName, question: { brandId } }: BreakdownAsk): string {
  return JSON.stringify(['values', brandId, by.toSorted(), brandName]);
}

/** What an object or a string takes beside its characters, about. */
const valueBytes = 100;

/** About what they take of memory. */
function bytesOf({ models, companies, prompts, channels, tagged }: Values): number {
  const names = [...models, ...companies.map(({ name }) => name), ...tagged.flatMap(({ tags }) => tags)];
  const characters = names.reduce((sum, name) => sum + name.length, 0);
  const numbers = prompts.length + tagged.reduce((sum, { prompts: own }) => sum + own.length, 0);
  return 2 * characters + 8 * numbers + valueBytes * (names.length + 2 * companies.length + 3 * channels.length + 1);
}
