import { describe, expect, it } from 'vitest';
import { studentQuantile } from '../../../src/domain/statistics/quantiles.js';
import { chiSquareTail, studentTail } from '../../../src/domain/statistics/tails.js';

// SciPy 1.10.1: python3 -c "from scipy.stats import t; print([[x, n, 2 * t.sf(x, n)] for n in (1, 2, 3, 14, 99, 49999) for x in (1e-9, .1, 1, 2, 5, 40)])"
const student: readonly (readonly [distance: number, degrees: number, p: number])[] = [
  [1e-9, 1, 0.9999999993633802],
  [0.1, 1, 0.9365489651388929],
  [1, 1, 0.5],
  [2, 1, 0.2951672353008664],
  [5, 1, 0.12566591637800234],
  [40, 1, 0.015912179824051624],
  [1e-9, 2, 0.9999999992928932],
  [0.1, 2, 0.9294654384141402],
  [1, 2, 0.42264973081037427],
  [2, 2, 0.1835034190722739],
  [5, 2, 0.037749551350623724],
  [40, 2, 0.0006244146721847406],
  [1e-9, 3, 0.9999999992648948],
  [0.1, 3, 0.9266523488008058],
  [1, 3, 0.39100221895577053],
  [2, 3, 0.1393259685588431],
  [5, 3, 0.015392438073302296],
  [40, 3, 3.438068078915854e-5],
  [1e-9, 14, 0.9999999992162251],
  [0.1, 14, 0.9217622141316258],
  [1, 14, 0.33428194339465733],
  [2, 14, 0.06528795288911197],
  [5, 14, 0.00019451530625726592],
  [40, 14, 7.768790800228504e-16],
  [1e-9, 99, 0.9999999992041277],
  [0.1, 99, 0.9205465507375823],
  [1, 99, 0.3197484741393017],
  [2, 99, 0.04823969337263297],
  [5, 99, 2.481396013040949e-6],
  [40, 99, 6.385085160287213e-63],
  [1e-9, 49999, 0.9999999992021193],
  [0.1, 49999, 0.9203447263750244],
  [1, 49999, 0.3173153473499967],
  [2, 49999, 0.04550566315228353],
  [5, 49999, 5.752385444547069e-7],
];

// Of mpmath 1.3.0 with 60 digits, where SciPy has fewer than 12: betainc(n/2, 1/2, 0, n/(n+x*x), regularized=True).
const far: readonly (readonly [distance: number, degrees: number, p: number])[] = [
  [1e30, 10, 2.4609374999999994e-296],
  [1e150, 2, 1e-300],
  [1.7, 1000000, 0.08913123649034876],
  [1.8, 1000000, 0.07186093949968336],
  [5, 1000000, 5.733997870890742e-7],
  [37, 1000000, 1.8299730861802262e-299],
  [60, 250, 1.8919304857032507e-150],
  [1.73, 4, 0.15868256207806394],
  [1.74, 4, 0.15683803966271356],
];

// SciPy 1.10.1: python3 -c "from scipy.stats import chi2; print([[x, chi2.sf(x, 1)] for x in (1e-9, .1, 1, 3.841458820694124, 10, 100, 1000)])"
const chiSquare: readonly (readonly [square: number, p: number])[] = [
  [1e-9, 0.999974768674784],
  [0.1, 0.7518296340458492],
  [1, 0.31731050786291115],
  [3.841458820694124, 0.05],
  [10, 0.001565402258002549],
  [100, 1.5239706048320995e-23],
  [1000, 1.7958327848007363e-219],
];

describe('the tails of both sides', () => {
  it.each(student)("beyond %d of Student's distribution with %i degrees of freedom hold what SciPy says", (...row) => {
    const [distance, degrees, p] = row;
    expect(Math.abs(studentTail(distance, degrees) / p - 1)).toBeLessThan(1e-12);
  });

  it.each(far)("beyond %d of Student's distribution with %i degrees of freedom hold what mpmath says", (...row) => {
    const [distance, degrees, p] = row;
    expect(Math.abs(studentTail(distance, degrees) / p - 1)).toBeLessThan(1e-12);
  });

  it.each(chiSquare)('of the chi-squared distribution beyond %d hold what SciPy says', (square, p) => {
    expect(Math.abs(chiSquareTail(square) / p - 1)).toBeLessThan(1e-12);
  });

  it('are all at 0, and nothing at the end of doubles', () => {
    expect([studentTail(0, 3), chiSquareTail(0)]).toEqual([1, 1]);
    expect([studentTail(1e200, 3), studentTail(Number.POSITIVE_INFINITY, 3), chiSquareTail(1e9)]).toEqual([0, 0, 0]);
  });

  it('are the inverse of the quantiles', () => {
    for (const degrees of [1, 3, 20, 4_999])
      for (const level of [0.001, 0.5, 0.95, 0.999999])
        expect(studentTail(studentQuantile(level, degrees), degrees)).toBeCloseTo(1 - level, 13);
  });

  it('fall with the distance, wherever one way to compute them takes over from another', () => {
    for (const [middle, degrees] of [
      [1, 1],
      [2, 4],
      [3, 9],
      [10, 100],
      [Math.sqrt(3), 2],
      [Math.sqrt(3), 1_000_000],
    ] as const) {
      const tails = Array.from({ length: 201 }, (_, at) => studentTail(middle * (0.9 + at / 1_000), degrees));
      for (const [at, tail] of tails.entries()) if (at > 0) expect(tail).toBeLessThan(tails[at - 1] ?? 0);
    }
  });
});
