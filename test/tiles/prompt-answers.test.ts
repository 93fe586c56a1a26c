// The figures of one prompt from its tiles are those of its rows, in every state of the database, and are found without its rows.

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Database } from '../../src/database/postgres.js';
import { dayMs, quarterMs } from '../../src/domain/limits.js';
import { noFilter } from '../../src/domain/selection/run-filter.js';
import { type Ask, everyPart, type Part } from '../../src/domain/summary.js';
import { readTiles } from '../../src/tiles/answer/read.js';
import { inOrder } from '../../src/tiles/check.js';
import { TileCache } from '../../src/tiles/kept/tile-cache.js';
import { readRaw } from '../../src/tiles/plain/raw.js';
import { rollBrands } from '../../src/tiles/roll/rolling.js';
import { invalidate } from '../../src/tiles/stored/invalidate.js';
import { expectSame, often, propertyTimeoutMs, recordWorld } from '../support/compare.js';
import { testDatabase } from '../support/database.js';
import type { NaiveWorld } from '../support/naive/world.js';
import { pick } from '../support/random/questions.js';
import { zones } from '../support/random/times.js';
import { tags } from '../support/random/words.js';
import { randomWorlds } from '../support/random/world.js';
import { recordAll, smallWorld, smallWorldIds } from '../support/records.js';
import { stages } from '../support/stages.js';

/** Parts that no list counts. */
const figures = [...everyPart].filter((part) => !part.endsWith('Items'));

const plan = fc.record({
  prompt: fc.nat(20),
  model: fc.option(fc.nat(10), { freq: 2 }),
  tag: fc.option(fc.nat(10), { freq: 2 }),
  zone: fc.option(fc.constantFrom('UTC', 'UTC', ...zones), { freq: 3 }),
  /** From the turn on, and how long. */
  from: fc.integer({ min: -40 * 96, max: 5 * 96 }),
  quarters: fc.oneof(fc.integer({ min: 1, max: 96 }), fc.integer({ min: 1, max: 80 * 96 })),
  isOfDays: fc.boolean(),
  parts: fc.oneof(fc.constant(figures), fc.subarray(figures, { minLength: 1 })),
});

type Plan = typeof plan extends fc.Arbitrary<infer Of> ? Of : never;

function askOf(world: NaiveWorld, turn: number, plan: Plan): Ask | null {
  const prompt = pick(world.prompts, plan.prompt);
  if (!prompt) return null;
  const step = plan.isOfDays ? dayMs : quarterMs;
  const start = Math.floor((turn + plan.from * quarterMs) / step) * step;
  const window = { start, end: start + Math.ceil((plan.quarters * quarterMs) / step) * step };
  const model = plan.model === null ? null : (pick(world.models, plan.model)?.id ?? null);
  const tag = plan.tag === null ? [] : [pick([...tags], plan.tag) ?? ''];
  const filter = { model, tags: tag, filter: noFilter, promptId: prompt.id, outcome: 'all' } as const;
  const series = plan.zone === null ? null : { timeZone: plan.zone, maxDays: 3_660 };
  const parts = new Set<Part>(plan.parts.filter((part) => series || !/days|Series/.test(part)));
  return { question: { brandId: prompt.brandId, window, ...filter, series }, parts };
}

describe.each(stages)('the figures of one prompt whose runs are $name', (stage) => {
  it(
    'are those of its rows, whichever tiles are read and whatever is in memory',
    async () => {
      const plans = fc.array(plan, { minLength: 4, maxLength: 8 });
      const property = fc.asyncProperty(
        randomWorlds(200),
        plans,
        fc.nat(200),
        async ({ turn, records }, given, cut) => {
          await using db = await testDatabase();
          const world = await recordWorld(db, { records, stage, cut });
          const asks = given.flatMap((each) => askOf(world, turn, each) ?? []);
          const cache = new TileCache(2 ** 26);
          await db.snapshot(async (client) => {
            const raw = (await readRaw(client, asks)).map(inOrder);
            for (const options of [{}, { levels: [] }, { cache }, { cache }])
              expectSame((await readTiles(client, asks, options)).map(inOrder), raw);
            for (const [index, ask] of asks.entries())
              expectSame((await readTiles(client, [ask], { cache })).map(inOrder), raw.slice(index, index + 1));
          });
        },
      );
      await fc.assert(property, often(8));
    },
    propertyTimeoutMs,
  );
});

const window = { start: Date.parse('2026-02-20T06:00:00Z'), end: Date.parse('2026-04-02T00:00:00Z') };
const ofBest: Ask = {
  question: {
    ...{
      brandId: smallWorldIds.brand,
      window,
      model: null,
      tags: [],
      filter: noFilter,
      promptId: smallWorldIds.prompts.best,
    },
    ...{ outcome: 'all', series: { timeZone: 'UTC', maxDays: 3_660 } },
  },
  parts: new Set(figures),
};

async function answer(db: Database) {
  return (await db.snapshot((client) => readTiles(client, [ofBest]))).map(inOrder);
}

it('are read without a row of a run, by days of UTC', async () => {
  const statements: string[] = [];
  await using db = await testDatabase({ onQuery: (sql) => statements.push(sql) });
  await recordAll(db, smallWorld());
  await rollBrands(db);
  const expected = (await db.snapshot((client) => readRaw(client, [ofBest]))).map(inOrder);
  expect(expected[0]?.models?.length).toBeGreaterThan(0);
  statements.length = 0;
  expectSame(await answer(db), expected);
  expect(statements.filter((sql) => /\b(from|join) (run|citation)\b/.test(sql))).toEqual([]);
  expect(statements.filter((sql) => /day_cells/.test(sql)).length).toBe(1);
});

it.each(['day_cells', 'day_citations'])(
  'are right where %s is damaged, which the next roll rebuilds',
  async (column) => {
    await using db = await testDatabase();
    await recordAll(db, smallWorld());
    await rollBrands(db);
    const expected = await answer(db);
    await db.pool.query(
      `update tile_detail set ${column} = set_byte(${column}, 6, 255 - get_byte(${column}, 6)) where scope < 0`,
    );
    const found: Parameters<typeof invalidate>[1][number][] = [];
    const read = () => db.snapshot((client) => readTiles(client, [ofBest], { onDamage: (each) => found.push(each) }));
    expectSame((await read()).map(inOrder), expected);
    expect(found.length).toBeGreaterThan(0);
    await invalidate(db, found, () => {});
    await rollBrands(db);
    found.length = 0;
    expectSame((await read()).map(inOrder), expected);
    expect(found).toEqual([]);
  },
);
