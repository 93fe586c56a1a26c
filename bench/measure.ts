// Measures durations: repeated within a time budget, reported as median and 95th percentile.

import { setTimeout } from 'node:timers/promises';

/** Times of one thing, in milliseconds. */
export interface Timing {
  readonly median: number;
  readonly p95: number;
  readonly times: number;
}

export interface Effort {
  /** Measured at least and at most so often; in between until the budget, in milliseconds, is used up. */
  readonly least: number;
  readonly most: number;
  readonly budgetMs: number;
}

const usual: Effort = { least: 7, most: 200, budgetMs: 2_000 };

/** Runs `work` again and again. Whoever calls has run it once already, so that nothing is cold. */
export async function measure(work: () => Promise<unknown>, effort = usual): Promise<Timing> {
  const times: number[] = [];
  const started = performance.now();
  while (times.length < effort.least || (times.length < effort.most && performance.now() - started < effort.budgetMs)) {
    const start = performance.now();
    await work();
    times.push(performance.now() - start);
  }
  return timingOf(times);
}

export function timingOf(times: readonly number[]): Timing {
  return { median: quantile(times, 0.5), p95: quantile(times, 0.95), times: times.length };
}

/** The smallest of `values` that at least a share of `share` does not exceed. */
export function quantile(values: readonly number[], share: number): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.max(0, Math.ceil(share * sorted.length) - 1)] ?? Number.NaN;
}

/** The same of what `of` says of `items`. */
export function quantileOf<T>(items: readonly T[], share: number, of: (item: T) => number): number {
  return quantile(items.map(of), share);
}

/** Milliseconds that `work` takes once, and what it yields. */
export async function timed<T>(work: () => Promise<T>): Promise<{ readonly ms: number; readonly value: T }> {
  const start = performance.now();
  const value = await work();
  return { ms: performance.now() - start, value };
}

/** Does `look` at once and then again and again, `everyMs` after the last time, until `work` is done. */
export async function whilst<T>(work: () => Promise<T>, everyMs: number, look: () => Promise<void>): Promise<T> {
  const done = new AbortController();
  const looking = async () => {
    while (!done.signal.aborted) {
      await look();
      await setTimeout(everyMs, undefined, { signal: done.signal }).catch(() => {});
    }
  };
  const [value] = await Promise.all([work().finally(() => done.abort()), looking()]);
  return value;
}
