// How many of the hypotheses that are kept are kept by accident. Pure.
// Y. Benjamini and Y. Hochberg, "Controlling the false discovery rate", JRSS B 57 (1995), 289–300.

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
  return values.map((p) => rates[firstAt(ascending, p)] ?? 1);
}

/** The first place of a value: of equal ones, it has the lowest rate. */
function firstAt(ascending: Float64Array, value: number): number {
  let [from, to] = [0, ascending.length];
  while (from < to) {
    const middle = (from + to) >> 1;
    if ((ascending[middle] ?? 0) < value) from = middle + 1;
    else to = middle;
  }
  return from;
}
