// How a cost grows with the number of runs: by a power of them, which is a slope between logarithms. Pure.

export interface Point {
  readonly runs: number;
  readonly cost: number;
}

/** The slope of the line that fits best. Not a number for points of one x. */
export function slopeOf(points: readonly (readonly [x: number, y: number])[]): number {
  const mean = (of: (point: readonly [number, number]) => number) =>
    points.reduce((sum, point) => sum + of(point), 0) / points.length;
  const [middleX, middleY] = [mean(([x]) => x), mean(([, y]) => y)];
  return mean(([x, y]) => (x - middleX) * (y - middleY)) / mean(([x]) => (x - middleX) ** 2);
}

/** The exponent of cost = factor × runs ^ exponent that fits best. 0: the same at every size; 1: proportional. Not a number for one size, or a cost of 0. */
export function exponentOf(points: readonly Point[]): number {
  return slopeOf(points.map(({ runs, cost }) => [Math.log(runs), Math.log(cost)]));
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
