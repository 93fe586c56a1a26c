// Intervals clustered by prompt and changes between windows, beside the formulas written out and quantiles found by halving intervals.

import fc from 'fast-check';
import { expect, it } from 'vitest';
import { normalQuantile, studentQuantile } from '../../src/domain/statistics/quantiles.js';
import { often } from '../support/compare.js';
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
