// Quarter hours in SQL: the number of the one in which a run lies, and the runs of some of them.

import { quarterSeconds } from '../../domain/limits.js';

/** The number of the quarter hour of a run. */
export const quarterOfRun = `floor(extract(epoch from run.created_at) / ${quarterSeconds})::integer`;

/** Whether a run lies in the quarters from `first` to `last`, both expressions of whole numbers. */
export function isWithinQuarters(first: string, last: string): string {
  return `run.created_at >= to_timestamp(${first} * ${quarterSeconds}::float8) and run.created_at < to_timestamp((${last} + 1) * ${quarterSeconds}::float8)`;
}
