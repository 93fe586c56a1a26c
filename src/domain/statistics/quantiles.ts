// Quantiles of distributions that are symmetric about 0: how far from 0 a value lies with probability `level`, 0 < level < 1. Pure.

import { LRUCache } from 'lru-cache';
import { heightAtZero, sharesAt } from './students-distribution.js';

/** The bound that the standard normal distribution stays within, on both sides, with probability `level`: its quantile at `(1 + level) / 2`. */
export function normalQuantile(level: number): number {
  return studentQuantile(level, Number.POSITIVE_INFINITY);
}

/** A smaller step is the last: the one after it would be its square. */
const lastStep = 1e-9;
const maxSteps = 50;

/** Quantiles that were asked for before: every row of a list asks for one of few. */
const known = new LRUCache<string, number>({ max: 1_000 });

/** The last of them. All rows with the same interval ask for it, and a key is written more slowly than an interval is computed. */
let last = { level: 0, degrees: 0, quantile: 0 };

/** The same bound of Student's distribution with `degrees` of freedom. */
export function studentQuantile(level: number, degrees: number): number {
  if (last.level === level && last.degrees === degrees) return last.quantile;
  const key = `${level} ${degrees}`;
  const quantile = known.get(key) ?? studentQuantileOf(level, degrees);
  known.set(key, quantile);
  last = { level, degrees, quantile };
  return quantile;
}

/**
 * Newton's method in logarithms, of the share within it or, where that is the
 * smaller one, beyond it. As functions of each other the logarithms are concave, so that it approaches the root from the side of its start.
 */
function studentQuantileOf(level: number, degrees: number): number {
  const height = heightAtZero(degrees);
  const isFar = level > 0.5;
  let distance = isFar ? boundBeyond(1 - level, degrees) : level / height;
  for (let steps = 0; steps < maxSteps; steps++) {
    const { within, beyond, slope } = sharesAt({ distance, square: distance ** 2, degrees }, height);
    const step = isFar
      ? (beyond / slope) * Math.log(beyond / (1 - level))
      : (within / slope) * Math.log(level / within);
    distance *= Math.exp(step);
    if (Math.abs(step) < lastStep) break;
  }
  return distance;
}

/** A distance that at most `share` lies beyond: it is less than (1 + distance² / degrees) ^ (−degrees / 2). */
function boundBeyond(share: number, degrees: number): number {
  const power = -2 * Math.log(share);
  return Math.sqrt(degrees === Number.POSITIVE_INFINITY ? power : degrees * Math.expm1(power / degrees));
}
