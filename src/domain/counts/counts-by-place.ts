// Counts of runs by place in time (days or quarter hours): sparse while few places have any, since most companies of a model are mentioned rarely,
// and arrays from one in eight on.

import { bump, grown } from './arrays.js';
import { SparseRows } from './sparse-rows.js';

const width = 3;
const fewPlaces = 16;

const nothing = new Float64Array(0);

export class CountsByPlace {
  private few: SparseRows | null = new SparseRows(width);
  /** By place, once there are many: the runs, and those of them that mention a company, but not the brand. */
  private runs = nothing;
  private gaps = nothing;

  add(place: number, runs: number, gaps: number): void {
    if (this.few) {
      this.addFew(this.few, place, runs, gaps);
      return;
    }
    if (place >= this.runs.length) this.grow(Math.max(this.runs.length * 2, place + 1));
    bump(this.runs, place, runs);
    bump(this.gaps, place, gaps);
  }

  /** Calls `take` with each place that has any, in their order. */
  each(take: (place: number, runs: number, gaps: number) => void): void {
    const { few, runs, gaps } = this;
    if (few) eachFew(few, take);
    else
      for (let place = 0; place < runs.length; place++)
        if (runs[place]) take(place, runs[place] ?? 0, gaps[place] ?? 0);
  }

  /** Those of each place, as `each` has them. */
  list(): readonly (readonly [place: number, runs: number, gaps: number])[] {
    const listed: [number, number, number][] = [];
    this.each((...counts) => listed.push(counts));
    return listed;
  }

  private addFew(few: SparseRows, place: number, runs: number, gaps: number): void {
    const { numbers } = few;
    const at = few.reserve(place);
    numbers[at + 1] = (numbers[at + 1] ?? 0) + runs;
    numbers[at + 2] = (numbers[at + 2] ?? 0) + gaps;
    const last = numbers.at(-width) ?? 0;
    if (few.length <= fewPlaces || few.length * 8 <= last) return;
    this.few = null;
    this.grow(last + 1);
    eachFew(few, (...counts) => this.add(...counts));
  }

  private grow(length: number): void {
    this.runs = grown(this.runs, length);
    this.gaps = grown(this.gaps, length);
  }
}

function eachFew({ numbers }: SparseRows, take: (place: number, runs: number, gaps: number) => void): void {
  for (let at = 0; at < numbers.length; at += width) take(numbers[at] ?? 0, numbers[at + 1] ?? 0, numbers[at + 2] ?? 0);
}
