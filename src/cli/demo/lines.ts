// What the demo's world looks like to the recorder: lines of newline-delimited JSON, made while they are read.

import type { DemoPlan } from './plan.js';
import { catalogue, type DemoRecord, runsOfDay } from './runs.js';

/** Not a multiple of a week, so that every weekday is measured. */
const sampledEveryDays = 5;

/** The catalogue, then the runs of the plan's days in order, a day a chunk. */
export async function* linesOfPlan({ first, from, to }: DemoPlan): AsyncGenerator<Buffer> {
  yield linesOf(catalogue());
  for (let day = from; day < to; day += 1) yield linesOfDay(first, day);
}

/** About how many bytes `linesOfPlan` will yield, measured on some of the days. */
export function expectedBytes({ first, from, to }: DemoPlan): number {
  let [days, bytes] = [0, 0];
  // From the middle of a step: day 0 has far more runs than any other.
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
