// How sure a change of a ratio between two windows is, paired by prompt: what is peculiar to a prompt in both windows cancels out. Pure.

import { studentQuantile } from './quantiles.js';
import { eachPair, moveOf, type PromptSamples, totalOf } from './sample.js';

/**
 * A change of a ratio, and how sure it is: all but the difference is `null` where that is `null`, or fewer than 2 prompts have a denominator. Where
 * every prompt moved alike, how prompts differ says nothing about chance: then there are no bounds.
 */
export interface Change {
  /** The ratio minus that of the window before; `null` where either has no denominator. */
  readonly difference: number | null;
  readonly low: number | null;
  readonly high: number | null;
  readonly level: number | null;
  /** Whether the bounds exclude 0; one that is exactly 0 does not. */
  readonly isSignificant: boolean | null;
  /** Prompts with a denominator in either window. */
  readonly prompts: number | null;
}

const unsure: Omit<Change, 'difference'> = { low: null, high: null, level: null, isSignificant: null, prompts: null };

/** The change of the ratio of all prompts together between two windows, paired by prompt. */
export function changeOf(before: PromptSamples, after: PromptSamples, level: number): Change {
  const [earlier, later] = [totalOf(before), totalOf(after)];
  if (earlier.whole === 0 || later.whole === 0) return { ...unsure, difference: null };
  const difference = later.part / later.whole - earlier.part / earlier.whole;
  const totals = { before: earlier, after: later };
  let [prompts, squares] = [0, 0];
  eachPair({ before, after }, (pair) => {
    if (pair.before.whole + pair.after.whole > 0) prompts += 1;
    squares += moveOf(pair, totals) ** 2;
  });
  if (prompts < 2) return { ...unsure, difference };
  if (squares === 0 && difference !== 0) return { ...unsure, difference, level, prompts };
  const half = studentQuantile(level, prompts - 1) * Math.sqrt((prompts / (prompts - 1)) * squares);
  const [low, high] = [Math.max(-1, difference - half), Math.min(1, difference + half)];
  return { difference, low, high, level, isSignificant: low > 0 || high < 0, prompts };
}
