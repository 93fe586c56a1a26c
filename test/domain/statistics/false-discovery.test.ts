import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { falseDiscoveryRates } from '../../../src/domain/statistics/false-discovery.js';
import { benjaminiHochberg } from '../../support/naive/statistics/tests.js';

// statsmodels 0.13.5: python3 -c "from statsmodels.stats.multitest import multipletests as m; print(list(m(p, method='fdr_bh')[1]))", p as below
const tables: readonly (readonly [p: readonly number[], q: readonly number[]])[] = [
  [
    [0.001, 0.008, 0.039, 0.041, 0.042, 0.06, 0.074, 0.205, 0.212, 0.216],
    [0.01, 0.04, 0.084, 0.084, 0.084, 0.1, 0.10571428571428572, 0.216, 0.216, 0.216],
  ],
  [
    [0.5, 0.01, 0.01, 0.03, 1, 0.02],
    [0.6, 0.03, 0.03, 0.045, 1, 0.04],
  ],
];

describe('the rates of false discoveries', () => {
  it.each(tables)('of %j are those of statsmodels', (p, q) => {
    const found = falseDiscoveryRates(Float64Array.from(p), p.length);
    for (const [at, rate] of q.entries()) expect(found[at]).toBeCloseTo(rate, 15);
  });

  it('of the p-values up to a bound are the same as among all, up to that bound', () => {
    // Of thousandths, and bounds between them: a rate that is a p-value itself may be rounded.
    const anyValue = fc.nat(1_000).map((thousandths) => thousandths / 1_000);
    const anyBound = fc.nat(999).map((thousandths) => (thousandths + 0.5) / 1_000);
    fc.assert(
      fc.property(fc.array(anyValue, { maxLength: 60 }), anyBound, (p, bound) => {
        const all = benjaminiHochberg(p);
        const kept = p.flatMap((value, at) => (value <= bound ? [at] : []));
        const some = falseDiscoveryRates(
          Float64Array.from(kept, (at) => p[at] ?? 1),
          p.length,
        );
        for (const [place, at] of kept.entries()) {
          const [found, expected] = [some[place] ?? 1, all[at] ?? 1];
          if (expected <= bound) expect(found).toBe(expected);
          else expect(found).toBeGreaterThan(bound);
        }
        expect(p.filter((_, at) => (all[at] ?? 1) <= bound && !kept.includes(at))).toEqual([]);
      }),
    );
  });
});
