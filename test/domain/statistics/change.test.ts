import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { changeOf } from '../../../src/domain/statistics/change.js';
import { studentQuantile } from '../../../src/domain/statistics/quantiles.js';
import { noSamples, type Sample } from '../../../src/domain/statistics/sample.js';
import { anyLevel, anySample, exactly, expectClose, samplesOf, sumOfSquares } from '../../support/exact-statistics.js';
import { fraction } from '../../support/fraction.js';

interface SamplePair {
  readonly before: Sample;
  readonly after: Sample;
}

const pairs = (...all: readonly (readonly [number, number, number, number])[]): readonly SamplePair[] =>
  all.map(([part, whole, laterPart, laterWhole]) => ({
    before: { part, whole },
    after: { part: laterPart, whole: laterWhole },
  }));

const paired = (all: readonly SamplePair[], level: number) =>
  changeOf(samplesOf(all.map(({ before }) => before)), samplesOf(all.map(({ after }) => after)), level);

describe('the change', () => {
  it('is the one that a calculator gives', () => {
    // p₁ = 5/10, p₂ = 9/12; z = (4 - 3)/12 - (2 - 2)/10, (3 - 3)/12 - (3 - 2)/10, (2 - 3)/12 - (0 - 1)/10
    const found = paired(pairs([2, 4, 4, 4], [3, 4, 3, 4], [0, 2, 2, 4]), 0.95);
    const z = [1 / 12, -1 / 10, -1 / 12 + 1 / 10];
    const half = 4.302652729749462 * Math.sqrt(1.5 * z.reduce((sum, each) => sum + each * each, 0));
    expect(found).toMatchObject({ difference: 0.25, level: 0.95, isSignificant: false, prompts: 3 });
    expectClose(found.low, 0.25 - half);
    expectClose(found.high, 0.25 + half);
  });

  it('counts a prompt that has a denominator in one window alone', () => {
    const found = paired(pairs([1, 2, 0, 0], [0, 0, 3, 4], [0, 0, 0, 0]), 0.95);
    expect(found).toMatchObject({ difference: 0.25, prompts: 2 });
  });

  it('pairs by prompt, whichever lists it', () => {
    const [one, two, three] = [
      { part: 1, whole: 2 },
      { part: 3, whole: 4 },
      { part: 0, whole: 3 },
    ];
    const none = { part: 0, whole: 0 };
    const every = paired(
      [one, two, none].map((before, at) => ({ before, after: [none, one, three][at] ?? none })),
      0.95,
    );
    const before = samplesOf([one, two], (place) => [3, 8][place] ?? 0);
    const after = samplesOf([one, three], (place) => [8, 700][place] ?? 0);
    expect(changeOf(before, after, 0.95)).toEqual(every);
    expect(every.prompts).toBe(3);
    expect(changeOf(noSamples, after, 0.95)).toMatchObject({ difference: null, low: null, prompts: null });
  });

  it('is null where a window has no denominator', () => {
    const nothing = { difference: null, low: null, high: null, level: null, isSignificant: null, prompts: null };
    expect(paired(pairs([0, 0, 1, 2], [0, 0, 3, 4]), 0.9)).toEqual(nothing);
    expect(paired(pairs([1, 2, 0, 0], [3, 4, 0, 0]), 0.9)).toEqual(nothing);
    expect(paired(pairs([0, 0, 1, 2]), 0.9)).toEqual(nothing);
    expect(paired([], 0.9)).toEqual(nothing);
  });

  it('is a bare difference where one prompt alone has a denominator', () => {
    const bare = { low: null, high: null, level: null, isSignificant: null, prompts: null };
    expect(paired(pairs([1, 2, 4, 4], [0, 0, 0, 0]), 0.95)).toEqual({ ...bare, difference: 0.5 });
  });

  it('has no bounds where every prompt changed alike, and is none where nothing changed', () => {
    const alike = paired(pairs([1, 3, 2, 3], [2, 6, 4, 6]), 0.95);
    const bare = { low: null, high: null, isSignificant: null };
    expect(alike).toEqual({ ...bare, difference: 2 / 3 - 1 / 3, level: 0.95, prompts: 2 });
    const nothing = paired(pairs([1, 3, 2, 6], [2, 6, 1, 3]), 0.95);
    expect(nothing).toMatchObject({ difference: 0, low: 0, high: 0, isSignificant: false });
  });

  it('knows that all prompts changed alike although doubles differ in a digit', () => {
    // Later each has `times` as many runs, and a tenth more of them are mentions.
    const moves = [1, 3, 7, 49, 999].map((times) =>
      paired(
        [10, 30, 70, 110].map((whole, at) => {
          const part = [3, 11, 20, 47][at] ?? 0;
          return {
            before: { part, whole },
            after: { part: times * (part + whole / 10), whole: times * whole },
          };
        }),
        0.95,
      ),
    );
    expect(moves.map(({ low, isSignificant }) => [low, isSignificant])).toEqual(moves.map(() => [null, null]));
  });

  it('is not significant where a bound is exactly 0', () => {
    // z = 1/4, -1/4: half = t × 1/2, and t of one degree of freedom is 1 at level 1/2.
    const touching = pairs([0, 1, 1, 1], [0, 1, 0, 1]);
    expect(paired(touching, 0.5)).toMatchObject({ difference: 0.5, low: 0, high: 1, isSignificant: false });
    expect(paired(touching, 0.499)).toMatchObject({ isSignificant: true });
    const falling = touching.map(({ before, after }) => ({ before: after, after: before }));
    expect(paired(falling, 0.5)).toMatchObject({ difference: -0.5, low: -1, high: 0, isSignificant: false });
    expect(paired(falling, 0.499)).toMatchObject({ isSignificant: true });
  });

  it('has bounds within [-1, 1]', () => {
    expect(paired(pairs([0, 1, 1, 1], [0, 9, 1, 9]), 0.99)).toMatchObject({ low: -1, high: 1 });
  });

  it('is what exact fractions give', () => {
    const pair = fc.record({ before: anySample, after: anySample });
    fc.assert(
      fc.property(fc.array(pair, { maxLength: 30 }), anyLevel, (all, each) => {
        const counted = all.filter(({ before, after }) => before.whole + after.whole > 0);
        const m = counted.length;
        const [wholeBefore, wholeAfter] = [counted.map(({ before }) => before), counted.map(({ after }) => after)].map(
          (samples) => samples.reduce((sum, { whole }) => sum + whole, 0),
        );
        const found = paired(all, each);
        if (m < 2 || wholeBefore === 0 || wholeAfter === 0) {
          expect(found.low).toBeNull();
          return;
        }
        const [one, two] = [exactly(counted.map(({ before }) => before)), exactly(counted.map(({ after }) => after))];
        const z = counted.map((_, at) =>
          (two.offsets[at] ?? fraction(0)).over(two.n).minus((one.offsets[at] ?? fraction(0)).over(one.n)),
        );
        const v = fraction(m)
          .over(fraction(m - 1))
          .times(sumOfSquares(z));
        if (v.isZero() && !two.p.minus(one.p).isZero()) {
          expect(found).toMatchObject({ low: null, high: null, isSignificant: null, level: each, prompts: m });
          return;
        }
        const half = studentQuantile(each, m - 1) * Math.sqrt(v.toNumber());
        const difference = two.p.minus(one.p).toNumber();
        expectClose(found.difference, difference);
        expectClose(found.low, Math.max(-1, difference - half));
        expectClose(found.high, Math.min(1, difference + half));
        expect(found.isSignificant).toBe((found.low ?? 0) > 0 || (found.high ?? 0) < 0);
        expect([found.level, found.prompts]).toEqual([each, m]);
      }),
    );
  });
});
