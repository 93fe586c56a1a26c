// How many of the hypotheses that are kept are kept by accident. Pure.
// Y. Benjamini and Y. Hochberg, "Controlling the false discovery rate", JRSS B 57 (1995), 289–300.

import { firstFrom } from '../counts/arrays.js';

/**
 * Of each p-value the lowest rate of false discoveries at which its hypothesis is kept: the minimum of p × count ÷ rank, over it and all larger ones.
 * `values` are those of the `count` hypotheses that are at most some bound: rates up to that bound are exact, and no other one is below it.
 */
export function falseDiscoveryRates(values: Float64Array, count: number): Float64Array {
  const ascending = values.toSorted();
  const rates = new Float64Array(ascending.length);
  let least = 1;
  for (let rank = ascending.length; rank > 0; rank--) {
    least = Math.min(least, ((ascending[rank - 1] ?? 1) * count) / rank);
    rates[rank - 1] = least;
  }
  // Of equal values, the first has the lowest rate.
  return values.map((p) => rates[firstFrom(ascending, p)] ?? 1);
}
