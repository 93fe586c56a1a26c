// Where numbers stand among ascending numbers. Pure.

/** The place of `id`; -1 where it is missing. */
export function placeOf(ids: Int32Array, id: number): number {
  let [from, to] = [0, ids.length];
  while (from < to) {
    const middle = (from + to) >> 1;
    if ((ids[middle] ?? 0) < id) from = middle + 1;
    else to = middle;
  }
  return ids[from] === id ? from : -1;
}

/** For each of `ids`, the value that `values` has for it among `others`, or 0. All numbers are ascending. */
export function valuesAt(ids: Int32Array, others: Int32Array, values: Float64Array): Float64Array {
  let at = 0;
  return Float64Array.from(ids, (id) => {
    while (at < others.length && (others[at] ?? 0) < id) at++;
    return others[at] === id ? (values[at] ?? 0) : 0;
  });
}

/** The sum of all values. */
export function sumOf(values: Float64Array): number {
  let sum = 0;
  // An iterator takes three times as long.
  for (let place = 0; place < values.length; place++) sum += values[place] ?? 0;
  return sum;
}
