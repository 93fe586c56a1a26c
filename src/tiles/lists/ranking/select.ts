// The value at a place of a sorted list, and the smallest values, without sorting all. Pure; linear in the number of values.

/** Some of the values, `to` excluded. */
interface Span {
  readonly from: number;
  readonly to: number;
}

/** Below this a span is sorted. */
const shortSpan = 32;
/** A span that has not become short after these many rounds is sorted too, whatever made the pivots bad. */
const maxRounds = 64;

/**
 * The value that stands at `place` once those of the span are sorted; afterwards no value before `place` is larger, and none after it is smaller.
 * Three-way partition, because most keys are equal.
 */
export function select(values: Float64Array, place: number, { from, to }: Span): number {
  for (let round = 0; to - from > shortSpan && round < maxRounds; round++) {
    const equal = partition(values, pivotOf(values, { from, to }), { from, to });
    if (place < equal.from) to = equal.from;
    else if (place >= equal.to) from = equal.to;
    else return values[place] ?? 0;
  }
  values.subarray(from, to).sort();
  return values[place] ?? 0;
}

/** Puts values smaller than `pivot` first and larger ones last; returns where those equal to it stand. */
function partition(values: Float64Array, pivot: number, { from, to }: Span): Span {
  let [smaller, at, larger] = [from, from, to];
  while (at < larger) {
    const value = values[at] ?? 0;
    if (value === pivot) at++;
    else if (value < pivot) {
      values[at++] = values[smaller] ?? 0;
      values[smaller++] = value;
    } else {
      values[at] = values[--larger] ?? 0;
      values[larger] = value;
    }
  }
  return { from: smaller, to: larger };
}

/** The median of values spread over the span. */
function pivotOf(values: Float64Array, { from, to }: Span): number {
  const step = (to - from - 1) / 8;
  const sample = Float64Array.from({ length: 9 }, (_, index) => values[Math.round(from + index * step)] ?? 0).sort();
  return sample[4] ?? 0;
}

/** The key so that a list is in ascending order, by the sign of its direction: what has none (NaN) comes last. No key is infinite. */
export function ascending(key: number | undefined, sign: number): number {
  return key === undefined || Number.isNaN(key) ? Number.POSITIVE_INFINITY : sign * key;
}

/** The `count` smallest of the values as `ascending` has them. */
export function smallestOf(values: Float64Array, count: number, sign: number): Float64Array {
  // Candidates pile up until there are twice as many as wanted; then the larger half goes.
  const kept = new Float64Array(2 * count);
  let [size, bound] = [0, Number.POSITIVE_INFINITY];
  for (let place = 0; place < values.length; place++) {
    const value = ascending(values[place], sign);
    if (value >= bound && size >= count) continue;
    kept[size++] = value;
    if (size < kept.length) continue;
    bound = select(kept, count - 1, { from: 0, to: size });
    size = count;
  }
  return kept.slice(0, size);
}
