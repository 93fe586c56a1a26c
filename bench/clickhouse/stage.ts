// The stage `clickhouse`: what users would pick for these figures, in its best form, against the tiles, on the same runs.

import { join } from 'node:path';
import { compare, type Reading } from '../compare.js';
import { tilesContestant } from '../contestant.js';
import { dataRoot, prepared, worldOf } from '../data.js';
import { commonQuestions } from '../questions.js';
import { compareBreakdowns } from './breakdowns.js';
import { clickHouseContestants } from './contestants.js';
import { type ClickHouse, openClickHouse } from './session.js';
import { fillClickHouse } from './tables.js';

/** Sizes are the bytes of each table, as ClickHouse reports them. */
export async function benchClickHouse(runs: number) {
  const world = worldOf(runs);
  await using db = await prepared(world);
  await using house = await openClickHouse(join(dataRoot(), `${runs}.clickhouse`));
  await fillClickHouse(house, world);
  const contestants = [tilesContestant(db), ...clickHouseContestants(house)];
  const readings: Reading[] = [];
  for (const asked of commonQuestions(world.brandId)) readings.push(...(await compare(contestants, asked)));
  const breakdowns = await compareBreakdowns(db, house, world);
  const [[version] = []] = await house.rows('select version()');
  return { runs, version: String(version), readings, breakdowns, bytes: await bytesOf(house) };
}

export type ClickHouseReadings = Awaited<ReturnType<typeof benchClickHouse>>;

async function bytesOf(house: ClickHouse): Promise<Readonly<Record<string, number>>> {
  const rows = await house.rows(
    'select table, sum(bytes_on_disk) from system.parts where active and database = currentDatabase() group by table order by table',
  );
  return Object.fromEntries(rows.map(([name, bytes]) => [String(name), Number(bytes)]));
}
