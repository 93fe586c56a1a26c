// What the tests of intervals compute a second time: slowly, in exact fractions.

import fc from 'fast-check';
import { expect } from 'vitest';
import type { PromptSamples, Sample } from '../../src/domain/statistics/sample.js';
import { type Fraction, fraction } from './fraction.js';

/** Expects a figure to the last digits of a double. */
export function expectClose(actual: number | null | undefined, expected: number): void {
  expect(Math.abs((actual ?? Number.NaN) - expected)).toBeLessThanOrEqual(1e-12 * Math.max(1, Math.abs(expected)));
}

/** The samples of prompts 0, 1, 2 and so on. */
export function samplesOf(samples: readonly Sample[], promptOf = (place: number) => place): PromptSamples {
  return {
    prompts: Int32Array.from(samples, (_, place) => promptOf(place)),
    parts: Float64Array.from(samples, ({ part }) => part),
    wholes: Float64Array.from(samples, ({ whole }) => whole),
  };
}

export const anyLevel = fc.double({ min: 0.001, max: 0.9999, noNaN: true });

/** Shares of tenths, so that prompts often agree. */
export const anySample: fc.Arbitrary<Sample> = fc
  .tuple(fc.nat(500), fc.integer({ min: 0, max: 10 }))
  .map(([whole, tenths]) => ({ part: Math.floor((whole * tenths) / 10), whole }));

/** Σ(part) ÷ Σ(whole) and Σ(part − ratio × whole)², exact. */
export function exactly(samples: readonly Sample[]) {
  const n = samples.reduce((sum, { whole }) => sum.plus(fraction(whole)), fraction(0));
  const p = samples.reduce((sum, { part }) => sum.plus(fraction(part)), fraction(0)).over(n);
  return { n, p, offsets: samples.map(({ part, whole }) => fraction(part).minus(p.times(fraction(whole)))) };
}

export function sumOfSquares(all: readonly Fraction[]): Fraction {
  return all.reduce((sum, each) => sum.plus(each.times(each)), fraction(0));
}
