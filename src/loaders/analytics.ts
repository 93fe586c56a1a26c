// Answers to questions: all questions of a request are read from one snapshot, equal ones once.

import DataLoader from 'dataloader';
import type { Reading } from '../database/until.js';
import { type Ask, nothing, type Summary } from '../domain/summary.js';
import { readMerged } from '../tiles/answer/merged.js';
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
  const wanted = asks.some(({ parts }) => parts.size > 0);
  const corrupt: Ask[] = [];
  const summaries = wanted
    ? await db.snapshot((client) => readMerged(client, asks, (ask) => corrupt.push(ask)))
    : asks.map(() => nothing);
  const distrusted = corrupt.map(({ question }) => question);
  await rebuildLater(db, distrusted, onCorrupt);
  return summaries;
}
