// The sample data as input of the recorder: lines of newline-delimited JSON, generated while they are read.

import type { DemoPlan } from './plan.js';
import { catalogue, type DemoRecord, runsOfDay } from './runs.js';

/** Not a multiple of a week, so that every weekday is sampled. */
const sampledEveryDays = 5;

/** The reference records, then the runs of the days of the plan in order, one chunk per day. */
export async function* linesOfPlan({ first, from, to }: DemoPlan): AsyncGenerator<Buffer> {
  yield linesOf(catalogue());
  for (let day = from; day < to; day += 1) yield linesOfDay(first, day);
}

/** Estimate of the bytes that `linesOfPlan` yields, from a sample of the days. */
export function expectedBytes({ first, from, to }: DemoPlan): number {
  let [days, bytes] = [0, 0];
  // Starts in the middle of a step: day 0 has far more runs than other days.
  const middle = Math.floor(Math.min(sampledEveryDays, to - from) / 2);
  for (let day = from + middle; day < to; day += sampledEveryDays) {
    days += 1;
    bytes += linesOfDay(first, day).length;
  }
  return linesOf(catalogue()).length + Math.round((bytes / Math.max(1, days)) * (to - from));
}

function linesOfDay(first: number, day: number): Buffer {
  return linesOf(runsOfDay(first, day).map(({ record }) => record));
}

function linesOf(records: readonly DemoRecord[]): Buffer {
  return Buffer.from(records.map((record) => `${JSON.stringify(record)}\n`).join(''));
}
