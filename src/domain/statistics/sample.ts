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

/** All prompts together. */
export function totalOf({ parts, wholes }: PromptSamples): Sample {
  const add = (sum: number, each: number) => sum + each;
  return { part: parts.reduce(add, 0), whole: wholes.reduce(add, 0) };
}

/**
 * How much more of its part a prompt has than the ratio of all prompts would give it, `part − ratio × whole`: in whole numbers up to the
 * division, so that it is exactly 0 where there is no difference.
 */
export function offsetAt({ parts, wholes }: PromptSamples, place: number, total: Sample): number {
  return ((parts[place] ?? 0) * total.whole - total.part * (wholes[place] ?? 0)) / total.whole;
}
