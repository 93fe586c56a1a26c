// Ratios as their counts, of one prompt or of all together. Counts are added up in the order in which they are given.

/** A ratio as its two counts: `part ÷ whole`, `part` at most `whole`. */
export interface Sample {
  readonly part: number;
  readonly whole: number;
}

/** All samples together. */
export function totalOf(samples: readonly Sample[]): Sample {
  return {
    part: samples.reduce((sum, { part }) => sum + part, 0),
    whole: samples.reduce((sum, { whole }) => sum + whole, 0),
  };
}

/**
 * How much more of its part a sample has than the ratio of all samples would give it, `part − ratio × whole`: in whole numbers up to the
 * division, so that it is exactly 0 where there is no difference.
 */
export function offset({ part, whole }: Sample, total: Sample): number {
  return (part * total.whole - total.part * whole) / total.whole;
}
