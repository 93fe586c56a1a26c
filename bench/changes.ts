// What a large brand does when it changes: late runs all over a year, and a prompt with other tags. Afterwards it is as it was.

import type { Database } from '../src/database/postgres.js';
import { rollBrands } from '../src/tiles/roll/rolling.js';
import { leaveMarks, quarterOf } from '../src/tiles/stored/marks.js';
import { tilesContestant } from './contestant.js';
import { prepared, worldOf } from './data.js';
import { lineOf, runLine } from './lines.js';
import { round, spread, table } from './markdown.js';
import { measure, timed } from './measure.js';
import { question } from './questions.js';
import { recordLines, recordOnly } from './recorder.js';
import type { Target } from './target.js';
import { promptsOf, runsOf, type World, type WorldRun } from './world.js';

const lateRuns = 1_000;

/**
 * A year's figures are read while the late runs wait to be rolled, and afterwards. The tags of a prompt take from the start of recording it until reads
 * use tiles again.
 */
export async function benchChanges(runs: number) {
  const world = worldOf(runs);
  await using db = await prepared(world);
  const [tagMs, tagBackMs] = [await changeTags(db, world, ['moved']), await changeTags(db, world)];
  return { runs, lateRuns, ...(await recordLate(db, world)), tagMs, tagBackMs };
}

type Changes = Awaited<ReturnType<typeof benchChanges>>;

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
  const lateRecordMs = await recordOnly(db, late.map(runLine));
  await read();
  const waiting = await measure(read);
  const { ms: lateRollMs } = await timed(() => rollBrands(db));
  process.stderr.write(`  ${lateRuns} late runs rolled: ${lateRollMs.toFixed(0)} ms\n`);
  await read();
  const rolled = await measure(read);
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

export function changesSection({ runs, lateRuns, lateRecordMs, lateRollMs, ...changes }: Changes): string {
  const rows = [
    [`${lateRuns.toLocaleString('en')} late runs spread over a year: recorded`, `${round(lateRecordMs / 1000)} s`],
    ['… and rolled', `${round(lateRollMs / 1000)} s`],
    ['figures of a year before they are rolled', spread(changes.waiting, ' ms')],
    ['… and afterwards', spread(changes.rolled, ' ms')],
    ['tags of a prompt changed: until reads use tiles again', `${round(changes.tagMs)} ms`],
    ['… and changed back', `${round(changes.tagBackMs)} ms`],
  ];
  return `## Changes of a brand with ${runs.toLocaleString('en')} runs\n\n${table(['', ''], rows)}`;
}

export function changesTargets(changes: Changes | undefined): readonly Target[] {
  const { lateRecordMs = Number.NaN, lateRollMs = 0, tagMs = Number.NaN, tagBackMs = 0 } = changes ?? {};
  return [
    ['1,000 late runs over a year: recorded and rolled', '≤ 2 s', (lateRecordMs + lateRollMs) / 1000],
    ['a prompt’s tags changed: until reads use tiles again', '≤ 1 s', Math.max(tagMs, tagBackMs) / 1000],
  ];
}
