// Ratios as their counts, of all runs together or of each prompt apart. Counts are added up by prompt ascending.

/** A ratio as its two counts: `part ÷ whole`, `part` at most `whole`. */
export interface Sample {
  readonly part: number;
  readonly whole: number;
}

/** A ratio as the counts of each prompt: the arrays run parallel, by prompt ascending. A prompt whose whole is 0 has no denominator. */
export interface PromptSamples {
  readonly prompts: Int32Array;
  readonly parts: Float64Array;
  readonly wholes: Float64Array;
}

export const noSamples: PromptSamples = {
  prompts: new Int32Array(),
  parts: new Float64Array(),
  wholes: new Float64Array(),
};

function sampleAt({ parts, wholes }: PromptSamples, place: number): Sample {
  return { part: parts[place] ?? 0, whole: wholes[place] ?? 0 };
}

/** All prompts together. */
export function totalOf({ parts, wholes }: PromptSamples): Sample {
  const add = (sum: number, each: number) => sum + each;
  return { part: parts.reduce(add, 0), whole: wholes.reduce(add, 0) };
}

/** The same of both windows. */
export interface Both<Of> {
  readonly before: Of;
  readonly after: Of;
}

/** Visits each prompt of either window, ascending, with what it has in both. */
export function eachPair(
  { before, after }: Both<PromptSamples>,
  visit: (pair: Both<Sample>, prompt: number) => void,
): void {
  let [place, laterPlace] = [0, 0];
  while (place < before.prompts.length || laterPlace < after.prompts.length) {
    const prompt = before.prompts[place] ?? Infinity;
    const laterPrompt = after.prompts[laterPlace] ?? Infinity;
    const pair = {
      before: prompt <= laterPrompt ? sampleAt(before, place++) : none,
      after: laterPrompt <= prompt ? sampleAt(after, laterPlace++) : none,
    };
    visit(pair, Math.min(prompt, laterPrompt));
  }
}

const none: Sample = { part: 0, whole: 0 };

/**
 * How much more of its part a prompt has than the ratio of all prompts would give it, `part − ratio × whole`: in whole numbers up to the
 * division, so that it is exactly 0 where there is no difference.
 */
export function offsetAt(samples: PromptSamples, place: number, total: Sample): number {
  return wholeOffset(sampleAt(samples, place), total) / total.whole;
}

/**
 * By how much a prompt moved the ratio of all prompts together beyond what its share of them explains: its offset ÷ all, minus the one before. It is
 * exactly 0 where it is so in fractions: where the two nearly cancel each other out, they are subtracted in whole numbers.
 */
export function moveOf({ before, after }: Both<Sample>, totals: Both<Sample>): number {
  const [earlier, later] = [wholeOffset(before, totals.before), wholeOffset(after, totals.after)];
  const [wholeBefore, whole] = [totals.before.whole, totals.after.whole];
  const [minuend, subtrahend] = [later / whole / whole, earlier / wholeBefore / wholeBefore];
  const moved = minuend - subtrahend;
  if (Math.abs(moved) > leastMove * Math.abs(minuend) || moved === minuend) return moved;
  const exact = BigInt(later) * BigInt(wholeBefore) ** 2n - BigInt(earlier) * BigInt(whole) ** 2n;
  return Number(exact) / wholeBefore / wholeBefore / whole / whole;
}

/** Relative to what it is the difference of; the digits of smaller ones are those of rounding. */
const leastMove = 1e-6;

/** The offset × all: a whole number. */
function wholeOffset({ part, whole }: Sample, total: Sample): number {
  return part * total.whole - total.part * whole;
}
