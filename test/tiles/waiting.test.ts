// What waits to be rolled is the same where every node is asked for its own brands, and where one statement is over all.

import { expect, it } from 'vitest';
import { rollBrands } from '../../src/tiles/roll/rolling.js';
import { countMarks, oldestMark } from '../../src/tiles/roll/waiting.js';
import { testDatabase } from '../support/database.js';
import { recordAll, smallWorld } from '../support/records.js';

const nothing = { quarters: 0, brands: 0, first: null, oldest: null };

it('is counted by brand and quarter hour, and is nothing where all is rolled', async () => {
  await using db = await testDatabase();
  expect(await countMarks(db)).toEqual(nothing);
  await recordAll(db, smallWorld());
  await recordAll(db, smallWorld());
  const { rows } = await db.pool.query('select brand_id, quarter, made_at from mark');
  const quarters = new Set(rows.map((row) => `${row.quarter} ${row.brand_id}`)).size;
  expect(rows.length).toBeGreaterThan(quarters);
  expect(await countMarks(db)).toEqual({
    quarters,
    brands: new Set(rows.map((row) => row.brand_id)).size,
    first: Math.min(...rows.map((row) => row.quarter)),
    oldest: new Date(Math.min(...rows.map((row) => row.made_at.getTime()))),
  });
  expect(await oldestMark(db)).toEqual((await countMarks(db)).oldest);
  await rollBrands(db);
  expect(await countMarks(db)).toEqual(nothing);
  expect(await oldestMark(db)).toBeNull();
});
