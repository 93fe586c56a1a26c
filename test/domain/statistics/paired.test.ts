import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { placedCounts } from '../../../src/domain/counts/mention-counts.js';
import { changeOf } from '../../../src/domain/statistics/change.js';
import { PairedPrompts } from '../../../src/domain/statistics/paired.js';
import type { Sample } from '../../../src/domain/statistics/sample.js';
import { samplesOf } from '../../support/exact-statistics.js';
import type { Part } from '../../support/naive/statistics/certainty.js';
import { pOfChange } from '../../support/naive/statistics/tests.js';

interface Pair {
  readonly before: Sample;
  readonly after: Sample;
}

const partsOf = (samples: readonly Sample[]): readonly Part[] =>
  samples.map(({ part, whole }, at) => ({ promptId: `${at}`, x: part, n: whole }));

function paired(all: readonly Pair[]) {
  const [before, after] = [samplesOf(all.map((pair) => pair.before)), samplesOf(all.map((pair) => pair.after))];
  const prompts = new PairedPrompts(before, after);
  return {
    prompts,
    test: () => prompts.test({ before: placedCounts(before.parts), after: placedCounts(after.parts) }),
  };
}

function expectExact(all: readonly Pair[]): void {
  const { prompts, test } = paired(all);
  if (!prompts.hasAtLeast(2, 1)) return;
  const expected = pOfChange(partsOf(all.map(({ before }) => before)), partsOf(all.map(({ after }) => after)));
  const found = test();
  expect(found === null).toBe(expected === null);
  expect(Math.abs((found?.p ?? 0) - (expected ?? 0))).toBeLessThanOrEqual(1e-9 * (expected ?? 0));
  // What one ratio left behind would show in the next.
  expect(test()).toEqual(found);
}

/** Shares of tenths of small numbers, so that prompts often agree, and few prompts have a part. */
const anyPair = (rarity: number): fc.Arbitrary<Pair> => {
  const sample = fc
    .tuple(fc.integer({ min: 0, max: 40 }), fc.integer({ min: 1, max: 10 }), fc.nat(rarity))
    .map(([whole, tenths, rare]) => ({ whole, part: rare > 0 ? 0 : Math.ceil((whole * tenths) / 10) }));
  return fc.record({ before: sample, after: sample });
};

describe('a tested change', () => {
  it.each([0, 1, 12, 60])('is what exact fractions give where one prompt in %i more has a part', (rarity) => {
    fc.assert(fc.property(fc.array(anyPair(rarity), { minLength: 2, maxLength: 80, size: 'max' }), expectExact));
  });

  it('is what exact fractions give where both windows are alike but for few prompts', () => {
    const stable = fc
      .tuple(
        fc.array(fc.integer({ min: 1, max: 30 }), { minLength: 40, maxLength: 80 }),
        fc.nat(4),
        fc.nat(9),
        fc.nat(9),
      )
      .map(([wholes, place, one, two]) =>
        wholes.map((whole, at): Pair => {
          const part = (count: number) => (at < place + 2 ? Math.min(whole, count) : 0);
          return { before: { part: part(one), whole }, after: { part: part(two), whole } };
        }),
      );
    fc.assert(fc.property(stable, expectExact));
  });

  it('tests each prompt as a stratum where all changed alike', () => {
    // From 0 to 1 in 6 prompts of 2 and 3 runs.
    const all = Array.from({ length: 6 }, () => ({ before: { part: 0, whole: 2 }, after: { part: 3, whole: 3 } }));
    const found = paired(all).test();
    expect(found).toMatchObject({ before: 0, after: 1 });
    expect(found?.p).toBeLessThan(1e-5);
    expect(found?.p).toBeGreaterThan(1e-7);
    expectExact(all);
  });

  it('is not tested where all changed alike and no prompt has runs in both windows', () => {
    const one = { part: 4, whole: 4 };
    const [none, zero] = [
      { part: 0, whole: 0 },
      { part: 0, whole: 4 },
    ];
    expect(
      paired([
        { before: one, after: none },
        { before: none, after: zero },
      ]).test(),
    ).toBeNull();
  });

  it('is 1 where nothing changed', () => {
    expect(paired(Array(5).fill({ before: { part: 1, whole: 3 }, after: { part: 2, whole: 6 } })).test()?.p).toBe(1);
  });

  it('is significant where the bounds of the change exclude 0', () => {
    fc.assert(
      fc.property(fc.array(anyPair(1), { minLength: 4, maxLength: 20 }), (all) => {
        const { prompts, test } = paired(all);
        if (!prompts.hasAtLeast(1, 1)) return;
        const change = changeOf(
          samplesOf(all.map(({ before }) => before)),
          samplesOf(all.map(({ after }) => after)),
          0.9,
        );
        if (change.isSignificant !== null) expect((test()?.p ?? 1) < 0.1).toBe(change.isSignificant);
      }),
    );
  });

  it('counts the prompts and the denominators of each window', () => {
    const sample = (whole: number) => ({ part: 0, whole });
    const { prompts } = paired([
      { before: sample(3), after: sample(9) },
      { before: sample(4), after: sample(0) },
      { before: sample(0), after: sample(1) },
    ]);
    expect([prompts.hasAtLeast(2, 7), prompts.hasAtLeast(3, 7), prompts.hasAtLeast(2, 8)]).toEqual([
      true,
      false,
      false,
    ]);
  });
});
