// What a large brand does when it changes: late runs all over a year, and a prompt with other tags. Afterwards it is as it was.

import type { Database } from '../src/database/postgres.js';
import { rollBrands } from '../src/tiles/roll/rolling.js';
import { leaveMarks, quarterOf } from '../src/tiles/stored/marks.js';
import { tilesContestant } from './contestant.js';
import { fillWorld, openFolder, rollWorld, worldOf } from './data.js';
import { lineOf, runLine } from './lines.js';
import { measure, type Timing, timed } from './measure.js';
import { question } from './questions.js';
import { recordLines, recordOnly } from './recorder.js';
import { promptsOf, runsOf, type World, type WorldRun } from './world.js';

export interface Changes {
  readonly runs: number;
  readonly lateRuns: number;
  /** Milliseconds. */
  readonly lateRecordMs: number;
  readonly lateRollMs: number;
  /** A year's figures while the late runs wait to be rolled, and afterwards. */
  readonly waiting: Timing;
  readonly rolled: Timing;
  /** From the start of recording a prompt with other tags until reads use tiles again. */
  readonly tagMs: number;
  readonly tagBackMs: number;
}

const lateRuns = 1_000;

export async function benchChanges(runs: number): Promise<Changes> {
  await using db = await openFolder(String(runs));
  const world = worldOf(runs);
  await fillWorld(db, world);
  await rollWorld(db, world);
  const [tagMs, tagBackMs] = [await changeTags(db, world, ['moved']), await changeTags(db, world)];
  return { runs, lateRuns, ...(await recordLate(db, world)), tagMs, tagBackMs };
}

/** Records the first prompt with `tags`; without them, with those that it had. */
async function changeTags(db: Database, world: World, tags?: readonly string[]): Promise<number> {
  const [prompt] = promptsOf(world);
  if (!prompt) throw new Error('The world has no prompt.');
  const { id, number } = prompt;
  const record = { type: 'prompt', id, brandId: world.brandId, text: `prompt ${number}`, tags: tags ?? prompt.tags };
  const { totalMs } = await recordLines(db, [lineOf(record)]);
  process.stderr.write(`  tag change: ${totalMs.toFixed(0)} ms\n`);
  return totalMs;
}

async function recordLate(db: Database, world: World) {
  const late = [...runsOf({ ...world, runs: lateRuns, days: 365 }, 5)];
  const ask = question(world.brandId, 365);
  const read = () => tilesContestant(db).read(ask);
  const effort = { least: 5, most: 50, budgetMs: 2_000 };
  const lateRecordMs = await recordOnly(db, late.map(runLine));
  await read();
  const waiting = await measure(effort, read);
  const { ms: lateRollMs } = await timed(() => rollBrands(db));
  process.stderr.write(`  ${lateRuns} late runs rolled: ${lateRollMs.toFixed(0)} ms\n`);
  await read();
  const rolled = await measure(effort, read);
  await removeRuns(db, world, late);
  return { lateRecordMs, lateRollMs, waiting, rolled };
}

/** Takes runs out again, so that the brand is what it was. */
export async function removeRuns(db: Database, { brandId }: World, runs: readonly WorldRun[]): Promise<void> {
  const ids = runs.map(({ id }) => id);
  await db.transaction(async (client) => {
    await client.query('delete from run where brand_id = $1 and id = any($2::uuid[])', [brandId, ids]);
    await client.query('delete from answer where brand_id = $1 and run_id = any($2::uuid[])', [brandId, ids]);
    await client.query('delete from citation where brand_id = $1 and run_id = any($2::uuid[])', [brandId, ids]);
    const quarters = [...new Set(runs.map(({ createdAt }) => quarterOf(createdAt)))];
    await leaveMarks(
      client,
      quarters.map((quarter) => ({ brandId, quarter, added: null })),
    );
  });
  await rollBrands(db);
  await db.pool.query('vacuum (analyze)');
}
