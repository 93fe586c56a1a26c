// Analytics: every contestant runs the same queries on the same data; times are measured only after all figures agree.

import type { Database } from '../src/database/postgres.js';
import { dayMs } from '../src/domain/limits.js';
import { leaveMarks, quarterOf } from '../src/tiles/stored/marks.js';
import { benchBreakdowns } from './breakdowns.js';
import { cellsContestant } from './cells.js';
import { compare, type Reading } from './compare.js';
import { type Contestant, coldTilesContestant, fromTilesAlone, rawContestant, tilesContestant } from './contestant.js';
import { prepared, rollWorld, worldOf } from './data.js';
import { duckContestant } from './duck.js';
import { type BenchQuestion, commonQuestions, ownQuestions, question, windowEnd } from './questions.js';
import { storageOf } from './storage.js';

/** Everything measured on one brand. */
export async function benchAnalytics(runs: number) {
  const heard: string[] = [];
  const world = worldOf(runs);
  await using db = await prepared(world, undefined, (sql) => heard.push(sql));
  const rollMs = await rollWorld(db, world);
  const raw = rawContestant(db);
  const [tiles, cold] = [watched(tilesContestant(db), heard), watched(coldTilesContestant(db), heard)];
  const cells = await cellsContestant(db, world);
  await using duck = await duckContestant(db, world);
  const readings: Reading[] = [];
  for (const asked of commonQuestions(world.brandId))
    readings.push(...(await compare([raw, cells, duck, cold, tiles], asked)));
  for (const asked of ownQuestions(world.brandId)) readings.push(...(await compare([raw, cold, tiles], asked)));
  readings.push(
    ...(await withMark(db, world.brandId, () =>
      compare([raw, coldTilesContestant(db), tilesContestant(db)], marked(world.brandId)),
    )),
  );
  const breakdowns = await benchBreakdowns(db, world.brandId);
  return { runs, readings, breakdowns, rollMs, storage: await storageOf(db, duck.file) };
}

export type Analytics = Awaited<ReturnType<typeof benchAnalytics>>;

function marked(brandId: string): BenchQuestion {
  return { name: 'one marked quarter hour', days: 90, ask: question(brandId, 90) };
}

/** Runs `work` while the tile of one quarter hour in the middle of the window is stale. */
async function withMark<T>(db: Database, brandId: string, work: () => Promise<T>): Promise<T> {
  const quarter = quarterOf(windowEnd - 40 * dayMs);
  await db.transaction((client) => leaveMarks(client, [{ brandId, quarter, added: null }]));
  try {
    return await work();
  } finally {
    await db.pool.query('delete from mark where brand_id = $1', [brandId]);
  }
}

function watched(tiles: Contestant, heard: string[]): Contestant {
  return { ...tiles, read: (ask) => fromTilesAlone(heard, () => tiles.read(ask)) };
}
