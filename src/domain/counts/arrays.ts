// Arrays of numbers: grown, added to, searched. Pure.

/** The first place of `ascending` with `value` or more; its length where there is none. */
export function firstFrom(ascending: Int32Array | Uint16Array | Float64Array, value: number): number {
  let [from, to] = [0, ascending.length];
  while (from < to) {
    const middle = (from + to) >> 1;
    if ((ascending[middle] ?? 0) < value) from = middle + 1;
    else to = middle;
  }
  return from;
}

/** A copy that is `length` long, with zeros at its end. */
export function grown<Numbers extends Float64Array | Int32Array>(array: Numbers, length: number): Numbers {
  const longer = new (array.constructor as new (length: number) => Numbers)(length); // safe because it makes arrays of the same type
  longer.set(array);
  return longer;
}

/** Adds to the number at a place. */
export function bump(numbers: Float64Array, at: number, by: number): void {
  numbers[at] = (numbers[at] ?? 0) + by;
}

/** The values of a column at some places, in the order of these; 0 where the column ends before. */
export function pick(column: Float64Array, places: Int32Array): Float64Array {
  const picked = new Float64Array(places.length);
  // `Float64Array.from` with a function takes several times as long.
  for (let at = 0; at < picked.length; at++) picked[at] = column[places[at] ?? 0] ?? 0;
  return picked;
}
