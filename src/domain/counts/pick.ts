// The values of a column at some places. Pure.

/** In the order of `places`; 0 where the column ends before. */
export function pick(column: Float64Array, places: Int32Array): Float64Array {
  const picked = new Float64Array(places.length);
  // `Float64Array.from` with a function takes several times as long.
  for (let at = 0; at < picked.length; at++) picked[at] = column[places[at] ?? 0] ?? 0;
  return picked;
}
