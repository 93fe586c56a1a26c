// Where numbers stand among ascending numbers. Pure.

/** The place of `id`; -1 where it is missing. */
export function placeOf(ids: Int32Array, id: number): number {
  const last = ids.length - 1;
  // No number is there twice, so the place is at most as far from either end as the number is from the one there.
  let from = Math.max(0, last + id - (ids[last] ?? 0));
  let to = Math.min(last, id - (ids[0] ?? 0));
  while (from < to) {
    const middle = (from + to) >> 1;
    if ((ids[middle] ?? 0) < id) from = middle + 1;
    else to = middle;
  }
  return ids[from] === id ? from : -1;
}

/** For each of `ids`, the value that `values` has for it among `others`, or 0. All numbers are ascending. */
export function valuesAt(ids: Int32Array, others: Int32Array, values: Float64Array): Float64Array {
  const found = new Float64Array(ids.length);
  let at = 0;
  // An iterator takes many times as long, here and below.
  for (let place = 0; place < found.length; place++) {
    const id = ids[place] ?? 0;
    while (at < others.length && (others[at] ?? 0) < id) at++;
    if (others[at] === id) found[place] = values[at] ?? 0;
  }
  return found;
}

/** The sum of all values. */
export function sumOf(values: Float64Array): number {
  let sum = 0;
  for (let place = 0; place < values.length; place++) sum += values[place] ?? 0;
  return sum;
}
