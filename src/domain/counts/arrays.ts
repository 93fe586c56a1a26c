// Arrays of numbers that grow and are added to. Pure.

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
