// Counts of runs by place in time (days or quarter hours), of the places that have any.

import { SparseRows } from './sparse-rows.js';

const width = 3;

export class CountsByPlace {
  /** At each place: its runs, and those of them that mention a company, but not the brand. */
  private readonly rows = new SparseRows(width);

  /** How many places have any. */
  get length(): number {
    return this.rows.length;
  }

  add(place: number, runs: number, gaps: number): void {
    const at = this.rows.reserve(place);
    const { numbers } = this.rows;
    numbers[at + 1] = (numbers[at + 1] ?? 0) + runs;
    numbers[at + 2] = (numbers[at + 2] ?? 0) + gaps;
  }

  /** Calls `take` with each place, in their order. */
  each(take: (place: number, runs: number, gaps: number) => void): void {
    const { numbers } = this.rows;
    for (let at = 0; at < numbers.length; at += width)
      take(numbers[at] ?? 0, numbers[at + 1] ?? 0, numbers[at + 2] ?? 0);
  }
}
