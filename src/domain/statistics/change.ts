// How sure a change of a ratio between two windows is, paired by prompt: what is peculiar to a prompt in both windows cancels out. Pure.

import { studentQuantile } from './quantiles.js';
import { offsetAt, type PromptSamples, type Sample, totalOf } from './sample.js';

/** A change of a ratio, and how sure it is: all but the difference is `null` where that is `null`, or fewer than 2 prompts have a denominator. */
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
  const { prompts, squares } = movesOf(before, after, { earlier, later });
  if (prompts < 2) return { ...unsure, difference };
  const half = studentQuantile(level, prompts - 1) * Math.sqrt((prompts / (prompts - 1)) * squares);
  const [low, high] = [Math.max(-1, difference - half), Math.min(1, difference + half)];
  return { difference, low, high, level, isSignificant: low > 0 || high < 0, prompts };
}

interface Totals {
  readonly earlier: Sample;
  readonly later: Sample;
}

/** How many prompts have a denominator in either window, and the squares of what each moved the ratio beyond its share, added up by prompt ascending. */
function movesOf(before: PromptSamples, after: PromptSamples, { earlier, later }: Totals) {
  let [prompts, squares, place, laterPlace] = [0, 0, 0, 0];
  while (place < before.prompts.length || laterPlace < after.prompts.length) {
    const prompt = before.prompts[place] ?? Infinity;
    const laterPrompt = after.prompts[laterPlace] ?? Infinity;
    let [wholes, moved] = [0, 0];
    if (laterPrompt <= prompt) {
      wholes += after.wholes[laterPlace] ?? 0;
      moved += offsetAt(after, laterPlace++, later) / later.whole;
    }
    if (prompt <= laterPrompt) {
      wholes += before.wholes[place] ?? 0;
      moved -= offsetAt(before, place++, earlier) / earlier.whole;
    }
    if (wholes > 0) prompts += 1;
    squares += moved ** 2;
  }
  return { prompts, squares };
}
