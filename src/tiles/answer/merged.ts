// Equal questions are read once, for all the parts that anybody wants of them.

import type pg from 'pg';
import { type Ask, nothing, type Part, type Question, type Summary } from '../../domain/summary.js';
import { type OnceOptions, readTiles, readWithoutSnapshot, type TileOptions } from './read.js';

/** As `readTiles`, but asks about equal questions share one summary, which may hold more parts than one of them wants. */
export async function readMerged(
  client: pg.ClientBase,
  asks: readonly Ask[],
  options: TileOptions,
): Promise<readonly Summary[]> {
  const merged = merge(asks.filter(({ parts }) => parts.size > 0));
  if (merged.size === 0) return asks.map(() => nothing);
  return distribute(asks, merged, await readTiles(client, [...merged.values()], options));
}

/** The same as `readWithoutSnapshot`. */
export async function readMergedWithoutSnapshot(
  client: pg.ClientBase,
  asks: readonly Ask[],
  options: OnceOptions,
): Promise<readonly Summary[] | null> {
  const merged = merge(asks.filter(({ parts }) => parts.size > 0));
  const summaries = await readWithoutSnapshot(client, [...merged.values()], options);
  return summaries && distribute(asks, merged, summaries);
}

function distribute(
  asks: readonly Ask[],
  merged: ReadonlyMap<string, Ask>,
  summaries: readonly Summary[],
): readonly Summary[] {
  const byKey = new Map([...merged.keys()].map((key, index) => [key, summaries[index]]));
  return asks.map(({ question }) => byKey.get(keyOf(question)) ?? nothing);
}

/** One ask a question. */
function merge(asks: readonly Ask[]): ReadonlyMap<string, Ask> {
  const merged = new Map<string, Ask>();
  for (const { question, parts } of asks) {
    const key = keyOf(question);
    const known: Iterable<Part> = merged.get(key)?.parts ?? [];
    merged.set(key, { question, parts: new Set([...known, ...parts]) });
  }
  return merged;
}

function keyOf({ brandId, window, model, tags, promptId, outcome, series }: Question): string {
  return JSON.stringify([brandId, window.start, window.end, model, tags, promptId, outcome, series]);
}
