// How sure a ratio of sums over prompts is, and whether it changed: sections 10 and 11 of the contract, formula by formula.

import { fraction } from '../../fraction.js';
import { normalQuantile, studentQuantile } from './quantiles.js';

/** Numerator and denominator of one prompt. */
export interface Part {
  readonly promptId: string;
  readonly x: number;
  readonly n: number;
}

/** `null` where fewer than two prompts have a denominator. */
export function robustInterval(all: readonly Part[], level: number) {
  const parts = all.filter((part) => part.n > 0);
  const m = parts.length;
  if (m < 2) return null;
  const n = sum(parts.map((part) => part.n));
  const p = sum(parts.map(({ x }) => x)) / n;
  const v = (m / (m - 1)) * (sum(parts.map((part) => (part.x - p * part.n) ** 2)) / n ** 2);
  const designEffect = p === 0 || p === 1 ? n / m : Math.max(1, v / ((p * (1 - p)) / n));
  const [z, t] = [normalQuantile(level), studentQuantile(level, m - 1)];
  const effectiveRuns = (n / designEffect) * (z / t) ** 2;
  const centre = (p + z ** 2 / (2 * effectiveRuns)) / (1 + z ** 2 / effectiveRuns);
  const reach = Math.sqrt((p * (1 - p)) / effectiveRuns + z ** 2 / (4 * effectiveRuns ** 2));
  const half = (z / (1 + z ** 2 / effectiveRuns)) * reach;
  return { low: centre - half, high: centre + half, level, designEffect, effectiveRuns, prompts: m };
}

/** From `before` to `now`, paired by prompt. */
export function changeOf(before: readonly Part[], now: readonly Part[], level: number) {
  const ids = new Set([...before, ...now].filter(({ n }) => n > 0).map(({ promptId }) => promptId));
  const m = ids.size;
  const [n1, n2] = [sum(before.map(({ n }) => n)), sum(now.map(({ n }) => n))];
  const [p1, p2] = [sum(before.map(({ x }) => x)) / n1, sum(now.map(({ x }) => x)) / n2];
  const difference = n1 === 0 || n2 === 0 ? null : p2 - p1;
  const unsure = { difference, low: null, high: null, level: null, isSignificant: null, prompts: null };
  if (difference === null || m < 2) return unsure;
  const residual = (parts: readonly Part[], id: string, p: number) =>
    sum(parts.filter(({ promptId }) => promptId === id).map(({ x, n }) => x - p * n));
  const v =
    (m / (m - 1)) * sum([...ids].map((id) => (residual(now, id, p2) / n2 - residual(before, id, p1) / n1) ** 2));
  if (difference !== 0 && changedAlike([...ids], before, now)) return { ...unsure, level, prompts: m };
  const half = studentQuantile(level, m - 1) * Math.sqrt(v);
  const [low, high] = [Math.max(-1, difference - half), Math.min(1, difference + half)];
  return { difference, low, high, level, isSignificant: low > 0 || high < 0, prompts: m };
}

/** Whether every z is 0, in fractions: then v says nothing about chance. */
export function changedAlike(ids: readonly string[], before: readonly Part[], now: readonly Part[]): boolean {
  const offsetOf = (parts: readonly Part[]) => {
    const [x, n] = [sum(parts.map((part) => part.x)), sum(parts.map((part) => part.n))];
    const of = (id: string, column: 'x' | 'n') =>
      fraction(sum(parts.filter(({ promptId }) => promptId === id).map((part) => part[column])));
    return (id: string) =>
      of(id, 'x')
        .minus(fraction(BigInt(x), BigInt(n)).times(of(id, 'n')))
        .over(fraction(n));
  };
  const [one, two] = [offsetOf(before), offsetOf(now)];
  return ids.every((id) => two(id).minus(one(id)).isZero());
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, each) => total + each, 0);
}
