// Answers to questions: all questions of a request are read from one snapshot, equal ones once.

import DataLoader from 'dataloader';
import type { Reading } from '../database/until.js';
import { type Ask, nothing, type Part, type Question, type Summary } from '../domain/summary.js';
import { readTiles } from '../tiles/answer/read.js';
import { type OnCorrupt, rebuildLater } from '../tiles/stored/distrust.js';
import type { PendingTracker } from './pending-tracker.js';

/** Loads the parts that an ask wants. It waits until no entity is being loaded, so that aliases of all kinds leave together. */
export function analyticsLoader(db: Reading, pending: PendingTracker, onCorrupt: OnCorrupt) {
  return new DataLoader<Ask, Summary>((asks) => answer(db, asks, onCorrupt), {
    cache: false,
    batchScheduleFn: pending.whenIdle,
  });
}

async function answer(db: Reading, asks: readonly Ask[], onCorrupt: OnCorrupt): Promise<readonly Summary[]> {
  const merged = merge(asks.filter(({ parts }) => parts.size > 0));
  const keys = [...merged.keys()];
  const corrupt: Ask[] = [];
  const summaries =
    keys.length === 0
      ? []
      : await db.snapshot((client) => readTiles(client, [...merged.values()], (ask) => corrupt.push(ask)));
  const distrusted = corrupt.map(({ question }) => question);
  await rebuildLater(db, distrusted, onCorrupt);
  const byKey = new Map(keys.map((key, index) => [key, summaries[index]]));
  return asks.map(({ question }) => byKey.get(keyOf(question)) ?? nothing);
}

/** One ask a question, for all the parts that anybody wants of it. */
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
