// How often the fuzzed properties run: a little in every test run, much more where `FUZZ_RUNS` says so.

import type { Parameters } from 'fast-check';

const wanted = Number(process.env.FUZZ_RUNS ?? 500);

/** Requests that are sent at once: whatever one of them does, the others get their answers. */
export const volley = 10;

/** How many rounds a property runs that has `percent` of `FUZZ_RUNS`. */
export function roundsOf(percent: number): number {
  return Math.max(1, Math.round((wanted * percent) / 100));
}

/** fast-check's parameters for so many rounds. `FUZZ_SEED` repeats an earlier run. */
export function rounds<T>(percent: number): Parameters<T> {
  const seed = process.env.FUZZ_SEED;
  return { numRuns: roundsOf(percent), ...(seed ? { seed: Number(seed) } : {}) };
}

/** As `rounds`, where each round is a volley. */
export function volleys<T>(percent: number): Parameters<T> {
  return { ...rounds(percent), numRuns: Math.ceil(roundsOf(percent) / volley) };
}

/** Longest time of a test of so many rounds, milliseconds; generous, because a hang is found by the request's own bound. */
export function timeoutOf(percent: number): number {
  return 600_000 + roundsOf(percent) * 1_000;
}

/** Tells how many things were tried, where it was asked how many. */
export function tellTotal(things: string, count: number): void {
  if (process.env.FUZZ_RUNS) process.stderr.write(`${count.toLocaleString('en')} ${things}\n`);
}
