// Quantiles of distributions that are symmetric about 0: how far from 0 a value lies with probability `level`, 0 < level < 1. Pure.

import erfinv from '@stdlib/math-base-special-erfinv';
import inverseBeta from '@stdlib/math-base-special-kernel-betaincinv';
import { LRUCache } from 'lru-cache';

/** The bound that the standard normal distribution stays within, on both sides, with probability `level`: its quantile at `(1 + level) / 2`. */
export function normalQuantile(level: number): number {
  return Math.SQRT2 * erfinv(level);
}

/** Below it a quantile is proportional to its level to the last digit, and its square may be too small for a double. */
const leastLevel = 1e-9;

/** Quantiles that were asked for before: a list asks for the same one in every row, and each takes up to 0.2 ms. */
const known = new LRUCache<string, number>({ max: 1_000 });

/** The same bound of Student's distribution with `degrees` of freedom. */
export function studentQuantile(level: number, degrees: number): number {
  const key = `${level} ${degrees}`;
  const found = known.get(key) ?? studentQuantileOf(level, degrees);
  known.set(key, found);
  return found;
}

/** `level` is never added to 1: most of its digits may lie below those of the sum. */
function studentQuantileOf(level: number, degrees: number): number {
  if (level < leastLevel) return studentQuantileOf(leastLevel, degrees) * (level / leastLevel);
  // The squared quantile is a ratio of the two shares of a beta distribution; the inverse is exact where it is asked for its shorter end.
  if (level < 0.5) return rootOfRatio(inverseBeta(0.5, degrees / 2, level, 1 - level), degrees);
  return rootOfRatio([...inverseBeta(degrees / 2, 0.5, 1 - level, level)].reverse(), degrees);
}

function rootOfRatio([inside = 0, outside = 1]: readonly number[], degrees: number): number {
  return Math.sqrt((degrees * inside) / outside);
}
