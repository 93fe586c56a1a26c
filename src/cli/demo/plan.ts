// Determines which days of the sample data are missing in a database, from the recorded runs only. So an interrupted
// recording is resumed where it stopped, and older sample data is extended to today.

import type { Database } from '../../database/postgres.js';
import { dayMs } from '../../domain/limits.js';
import { findRuns, type RunKey } from '../../recording/write/lookups.js';
import { firstRunId, runsOfDay } from './runs.js';

const yearDays = 365;

/** Days to record: from `from` up to, but not including, `to`. */
export interface DemoPlan {
  /** Midnight (UTC, epoch milliseconds) of the first day of the sample data. */
  readonly first: number;
  readonly from: number;
  readonly to: number;
}

/** The missing days up to the midnight before `now` (epoch milliseconds). New sample data starts `newDays` before it. */
export async function planDemo(db: Database, now: number, newDays = yearDays): Promise<DemoPlan> {
  const today = Math.floor(now / dayMs) * dayMs;
  const begun = await createdAtOf(db, firstRunId());
  if (begun === null) return { first: today - newDays * dayMs, from: 0, to: newDays };
  const first = Math.floor(begun / dayMs) * dayMs;
  const to = Math.max(0, (today - first) / dayMs);
  return { first, from: await firstMissingDay(db, first, to), to };
}

/** Days are recorded in order, and a day is complete if its last run exists: a binary search finds the first incomplete day. */
async function firstMissingDay(db: Database, first: number, to: number): Promise<number> {
  let [low, high] = [0, to];
  while (low < high) {
    const middle = Math.floor((low + high) / 2);
    if (await isRecorded(db, first, middle)) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** A day of an outage has no runs; the day before it decides. */
async function isRecorded(db: Database, first: number, day: number): Promise<boolean> {
  for (let earlier = day; earlier >= 0; earlier -= 1) {
    const last = runsOfDay(first, earlier).at(-1);
    if (last) return (await createdAtOf(db, last)) !== null;
  }
  return true;
}

async function createdAtOf({ pool }: Database, key: RunKey): Promise<number | null> {
  const [run] = await findRuns(pool, [key]);
  return run?.createdAt ?? null;
}
