// Days made on threads are those made on the main thread, byte for byte, and a damaged block is noticed there too.

import { expect, it } from 'vitest';
import type { Database } from '../../src/database/postgres.js';
import { checkBrand } from '../../src/tiles/check.js';
import { dayLevel } from '../../src/tiles/packed/levels.js';
import { keepRolling, rollBrands, whileRecording } from '../../src/tiles/roll/rolling.js';
import { markEverything } from '../../src/tiles/stored/marks.js';
import { testDatabase } from '../support/database.js';
import { until } from '../support/embedded.js';
import { withOwnThreads } from '../support/own-threads.js';
import { recordAll, smallWorld, smallWorldIds } from '../support/records.js';

const tables = ['tile', 'tile_detail', 'posting', 'quarter_tile'];
const levels: Readonly<Record<string, string>> = {
  tile: `where level <= ${dayLevel}`,
  tile_detail: `where level <= ${dayLevel}`,
};

/** Everything that is stored but for months, whose bytes depend on the order in which their days are read. */
async function stored({ pool }: Database): Promise<readonly (readonly unknown[])[]> {
  const rows = tables.map((table) =>
    pool.query<{ row: string }>(`select ${table}::text as row from ${table} ${levels[table] ?? ''} order by 1`),
  );
  return (await Promise.all(rows)).map(({ rows: of }) => of);
}

it('makes the same tiles on threads', async () => {
  await using db = await testDatabase();
  await recordAll(db, smallWorld());
  await rollBrands(db);
  const here = await stored(db);
  expect(here.every((rows) => rows.length > 0)).toBe(true);
  // As if nothing was rolled, and then over tiles that are there.
  await db.pool.query(`truncate ${tables.join(', ')}`);
  for (let round = 0; round < 2; round++) {
    for (const brand of [smallWorldIds.brand, smallWorldIds.otherBrand]) await markEverything(db.pool, brand);
    await rollBrands(db, { inlineDays: 0 });
    expect(await stored(db)).toEqual(here);
  }
});

it('rebuilds a month on threads where a stored block is damaged', async () => {
  await using db = await testDatabase();
  await recordAll(db, smallWorld());
  await rollBrands(db);
  const before = await stored(db);
  await db.pool.query('update quarter_tile set cells = set_byte(cells, 7, 255 - get_byte(cells, 7))');
  await db.pool.query(`insert into mark (brand_id, quarter) select brand_id, quarter + 1 from quarter_tile`);
  await rollBrands(db, { inlineDays: 0 });
  expect(await stored(db)).toEqual(before);
  expect((await checkBrand(db, smallWorldIds.brand)).wrong).toEqual([]);
});

it('makes all days on threads beside a recording, which starts them once', async () => {
  await using db = await testDatabase();
  await recordAll(db, smallWorld());
  const isRolled = async () => (await db.pool.query('select from mark')).rowCount === 0;
  await withOwnThreads(async (threads) => {
    await markEverything(db.pool, smallWorldIds.brand);
    await using _rolling = keepRolling(db, {
      ...{ ...whileRecording, pauseMs: 20, settledMs: 0 },
      onError: (error) => expect.fail(String(error)),
    });
    await until(isRolled);
    const first = threads.length;
    await markEverything(db.pool, smallWorldIds.brand);
    await until(isRolled);
    expect([first > 0, threads.length]).toEqual([true, first]);
  });
});
