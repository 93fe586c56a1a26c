// Exactly equal but for what comes out of roots and quantiles: bounds, design effects, effective sizes and p-values, to nine digits.

import { deepStrictEqual, fail } from 'node:assert';

const near = new Set(['low', 'high', 'designEffect', 'effectiveRuns', 'p', 'q']);
const tolerance = 1e-9;

/** `answered` equals `expected`, field by field. Whether a change is significant is left open where a bound is within the tolerance of 0. */
export function expectClose(answered: unknown, expected: unknown): void {
  deepStrictEqual(rounded(answered, expected, []), expected);
}

/** `answered` with the expected number in the place of each that is near enough to it. */
function rounded(answered: unknown, expected: unknown, path: readonly string[]): unknown {
  if (typeof answered === 'number' && typeof expected === 'number') {
    if (!near.has(path.at(-1) ?? '') || Object.is(answered, expected)) return answered;
    if (Math.abs(answered - expected) <= tolerance * Math.max(1, Math.abs(expected))) return expected;
    return fail(`${path.join('.')}: ${answered} is not ${expected}`);
  }
  if (Array.isArray(answered) && Array.isArray(expected)) {
    return answered.map((each, index) => rounded(each, expected[index], [...path, String(index)]));
  }
  if (!isFields(answered) || !isFields(expected)) return answered;
  const isOpen = [expected.low, expected.high].some((bound) => Math.abs(Number(bound ?? 1)) <= tolerance);
  return Object.fromEntries(
    Object.entries(answered).map(([name, each]) => [
      name,
      name === 'isSignificant' && isOpen ? expected[name] : rounded(each, expected[name], [...path, name]),
    ]),
  );
}

function isFields(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
