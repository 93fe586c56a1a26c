// How a cost grows with the number of runs: by a power of them, which is a slope between logarithms. Pure.

export interface Point {
  readonly runs: number;
  readonly cost: number;
}

/** The exponent of cost = factor × runs ^ exponent that fits best. 0: the same at every size; 1: proportional. Not a number for one size, or a cost of 0. */
export function exponentOf(points: readonly Point[]): number {
  const [xs, ys] = [points.map(({ runs }) => Math.log(runs)), points.map(({ cost }) => Math.log(cost))];
  const [x, y] = [mean(xs), mean(ys)];
  return mean(xs.map((each, at) => (each - x) * ((ys[at] ?? 0) - y))) / mean(xs.map((each) => (each - x) ** 2));
}

/**
 * What a brand of so many runs would cost, from points in the order of their runs: by the power between the two points around it. Beyond the
 * last, it grows from there by the power over all points or that of the last step, whichever is larger, and never falls.
 */
export function costAt(points: readonly Point[], runs: number): number {
  const last = points.at(-1);
  if (last && runs > last.runs) {
    const exponent = Math.max(0, exponentOf(points), exponentOf(points.slice(-2)));
    return last.cost * (runs / last.runs) ** exponent;
  }
  const above = Math.max(
    1,
    points.findIndex((point) => point.runs >= runs),
  );
  const pair = points.slice(above - 1, above + 1);
  return (pair[0]?.cost ?? Number.NaN) * (runs / (pair[0]?.runs ?? 1)) ** exponentOf(pair);
}

function mean(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length;
}
