// Equal questions are read once, for all the parts that anybody wants of them.

import type pg from 'pg';
import { type Ask, nothing, type Part, type Question, type Summary } from '../../domain/summary.js';
import { readTiles } from './read.js';

/** As `readTiles`, but asks about equal questions share one summary, which may hold more parts than one of them wants. */
export async function readMerged(
  client: pg.ClientBase,
  asks: readonly Ask[],
  onCorrupt: (ask: Ask) => void,
): Promise<readonly Summary[]> {
  const merged = merge(asks.filter(({ parts }) => parts.size > 0));
  if (merged.size === 0) return asks.map(() => nothing);
  const summaries = await readTiles(client, [...merged.values()], onCorrupt);
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
