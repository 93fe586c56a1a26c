// Whether a ratio of sums over prompts changed by more than chance: section 15 of the contract, in exact fractions up to the tails.

import { fraction } from '../../fraction.js';
import { changedAlike, type Part } from './certainty.js';
import { incompleteBeta } from './quantiles.js';

/** One stratum: of both windows a numerator and a denominator. */
export interface Stratum {
  readonly before: Omit<Part, 'promptId'>;
  readonly after: Omit<Part, 'promptId'>;
}

/** The two-sided p-value of section 11's test; where every prompt changed alike, that over prompts as strata. `null`: not tested. */
export function pOfChange(before: readonly Part[], after: readonly Part[]): number | null {
  const ids = [...new Set([...before, ...after].filter(({ n }) => n > 0).map(({ promptId }) => promptId))];
  const [x1, n1, x2, n2] = [before, after].flatMap((parts) => [sum(parts, 'x'), sum(parts, 'n')]) as [
    ...[number, number, number, number],
  ]; // safe because there are two of two
  const [p1, p2] = [fraction(BigInt(x1), BigInt(n1)), fraction(BigInt(x2), BigInt(n2))];
  if (p2.minus(p1).isZero()) return 1;
  const of = (parts: readonly Part[], id: string) => parts.find(({ promptId }) => promptId === id) ?? { x: 0, n: 0 };
  if (changedAlike(ids, before, after))
    return mantelHaenszel(ids.map((id) => ({ before: of(before, id), after: of(after, id) })));
  const z = ids.map((id) => {
    const [one, two] = [of(before, id), of(after, id)];
    const later = fraction(two.x)
      .minus(p2.times(fraction(two.n)))
      .over(fraction(n2));
    return later.minus(
      fraction(one.x)
        .minus(p1.times(fraction(one.n)))
        .over(fraction(n1)),
    );
  });
  const m = ids.length;
  const v = z.reduce((total, each) => total.plus(each.times(each)), fraction(0)).times(fraction(m, BigInt(m - 1)));
  const square = p2.minus(p1).times(p2.minus(p1)).over(v).toNumber();
  return incompleteBeta((m - 1) / (m - 1 + square), (m - 1) / 2, 0.5);
}

/** Cochran, Mantel and Haenszel, two-sided, without continuity correction; `null`: no stratum has variance. */
export function mantelHaenszel(strata: readonly Stratum[]): number | null {
  let [excess, variance] = [fraction(0), fraction(0)];
  for (const { before, after } of strata) {
    const [t, n] = [fraction(before.x + after.x), fraction(before.n + after.n)];
    if (before.n === 0 || after.n === 0) continue;
    excess = excess.plus(fraction(after.x).minus(t.times(fraction(after.n)).over(n)));
    const margins = fraction(before.n).times(fraction(after.n)).times(t).times(n.minus(t));
    variance = variance.plus(margins.over(n.times(n).times(n.minus(fraction(1)))));
  }
  if (variance.isZero()) return null;
  return complementaryError(Math.sqrt(excess.times(excess).over(variance).toNumber() / 2));
}

/** Each p × count ÷ rank, and of those from it on the least. */
export function benjaminiHochberg(values: readonly number[]): readonly number[] {
  const ranked = values.map((p) => ({ p, rank: values.filter((other) => other <= p).length }));
  return ranked.map(({ p }) =>
    Math.min(1, ...ranked.filter((other) => other.p >= p).map((other) => (other.p * values.length) / other.rank)),
  );
}

/** 1 − erf: its series of positive terms, and from 2 on its continued fraction from the end to the front. */
export function complementaryError(x: number): number {
  if (x < 2) {
    let [term, total] = [x, x];
    for (let n = 1; term > total * 1e-18; n++) {
      term *= (2 * x * x) / (2 * n + 1);
      total += term;
    }
    return 1 - (2 / Math.sqrt(Math.PI)) * Math.exp(-x * x) * total;
  }
  let below = x;
  for (let n = 200; n >= 1; n--) below = x + n / 2 / below;
  return Math.exp(-x * x) / Math.sqrt(Math.PI) / below;
}

function sum(parts: readonly Part[], column: 'x' | 'n'): number {
  return parts.reduce((total, part) => total + part[column], 0);
}
