// Late runs become parts of the tiles that are there, and parts become one again before they are many.

import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import type { Database } from '../../src/database/postgres.js';
import { checkBrand } from '../../src/tiles/check.js';
import { dayLevel, monthLevel } from '../../src/tiles/packed/levels.js';
import { rollBrands } from '../../src/tiles/roll/rolling.js';
import { testDatabase } from '../support/database.js';
import { recordAll, smallWorld, smallWorldIds } from '../support/records.js';

const levels = [dayLevel, monthLevel];

function lateRun(index: number) {
  return {
    type: 'run',
    id: randomUUID(),
    promptId: smallWorldIds.prompts.best,
    model: 'gemini',
    provider: 'p',
    createdAt: `2026-03-02T10:${10 + index}:00Z`,
    brandMentioned: true,
    competitorsMentioned: [],
    citations: [{ url: `https://late.example/${index}` }, { url: 'https://late.example/every' }],
  };
}

/** The parts of the tiles of all prompts around 2 March, by level. */
async function partsByLevel(db: Database): Promise<readonly number[]> {
  const { rows } = await db.pool.query<{ level: number; parts: number }>(
    `select level, count(*)::int as parts from tile
     where brand_id = $1 and scope = 0 and period = any(array[
       extract(epoch from timestamptz '2026-03-02T10:00:00Z')::integer / 86400,
       2026 * 12 + 2]) group by level`,
    [smallWorldIds.brand],
  );
  return levels.map((level) => rows.find((row) => row.level === level)?.parts ?? 0);
}

const baseTiles = `select scope, level, period, xmin from tile where part = 0 order by 1, 2, 3`;

describe('a late run', () => {
  it('leaves the tiles that are there as they are', async () => {
    await using db = await testDatabase();
    await recordAll(db, smallWorld());
    await rollBrands(db);
    const { rows: before } = await db.pool.query(baseTiles);
    const parts = await partsByLevel(db);
    await recordAll(db, [lateRun(0)]);
    await rollBrands(db);
    const { rows: after } = await db.pool.query(baseTiles);
    expect(after).toEqual(expect.arrayContaining(before));
    expect(await partsByLevel(db)).toEqual(parts.map((each) => each + 1));
    expect((await checkBrand(db, smallWorldIds.brand)).wrong).toEqual([]);
  });

  it('is one of many that never make a tile of more than eight parts', async () => {
    await using db = await testDatabase();
    await recordAll(db, smallWorld());
    const seen: number[] = [];
    for (let index = 0; index < 24; index++) {
      await recordAll(db, [lateRun(index)]);
      await rollBrands(db);
      seen.push(...(await partsByLevel(db)));
    }
    expect(Math.max(...seen)).toBe(8);
    expect((await checkBrand(db, smallWorldIds.brand)).wrong).toEqual([]);
  });

  it('is among so many of its day that this is made again, while its month stays, unless a run is replaced', async () => {
    await using db = await testDatabase();
    await recordAll(db, smallWorld());
    await rollBrands(db);
    const ofDay = () => Array.from({ length: 30 }, (_, index) => lateRun(index));
    const [first] = ofDay();
    const seen: (readonly number[])[] = [];
    for (let round = 0; round < 9; round++) {
      await recordAll(db, round === 0 && first ? [...ofDay(), first] : ofDay());
      await rollBrands(db);
      seen.push(await partsByLevel(db));
      expect((await checkBrand(db, smallWorldIds.brand)).wrong).toEqual([]);
    }
    const [, before = 0] = seen[0] ?? [];
    expect(seen.map(([day]) => day)).toEqual(seen.map(() => 1));
    expect(seen.map(([, month]) => month)).toEqual(seen.map((_, round) => ((before - 1 + round) % 8) + 1));
    await recordAll(db, [{ ...first, model: 'chatgpt' }]);
    await rollBrands(db);
    expect(await partsByLevel(db)).toEqual([1, 1]);
    expect((await checkBrand(db, smallWorldIds.brand)).wrong).toEqual([]);
  });
});
