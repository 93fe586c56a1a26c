// Intervals clustered by prompt and changes between windows, beside the formulas written out and quantiles found by halving intervals.

import fc from 'fast-check';
import { expect, it } from 'vitest';
import { changeOf } from '../../src/domain/statistics/change.js';
import { normalQuantile, studentQuantile } from '../../src/domain/statistics/quantiles.js';
import { robustInterval } from '../../src/domain/statistics/robust-interval.js';
import { expectClose } from '../support/close.js';
import { often } from '../support/compare.js';
import { samplesOf } from '../support/exact-statistics.js';
import * as naive from '../support/naive/statistics/certainty.js';
import * as quantiles from '../support/naive/statistics/quantiles.js';

const levels = fc.oneof(
  fc.constantFrom(0.5, 0.8, 0.9, 0.95, 0.99, 0.999),
  fc.double({ min: 0.01, max: 0.9999, noNaN: true }),
);

it('quantiles are right to eleven digits', () => {
  const degrees = fc.oneof(fc.integer({ min: 1, max: 30 }), fc.integer({ min: 1, max: 2_000 }));
  const property = fc.property(levels, degrees, (level, freedom) => {
    expectNear(studentQuantile(level, freedom), quantiles.studentQuantile(level, freedom));
    expectNear(normalQuantile(level), quantiles.normalQuantile(level));
  });
  fc.assert(property, often(150));
});

function expectNear(quantile: number, expected: number): void {
  expect(Math.abs(quantile - expected)).toBeLessThan(1e-11 * Math.max(1, expected));
}

/** Of one prompt: a numerator and a denominator that is no smaller, often equal or 0. */
const samples = fc
  .tuple(fc.oneof(fc.constantFrom(0, 0, 1, 2), fc.nat(200)), fc.constantFrom(0, 1, 0.5, 0.1, 0.9))
  .map(([whole, ratio]) => ({ part: Math.round(whole * ratio), whole }));

const parts = (some: readonly { readonly part: number; readonly whole: number }[]) =>
  some.map(({ part, whole }, index) => ({ promptId: String(index), x: part, n: whole }));

it('intervals are those of the formula', () => {
  const property = fc.property(fc.array(samples, { maxLength: 40 }), levels, (some, level) => {
    expectClose(robustInterval(samplesOf(some), level), naive.robustInterval(parts(some), level));
  });
  fc.assert(property, often(150));
});

it('changes are those of the formula', () => {
  const pairs = fc.array(fc.record({ before: samples, after: samples }), { maxLength: 40 });
  const property = fc.property(pairs, levels, (some, level) => {
    const [before, after] = [some.map((pair) => pair.before), some.map((pair) => pair.after)];
    const found = changeOf(samplesOf(before), samplesOf(after), level);
    expectClose(found, naive.changeOf(parts(before), parts(after), level));
  });
  fc.assert(property, often(150));
});
