// What the service answers, beside what arrays alone answer: exactly equal, doubles to the last bit.

import { deepStrictEqual } from 'node:assert';
import type { Parameters } from 'fast-check';
import type { Database } from '../../src/database/postgres.js';
import { brandAnalytics } from './naive/analytics.js';
import * as naive from './naive/answers.js';
import type { AnyRecord } from './naive/record.js';
import { type NaiveWorld, worldOf } from './naive/world.js';
import type { Questions } from './random/questions.js';
import type { Reader, Stage } from './readers.js';
import { recordAll } from './records.js';

/** A test run tries few random worlds, `npm run test:long` many. */
export const factor = Number(process.env.PROPERTY_RUNS ?? 0.2);

/** Longest time of one property, milliseconds; `PROPERTY_RUNS` multiplies it, as it does the runs. */
const propertyMs = 540_000 * Math.max(1, factor);

/** The test's own limit lies after fast-check's, so that a failure that is slow to shrink still prints its seed. */
export const propertyTimeoutMs = propertyMs + 60_000;

/** How often a property runs: `base` times what `PROPERTY_RUNS` says. */
export function often<T>(base: number): Parameters<T> {
  const numRuns = Math.max(1, Math.round(base * factor));
  return { numRuns, interruptAfterTimeLimit: propertyMs, markInterruptAsFailure: true };
}

/** Exactly equal. vitest's own comparison takes a field called `constructor` for a class, and competitors may be called so. */
export function expectSame(answered: unknown, expected: unknown): void {
  deepStrictEqual(answered, expected);
}

export interface Recording {
  readonly records: readonly AnyRecord[];
  readonly stage: Stage;
  /** How many records come before the stage settles for the first time. */
  readonly cut: number;
}

/** Records everything in small batches and yields what must stand then. Exactly the records that the rules refuse are rejected. */
export async function recordWorld(db: Database, { records, stage, cut }: Recording): Promise<NaiveWorld> {
  const batches = 1 + (cut % 60);
  const before = await recordAll(db, records.slice(0, cut), { batches });
  await stage.settle(db, false);
  const after = await recordAll(db, records.slice(cut), { batches });
  await stage.settle(db, true);
  const world = worldOf(records);
  const refused = [...before.rejected, ...after.rejected].map(({ bytes }) => JSON.parse(bytes.toString()));
  expectSame(refused, world.rejected);
  return world;
}

/** Every reader answers every question as `world` does. */
export async function expectAnswers(
  readers: readonly Reader[],
  world: NaiveWorld,
  questions: Questions,
): Promise<void> {
  for (const question of questions.analytics)
    await expectOfAll(readers, (reader) => reader.analytics(question), brandAnalytics(world, question));
  for (const question of questions.runs)
    await expectOfAll(readers, (reader) => reader.runs(question), naive.promptRuns(world, question));
  for (const question of questions.snapshots)
    await expectOfAll(readers, (reader) => reader.snapshot(question), naive.promptSnapshot(world, question));
  await expectOfAll(readers, (reader) => reader.models(), naive.models(world));
}

/** Every reader answers with every run of `world` whole. */
export async function expectRuns(readers: readonly Reader[], world: NaiveWorld): Promise<void> {
  for (const { id, promptId } of world.runs)
    await expectOfAll(readers, (reader) => reader.run(promptId, id), naive.promptRun(world, promptId, id));
}

async function expectOfAll(
  readers: readonly Reader[],
  ask: (reader: Reader) => Promise<unknown>,
  expected: unknown,
): Promise<void> {
  for (const reader of readers) expectSame(await ask(reader), expected);
}
