// How far a ratio of few observations can be trusted: the Wilson score interval. Pure.
// E. B. Wilson, "Probable inference, the law of succession, and statistical inference", JASA 22 (1927), 209–212.

import { normalQuantile } from './quantiles.js';

/** Bounds of a ratio, both in [0, 1]. */
export interface Interval {
  readonly low: number;
  readonly high: number;
}

/** The interval around `part ÷ whole` that covers the true ratio with probability `level`, 0 < level < 1; `null` where `whole` is 0. */
export function wilson(part: number, whole: number, level: number): Interval | null {
  return whole === 0 ? null : wilsonScore(part / whole, whole, normalQuantile(level));
}

/** The interval around a ratio that was observed in `size` independent observations, which need not be a whole number; `z` is the normal quantile. */
export function wilsonScore(observed: number, size: number, z: number): Interval {
  const shrink = 1 + (z * z) / size;
  const centre = (observed + (z * z) / (2 * size)) / shrink;
  const half = (z / shrink) * Math.sqrt((observed * (1 - observed)) / size + (z * z) / (4 * size * size));
  // At the ends the bound is exactly 0 or 1; rounding would leave it a hair off.
  return {
    low: observed === 0 ? 0 : Math.max(0, centre - half),
    high: observed === 1 ? 1 : Math.min(1, centre + half),
  };
}
