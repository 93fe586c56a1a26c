// How far a ratio of few observations can be trusted: the Wilson score interval. Pure.
// E. B. Wilson, "Probable inference, the law of succession, and statistical inference", JASA 22 (1927), 209–212.

import erfinv from '@stdlib/math-base-special-erfinv';

/** Bounds of a ratio, both in [0, 1]. */
export interface Interval {
  readonly low: number;
  readonly high: number;
}

/** The interval around `part ÷ whole` that covers the true ratio with probability `level`, 0 < level < 1; `null` where `whole` is 0. */
export function wilson(part: number, whole: number, level: number): Interval | null {
  if (whole === 0) return null;
  const z = Math.SQRT2 * erfinv(level);
  const observed = part / whole;
  const shrink = 1 + (z * z) / whole;
  const centre = (observed + (z * z) / (2 * whole)) / shrink;
  const half = (z / shrink) * Math.sqrt((observed * (1 - observed)) / whole + (z * z) / (4 * whole * whole));
  // At the ends the bound is exactly 0 or 1; rounding would leave it a hair off.
  return { low: part === 0 ? 0 : Math.max(0, centre - half), high: part === whole ? 1 : Math.min(1, centre + half) };
}
