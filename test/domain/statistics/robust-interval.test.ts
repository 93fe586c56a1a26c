import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { normalQuantile, studentQuantile } from '../../../src/domain/statistics/quantiles.js';
import { robustInterval } from '../../../src/domain/statistics/robust-interval.js';
import type { Sample } from '../../../src/domain/statistics/sample.js';
import { wilson } from '../../../src/domain/statistics/wilson.js';
import { anyLevel, anySample, exactly, expectClose, samplesOf, sumOfSquares } from '../../support/exact-statistics.js';
import { fraction } from '../../support/fraction.js';

const of = (...samples: readonly (readonly [number, number])[]): readonly Sample[] =>
  samples.map(([part, whole]) => ({ part, whole }));

const robust = (samples: readonly Sample[], level: number) => robustInterval(samplesOf(samples), level);

describe('the robust interval', () => {
  it('is the one that a calculator gives', () => {
    // p = 9/16; offsets 1.75, -1.5, -0.25; v = 3/2 × 5.375 / 256 = 0.0314941…; p(1-p)/n = 0.0153808…
    const found = robust(of([4, 4], [3, 8], [2, 4]), 0.95);
    expectClose(found?.designEffect, (1.5 * 5.375 * 16) / 256 / ((9 / 16) * (7 / 16)));
    expectClose(found?.effectiveRuns, (16 / (found?.designEffect ?? 0)) * (1.959963984540054 / 4.302652729749462) ** 2);
    expect(found).toMatchObject({ level: 0.95, prompts: 3 });
  });

  it('has the bounds of Wilson for as many runs as are effective', () => {
    const found = robust(of([4, 4], [3, 8], [2, 4]), 0.9);
    const z = normalQuantile(0.9);
    const size = found?.effectiveRuns ?? 0;
    // Both bounds solve (p - b)² = z² b (1 - b) / size, by which Wilson defines them.
    for (const bound of [found?.low ?? 0, found?.high ?? 0])
      expectClose((9 / 16 - bound) ** 2, (z * z * bound * (1 - bound)) / size);
  });

  it('is null for fewer than two prompts with a denominator', () => {
    expect(robust([], 0.95)).toBeNull();
    expect(robust(of([3, 5]), 0.95)).toBeNull();
    expect(robust(of([3, 5], [0, 0], [0, 0]), 0.95)).toBeNull();
  });

  it('ignores prompts without a denominator', () => {
    const samples = of([3, 5], [1, 7]);
    expect(robust([...of([0, 0]), ...samples, ...of([0, 0])], 0.95)).toEqual(robust(samples, 0.95));
  });

  it('counts a prompt as one observation where all or none mention the company', () => {
    const none = robust(of([0, 30], [0, 10], [0, 20]), 0.95);
    expect(none).toMatchObject({ designEffect: 20, prompts: 3, low: 0 });
    expectClose(none?.effectiveRuns, 3 * (1.959963984540054 / 4.302652729749462) ** 2);
    const every = robust(of([30, 30], [10, 10], [20, 20]), 0.95);
    expect(every).toMatchObject({ designEffect: 20, high: 1, effectiveRuns: none?.effectiveRuns });
    expectClose(every?.low, 1 - (none?.high ?? 0));
  });

  it('has a design effect of at least 1, also where all prompts agree to the run', () => {
    expect(robust(of([1, 3], [2, 6], [3, 9]), 0.95)).toMatchObject({ designEffect: 1 });
    expect(robust(of([1, 2], [2, 4], [5, 11]), 0.95)).toMatchObject({ designEffect: 1 });
  });

  it('has bounds within [0, 1] where fewer than one run is effective', () => {
    const two = robust(of([0, 1], [1, 1]), 0.95);
    expect(two?.effectiveRuns).toBeLessThan(0.1);
    expect([two?.low, two?.high].every((bound) => bound !== undefined && bound >= 0 && bound <= 1)).toBe(true);
  });

  it('holds at the ends of the level', () => {
    for (const each of [5e-300, 1e-9, 0.999999, 1 - 2 ** -53]) {
      for (const samples of [of([0, 1], [1, 1]), of([40, 90], [3, 7], [0, 5]), of([0, 9], [0, 9])]) {
        const found = robust(samples, each);
        const p = samples.reduce((sum, { part }) => sum + part, 0) / samples.reduce((sum, { whole }) => sum + whole, 0);
        expect(found?.effectiveRuns).toBeGreaterThan(0);
        expect(found?.low).toBeGreaterThanOrEqual(0);
        expect(found?.low).toBeLessThanOrEqual(p);
        expect(found?.high).toBeGreaterThanOrEqual(p);
        expect(found?.high).toBeLessThanOrEqual(1);
      }
    }
  });

  it('is what exact fractions give', () => {
    fc.assert(
      fc.property(fc.array(anySample, { maxLength: 30 }), anyLevel, (samples, each) => {
        const counted = samples.filter(({ whole }) => whole > 0);
        const found = robust(samples, each);
        const m = counted.length;
        if (m < 2) {
          expect(found).toBeNull();
          return;
        }
        const { n, p, offsets } = exactly(counted);
        const v = fraction(m)
          .over(fraction(m - 1))
          .times(sumOfSquares(offsets))
          .over(n.times(n));
        const spread = p.times(fraction(1).minus(p));
        const deff = spread.isZero() ? n.over(fraction(m)) : v.over(spread.over(n));
        const designEffect = Math.max(1, deff.toNumber());
        const [z, t] = [normalQuantile(each), studentQuantile(each, m - 1)];
        const effectiveRuns = (n.toNumber() / designEffect) * (z / t) ** 2;
        expectClose(found?.designEffect, designEffect);
        expectClose(found?.effectiveRuns, effectiveRuns);
        const bounds = wilson(p.toNumber() * effectiveRuns, effectiveRuns, each);
        expectClose(found?.low, bounds?.low ?? 0);
        expectClose(found?.high, bounds?.high ?? 0);
      }),
    );
  });

  it('is never narrower than the interval of independent runs', () => {
    fc.assert(
      fc.property(fc.array(anySample, { minLength: 2, maxLength: 30 }), anyLevel, (samples, each) => {
        const found = robust(samples, each);
        if (!found) return;
        const whole = samples.reduce((sum, each) => sum + each.whole, 0);
        const plain = wilson(
          samples.reduce((sum, { part }) => sum + part, 0),
          whole,
          each,
        );
        expect(found.low).toBeLessThanOrEqual((plain?.low ?? 0) + 1e-12);
        expect(found.high).toBeGreaterThanOrEqual((plain?.high ?? 0) - 1e-12);
        expect(found.effectiveRuns).toBeLessThanOrEqual(whole);
      }),
    );
  });
});
