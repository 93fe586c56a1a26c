import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { MantelHaenszel } from '../../../src/domain/statistics/mantel-haenszel.js';
import { anySample } from '../../support/exact-statistics.js';
import { mantelHaenszel } from '../../support/naive/statistics/tests.js';

/** Of strata of two windows, as `30/12 20/28, 9/3 6/5`: in each the runs that count, and those that do not. */
function pOf(strata: string): number | null {
  const test = new MantelHaenszel();
  for (const stratum of strata.split(', ')) {
    const [x1 = 0, y1 = 0, x2 = 0, y2 = 0] = stratum.split(/[ /]/).map(Number);
    test.add({ part: x1, whole: x1 + y1 }, { part: x2, whole: x2 + y2 });
  }
  return test.p;
}

// statsmodels 0.13.5: python3 -c "from statsmodels.stats.contingency_tables import StratifiedTable as S; print(S(tables).test_null_odds(correction=False).pvalue)", tables as below
const tables: readonly (readonly [strata: string, p: number])[] = [
  ['30/12 20/28, 9/3 6/5, 14/20 9/26', 0.0014182361836804214],
  ['8/2 3/7', 0.028493128926298072],
  ['4/1 2/6, 7/0 6/0', 0.06297905121445546],
  ['400/600 500/500, 10/990 12/988, 70/30 30/70', 0.009237404414027983],
];

describe('the test of Cochran, Mantel and Haenszel', () => {
  it.each(tables)('of %s is that of statsmodels', (strata, p) => {
    expect(Math.abs((pOf(strata) ?? 0) / p - 1)).toBeLessThan(1e-12);
  });

  it('leaves out strata without variance, and says nothing where none is left', () => {
    const dull = '0/5 0/9, 7/0 6/0, 0/0 3/4, 3/4 0/0, 0/0 0/0';
    expect(pOf(dull)).toBeNull();
    expect(pOf(`8/2 3/7, ${dull}`)).toBe(pOf('8/2 3/7'));
  });

  it('is 1 where nothing changed, and the same both ways', () => {
    expect(pOf('3/4 6/8, 1/1 5/5')).toBe(1);
    expect(pOf('3/4 1/12')).toBe(pOf('1/12 3/4'));
  });

  it('is what exact fractions give', () => {
    const stratum = fc.record({ before: anySample, after: anySample });
    fc.assert(
      fc.property(fc.array(stratum, { maxLength: 12 }), (strata) => {
        const test = new MantelHaenszel();
        for (const { before, after } of strata) test.add(before, after);
        const counts = ({ part: x, whole: n }: { readonly part: number; readonly whole: number }) => ({ x, n });
        const p = mantelHaenszel(strata.map(({ before, after }) => ({ before: counts(before), after: counts(after) })));
        expect(test.p === null).toBe(p === null);
        expect(Math.abs((test.p ?? 0) - (p ?? 0))).toBeLessThanOrEqual(1e-9 * (p ?? 0));
      }),
    );
  });
});
