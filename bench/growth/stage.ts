// The stage `growth`: the same questions, the same recording, on brands of one shape and of more and more runs.

import type { Database } from '../../src/database/postgres.js';
import { removeRuns } from '../changes.js';
import { prepared, rollWorld, worldOf } from '../data.js';
import { runLine } from '../lines.js';
import { measure, quantile } from '../measure.js';
import { recordLines } from '../recorder.js';
import { basicStorageOf } from '../storage.js';
import { runsOf, type World } from '../world.js';
import { growthQuestions } from './questions.js';

export const recordedRuns = 1_000;
const rounds = 3;

export async function benchGrowth(sizes: readonly number[]) {
  const readings = [];
  for (const runs of sizes) readings.push(await measureSize(runs));
  return readings;
}

/** What one size costs; recording takes the tiles with it. */
async function measureSize(runs: number) {
  const world = worldOf(runs);
  await using db = await prepared(world);
  const rollMs = await rollWorld(db, world);
  const questions = [];
  for (const { name, read, bytesRead } of growthQuestions(db, world)) {
    const bytes = await bytesRead();
    await read();
    const timing = await measure(read);
    process.stderr.write(`  ${runs} runs, ${name}: ${timing.median.toFixed(1)} ms, ${(bytes / 1e6).toFixed(2)} MB\n`);
    questions.push({ name, timing, bytes });
  }
  const bytes = await basicStorageOf(db);
  return { runs, questions, recordMs: await measureRecording(db, world), rollMs, bytes };
}

export type SizeReadings = Awaited<ReturnType<typeof measureSize>>;

/** Afterwards the brand is as it was. */
async function measureRecording(db: Database, world: World): Promise<number> {
  const times: number[] = [];
  for (let round = 0; round < rounds; round++) {
    const more = [...runsOf({ ...world, runs: recordedRuns, days: 1 }, 10 + round)];
    const { totalMs } = await recordLines(db, more.map(runLine));
    times.push(totalMs);
    await removeRuns(db, world, more);
  }
  process.stderr.write(`  ${world.runs} runs, ${recordedRuns} more: ${quantile(times, 0.5).toFixed(0)} ms\n`);
  return quantile(times, 0.5);
}
