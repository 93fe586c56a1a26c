// How sure a change of a ratio between two windows is, paired by prompt: what is peculiar to a prompt in both windows cancels out. Pure.

import { studentQuantile } from './quantiles.js';
import { offset, type Sample, totalOf } from './sample.js';

/** One prompt in two windows; a window in which it has no denominator has 0 for both counts. */
export interface SamplePair {
  readonly before: Sample;
  readonly after: Sample;
}

/** A change of a ratio, and how sure it is. `null` is what follows from too few prompts, or from a window without a denominator. */
export interface Change {
  /** The ratio minus that of the window before; `null` where either has no denominator. */
  readonly difference: number | null;
  readonly low: number | null;
  readonly high: number | null;
  /** `null` where fewer than 2 prompts have a denominator in either window; so is `prompts`. */
  readonly level: number | null;
  /** Whether the bounds exclude 0; one that is exactly 0 does not. */
  readonly isSignificant: boolean | null;
  /** Prompts with a denominator in either window. */
  readonly prompts: number | null;
}

const unsure: Omit<Change, 'difference'> = { low: null, high: null, level: null, isSignificant: null, prompts: null };

/** The change of the ratio of all samples together, paired by prompt. */
export function changeOf(pairs: readonly SamplePair[], level: number): Change {
  const counted = pairs.filter(({ before, after }) => before.whole + after.whole > 0);
  const prompts = counted.length;
  const before = totalOf(counted.map((pair) => pair.before));
  const after = totalOf(counted.map((pair) => pair.after));
  const isCompared = before.whole > 0 && after.whole > 0;
  const difference = isCompared ? after.part / after.whole - before.part / before.whole : null;
  if (prompts < 2) return { ...unsure, difference };
  if (difference === null) return { ...unsure, difference, level, prompts };
  const squares = counted.reduce(
    (sum, pair) => sum + (offset(pair.after, after) / after.whole - offset(pair.before, before) / before.whole) ** 2,
    0,
  );
  const half = studentQuantile(level, prompts - 1) * Math.sqrt((prompts / (prompts - 1)) * squares);
  const [low, high] = [Math.max(-1, difference - half), Math.min(1, difference + half)];
  return { difference, low, high, level, isSignificant: low > 0 || high < 0, prompts };
}
