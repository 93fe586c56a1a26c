// Answers from tiles beside answers from raw rows.

import { isDeepStrictEqual } from 'node:util';
import type { Database } from '../../../src/database/postgres.js';
import { dayMs } from '../../../src/domain/limits.js';
import { noFilter } from '../../../src/domain/selection/run-filter.js';
import { type Ask, everyPart, type Question } from '../../../src/domain/summary.js';
import type { Window } from '../../../src/domain/window.js';
import { readTiles } from '../../../src/tiles/answer/read.js';
import { inOrder } from '../../../src/tiles/check.js';
import { readRaw } from '../../../src/tiles/plain/raw.js';

/** A question for everything about a brand in a window. */
export function askOf(
  brandId: string,
  window: Window,
  filter: { model?: string | null; tags?: readonly string[] } = {},
): Ask {
  const { model = null, tags = [] } = filter;
  return {
    question: {
      brandId,
      window,
      model,
      tags,
      filter: noFilter,
      promptId: null,
      outcome: 'all',
      series: { timeZone: 'UTC', maxDays: 3_660 },
    },
    parts: new Set(everyPart),
  };
}

const from = Date.parse('2025-12-20T00:00:00Z');
const windows: readonly Window[] = [
  { start: from, end: from + 120 * dayMs },
  { start: from + 15 * dayMs + 900_000, end: from + 77 * dayMs + 1_800_000 },
];

/** The questions about brands that tiles and raw rows answer differently. */
export function differencesOf(db: Database, brandIds: readonly string[]): Promise<readonly Question[]> {
  const asks = brandIds.flatMap((brandId) =>
    windows.flatMap((window) => [askOf(brandId, window), askOf(brandId, window, { tags: ['t1'] })]),
  );
  return differing(db, asks);
}

/** The questions of `asks` that tiles and raw rows answer differently, within one snapshot. */
export function differing(db: Database, asks: readonly Ask[]): Promise<readonly Question[]> {
  return db.snapshot(async (client) => {
    const [raw, tiles] = [await readRaw(client, asks), await readTiles(client, asks)];
    const isSame = (at: number) =>
      isDeepStrictEqual(raw.slice(at, at + 1).map(inOrder), tiles.slice(at, at + 1).map(inOrder));
    return asks.filter((_, at) => !isSame(at)).map(({ question }) => question);
  });
}
