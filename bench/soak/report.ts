// The report of a soak: times by operation, the growth of memory, and everything unexpected. Pure.

import { slopeOf } from '../growth/fit.js';
import { quantile } from '../measure.js';

export interface Sample {
  readonly minute: number;
  readonly mb: number;
}

/** Everything that was noted while it ran. */
export interface Notes {
  readonly minutes: number;
  /** Milliseconds by operation. */
  readonly times: ReadonlyMap<string, readonly number[]>;
  /** Refusals that are meant, by status. */
  readonly refused: ReadonlyMap<number, number>;
  readonly memory: readonly Sample[];
  readonly checked: number;
  readonly comparedRaw: number;
  readonly recorded: number;
  readonly wrong: readonly string[];
}

/** Maximum growth of memory, checked only if it was observed long enough to distinguish growth from noise. */
const maxMbPerMinute = 3;
const leastMinutes = 5;
/** The share of the time after which memory is looked at: before, caches fill and code is compiled. */
const warmUp = 0.4;
/** Longest time of one request in a hundred, judged likewise. */
const maxP99Ms = 3_000;

export function reportOf(notes: Notes) {
  const operations = [...notes.times].map(([operation, times]) => {
    return { operation, requests: times.length, p50: quantile(times, 0.5), p99: quantile(times, 0.99) };
  });
  const settled = notes.memory.filter(({ minute }) => minute >= notes.minutes * warmUp);
  // There may be a single sample.
  const slope = slopeOf(settled.map(({ minute, mb }) => [minute, mb])) || 0;
  const isJudged = notes.minutes >= leastMinutes;
  const slow = operations.filter(({ p99 }) => isJudged && p99 > maxP99Ms);
  return {
    minutes: notes.minutes,
    requests: operations.reduce((total, { requests }) => total + requests, 0),
    operations,
    refused: Object.fromEntries(notes.refused),
    checked: notes.checked,
    comparedRaw: notes.comparedRaw,
    recorded: notes.recorded,
    memory: {
      firstMb: settled[0]?.mb ?? null,
      lastMb: settled.at(-1)?.mb ?? null,
      mbAMinute: slope,
      samples: notes.memory.length,
    },
    violations: [
      ...notes.wrong,
      ...slow.map(({ operation, p99 }) => `${operation}: p99 is ${p99.toFixed(0)} ms`),
      ...(isJudged && slope > maxMbPerMinute ? [`memory grows by ${slope.toFixed(2)} MB a minute`] : []),
    ],
  };
}

export type SoakReport = ReturnType<typeof reportOf>;

/** One line for people. */
export function lineOf(report: SoakReport): string {
  const { minutes, requests, operations, refused, checked, comparedRaw, recorded, memory, violations } = report;
  const p99 = Math.max(...operations.map((each) => each.p99));
  const meant = Object.entries(refused).map(([status, count]) => `${count} × ${status}`);
  return [
    `${violations.length === 0 ? 'held' : 'FAILED'} for ${minutes.toFixed(1)} min`,
    `${requests.toLocaleString('en')} requests, slowest p99 ${p99.toFixed(0)} ms`,
    `${recorded.toLocaleString('en')} records meanwhile`,
    `${checked.toLocaleString('en')} answers checked and ${comparedRaw.toLocaleString('en')} compared with raw rows`,
    `memory ${memory.mbAMinute.toFixed(2)} MB/min at ${memory.lastMb?.toFixed(0) ?? '?'} MB`,
    `refused ${meant.join(', ') || 'none'}`,
    `${violations.length} violations`,
  ].join(' · ');
}
