// Sums by place in time (days of a month, quarters of a day, days of a question), as flat numbers, as many to each place that has runs.

import { addSumsAt, type CompanySums, companySums, isNothing, noSums, sumsAt } from '../../domain/company-sums.js';
import { bump, grown } from '../../domain/counts/arrays.js';
import { RowIndex } from '../../domain/counts/row-index.js';
import type { DaySums } from '../../domain/summary.js';
import type { ByteReader, ByteWriter } from './bytes.js';
import { addCode, codeOf } from './one-run.js';

/** The runs of a place, their mentions of any company, and the sums of the brand. */
const width = 2 + companySums.length;

/** Places, and of each in turn as many numbers. */
export interface PlacedSums {
  readonly places: ArrayLike<number>;
  readonly values: Float64Array;
}

export class Series implements PlacedSums {
  /** In the order in which they came. */
  readonly places: number[] = [];
  values = new Float64Array(width);
  private readonly rows = new RowIndex();

  /** Adds `runs` runs, their mentions of any company and the brand's sums at `place`. */
  add(place: number, runs: number, allMentions: number, brand: CompanySums | null): void {
    const at = this.reserve(place);
    bump(this.values, at, runs);
    bump(this.values, at + 1, allMentions);
    if (brand) addSumsAt(this.values, at + 2, brand);
  }

  /** Adds every place of another series; `placeOf` says where they lie in this one. */
  addAll({ places, values }: PlacedSums, placeOf: (place: number) => number = (place) => place): void {
    for (let row = 0; row < places.length; row++) {
      const to = this.reserve(placeOf(places[row] ?? 0));
      for (let field = 0; field < width; field++) bump(this.values, to + field, values[row * width + field] ?? 0);
    }
  }

  /** Only places with a run are stored. A place with one run is two numbers, any other all of them. */
  write(to: ByteWriter): void {
    const places = this.places.filter((place) => this.at(place).runs > 0).sort((a, b) => a - b);
    to.varint(places.length);
    let previous = 0;
    for (const place of places) {
      const { runs, allMentions, brand } = this.at(place);
      const code = isNothing(brand) ? 0 : (codeOf(brand) ?? -1) + 1;
      const isOne = runs === 1 && (code > 0 || isNothing(brand));
      to.varint((place - previous) * 2 + Number(!isOne));
      if (isOne) {
        to.varint(allMentions);
        to.varint(code);
      } else for (let field = 0; field < width; field++) to.varint(this.values[this.reserve(place) + field] ?? 0);
      previous = place;
    }
  }

  at(place: number): DaySums {
    const at = this.rows.find(place) * width;
    return { runs: this.values[at] ?? 0, allMentions: this.values[at + 1] ?? 0, brand: sumsAt(this.values, at + 2) };
  }

  /** Where the numbers of a place stand. */
  private reserve(place: number): number {
    const row = this.rows.rowOf(place);
    if (row === this.places.length) {
      this.places.push(place);
      if ((row + 1) * width > this.values.length) this.values = grown(this.values, this.values.length * 2);
    }
    return row * width;
  }
}

/** The series that `write` stored. */
export function readSeries(from: ByteReader): PlacedSums {
  const length = from.varint();
  const places = new Int32Array(length);
  const values = new Float64Array(length * width);
  for (let row = 0, place = 0; row < length; row++) {
    const step = from.varint();
    place += Math.floor(step / 2);
    places[row] = place;
    const at = row * width;
    if (step % 2 === 1) {
      for (let field = 0; field < width; field++) values[at + field] = from.varint();
      continue;
    }
    values[at] = 1;
    values[at + 1] = from.varint();
    const code = from.varint();
    if (code > 0) addSumsAt(values, at + 2, sumsOfCode(code - 1));
  }
  return { places, values };
}

function sumsOfCode(code: number): CompanySums {
  const sums = noSums();
  addCode(code, sums);
  return sums;
}
