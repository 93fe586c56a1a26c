// Quarter hours with hundreds of runs, in tiles or not yet, are kept in the form that adds up fastest; what they say stays what their rows say.

import fc from 'fast-check';
import { expect, it } from 'vitest';
import { dayMs, quarterMs } from '../../src/domain/limits.js';
import { type Outcome, outcomes } from '../../src/domain/outcome.js';
import { noFilter } from '../../src/domain/selection/run-filter.js';
import { type Ask, everyPart } from '../../src/domain/summary.js';
import { readTiles } from '../../src/tiles/answer/read.js';
import { inOrder } from '../../src/tiles/check.js';
import type { Cached } from '../../src/tiles/kept/tile-cache.js';
import { readRaw } from '../../src/tiles/plain/raw.js';
import { rollBrands } from '../../src/tiles/roll/rolling.js';
import { expectSame, often, propertyTimeoutMs } from '../support/compare.js';
import { testDatabase } from '../support/database.js';
import { ListeningCache } from '../support/listening-cache.js';
import { numbersFrom } from '../support/random/mulberry.js';
import { wideBeginning, wideBrand, widePrompt, widePrompts, wideRun, wideStart } from '../support/random/wide-world.js';
import { recordAll } from '../support/records.js';

/** A quarter hour that is neither the first of its hour nor that of its day. */
const busy = wideStart + 40 * dayMs + 34 * quarterMs;

/** Two questions that differ in what they select alone. */
function asksFrom(below: (bound: number) => number): readonly Ask[] {
  const start = busy - below(200) * quarterMs;
  const timeZone = ['UTC', 'Asia/Kathmandu', 'Europe/Berlin'][below(3)] ?? 'UTC';
  const parts = everyPart.filter(() => below(3) === 0);
  const window = { start, end: busy + (1 + below(3)) * quarterMs };
  const selected = { model: null, tags: [] as string[], outcome: 'all' as Outcome };
  const others = [
    { model: `model-${below(4)}` },
    { tags: ['a'] },
    { outcome: outcomes[below(outcomes.length)] ?? 'all' },
  ];
  return [selected, { ...selected, ...others[below(others.length)] }].map((each) => ({
    question: {
      ...{ brandId: wideBrand, window, filter: noFilter, promptId: null, ...each },
      series: { timeZone, maxDays: 3_660 },
    },
    parts: new Set(parts.length > 0 ? parts : everyPart),
  }));
}

it(
  'are as their rows, however often they are asked for and whatever comes',
  async () => {
    // The first word of what is kept of a quarter hour with many runs.
    const large = new Set<string | undefined>();
    const onKept = (key: string, { bytes }: Cached) => {
      if (bytes > 50_000 && /^(quarters cells|added) /.test(key)) large.add(key.split(' ')[0]);
    };
    const property = fc.asyncProperty(fc.integer(), async (seed) => {
      const below = numbersFrom(seed);
      await using db = await testDatabase();
      const cache = new ListeningCache(2 ** 27, onKept);
      const asks = asksFrom(below);
      const runs = (from: number, count: number) =>
        Array.from({ length: count }, (_, place) => {
          const createdAt = new Date(busy + (below(8) - 6) * quarterMs * Number(below(4) === 0) + below(quarterMs));
          return { ...wideRun(from + place, below), createdAt: createdAt.toISOString() };
        });
      const steps = [
        { records: [...wideBeginning(seed), ...runs(0, 600)], isRolled: true },
        { records: runs(600, 500), isRolled: false },
        { records: runs(1_100, 100), isRolled: below(2) === 0 },
        { records: [...runs(below(900), 20), widePrompt(below(widePrompts), below)], isRolled: false },
        { records: runs(1_200, 5), isRolled: true },
      ];
      for (const { records, isRolled } of steps) {
        expect((await recordAll(db, records)).rejected).toEqual([]);
        if (isRolled) await rollBrands(db);
        await db.snapshot(async (client) => {
          const raw = (await readRaw(client, asks)).map(inOrder);
          for (let time = 0; time < 3; time++) expectSame((await readTiles(client, asks, { cache })).map(inOrder), raw);
        });
      }
    });
    // The first world is one in which both are kept.
    await fc.assert(property, { ...often<[number]>(6), examples: [[3]] });
    expect([...large]).toEqual(expect.arrayContaining(['quarters', 'added']));
  },
  propertyTimeoutMs,
);
