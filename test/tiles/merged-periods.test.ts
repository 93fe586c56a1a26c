// Days and hours that are asked for again are added as one; what they say stays what their rows say.

import { randomUUID } from 'node:crypto';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { dayMs, hourMs } from '../../src/domain/limits.js';
import { outcomes } from '../../src/domain/outcome.js';
import { noFilter } from '../../src/domain/selection/run-filter.js';
import type { Ask, Part } from '../../src/domain/summary.js';
import { readTiles } from '../../src/tiles/answer/read.js';
import { inOrder } from '../../src/tiles/check.js';
import { readRaw } from '../../src/tiles/plain/raw.js';
import { rollBrands } from '../../src/tiles/roll/rolling.js';
import { expectSame, often, propertyTimeoutMs } from '../support/compare.js';
import { testDatabase } from '../support/database.js';
import { ListeningCache } from '../support/listening-cache.js';
import { type NaiveWorld, worldOf } from '../support/naive/world.js';
import { pick } from '../support/random/questions.js';
import { randomWorlds } from '../support/random/world.js';
import { recordAll } from '../support/records.js';

/** What says nothing of when, and days, which do. */
const parts: Part[] = [
  ...([
    'sums',
    'days',
    'prompts',
    'distinct',
    'promptMentions',
    'promptSums',
    'promptCompanies',
    'promptTotals',
    'mentionTotals',
    'sumTotals',
    'companyTotals',
  ] as const),
  ...(['urlItems', 'domainItems', 'queryItems'] as const),
];

const plans = fc.array(
  fc.record({
    models: fc.uniqueArray(fc.option(fc.nat(10)), { minLength: 1, maxLength: 2 }),
    outcomes: fc.subarray([...outcomes], { minLength: 1, maxLength: 2 }),
    from: fc.integer({ min: -40 * 24, max: 5 * 24 }),
    hours: fc.integer({ min: 6, max: 40 * 24 }),
    parts: fc.oneof(fc.subarray(parts, { minLength: 1, maxLength: 1 }), fc.subarray(parts, { minLength: 1 })),
  }),
  { minLength: 4, maxLength: 6 },
);
type Plan = typeof plans extends fc.Arbitrary<(infer Of)[]> ? Of : never;

/** Of the same window, what each of some models and outcomes selects. */
function asksOf(world: NaiveWorld, turn: number, { models, outcomes, from, hours, parts }: Plan): readonly Ask[] {
  const brand = world.brands[0];
  if (!brand) return [];
  const start = Math.floor(turn / dayMs) * dayMs + from * hourMs;
  const window = { start, end: start + hours * hourMs };
  const all = { brandId: brand.id, window, tags: [], filter: noFilter, promptId: null, series: null };
  return models.flatMap((number) => {
    const model = number === null ? null : (pick(world.models, number)?.id ?? null);
    return outcomes.map((outcome) => ({ question: { ...all, model, outcome }, parts: new Set<Part>(parts) }));
  });
}

/** Of each time, the places of the runs that are recorded again as new ones: of few days, so that the others keep their stamp. */
const moreRuns = fc.array(fc.array(fc.nat(500), { minLength: 1, maxLength: 2 }), { maxLength: 4 });

it(
  'is what rows say, however often it is asked for, also after more was recorded',
  async () => {
    // The second word of what is kept of several periods.
    const kept = new Set<string | undefined>();
    const onKept = (key: string) => {
      if (/ \d+-\d+ /.test(key)) kept.add(key.split(' ')[1]);
    };
    const property = fc.asyncProperty(randomWorlds(200), plans, moreRuns, async ({ turn, records }, given, more) => {
      await using db = await testDatabase();
      const cache = new ListeningCache(2 ** 26, onKept);
      const runs = records.filter(({ type }) => type === 'run');
      const again = more.map((places) => places.map((place) => ({ ...pick(runs, place), id: randomUUID() })));
      for (const added of [records.slice(0, records.length / 2), records.slice(records.length / 2), ...again]) {
        await recordAll(db, added);
        await rollBrands(db);
        // Whatever is drawn, each window is asked for all that is kept.
        const whole = given.map((each): Plan => ({ ...each, models: [null], outcomes: ['all'], parts }));
        const asks = [...given, ...whole].flatMap((each) => asksOf(worldOf(records), turn, each));
        await db.snapshot(async (client) => {
          const raw = (await readRaw(client, asks)).map(inOrder);
          for (let time = 0; time < 4; time++) expectSame((await readTiles(client, asks, { cache })).map(inOrder), raw);
        });
      }
    });
    await fc.assert(property, often(18));
    expect([...kept]).toEqual(expect.arrayContaining(['merged', 'url', 'domain', 'query']));
  },
  propertyTimeoutMs,
);
