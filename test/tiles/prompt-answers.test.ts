// The figures of one prompt: read from its tiles without its rows, and right where a tile is damaged. properties/beyond.test.ts compares them.

import { expect, it } from 'vitest';
import type { Database } from '../../src/database/postgres.js';
import { noFilter } from '../../src/domain/selection/run-filter.js';
import { type Ask, everyPart } from '../../src/domain/summary.js';
import { readTiles } from '../../src/tiles/answer/read.js';
import { inOrder } from '../../src/tiles/check.js';
import { readRaw } from '../../src/tiles/plain/raw.js';
import { rollBrands } from '../../src/tiles/roll/rolling.js';
import { invalidate } from '../../src/tiles/stored/invalidate.js';
import { expectSame } from '../support/compare.js';
import { testDatabase } from '../support/database.js';
import { recordAll, smallWorld, smallWorldIds } from '../support/records.js';

/** Parts that no list counts. */
const figures = [...everyPart].filter((part) => !part.endsWith('Items'));

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
