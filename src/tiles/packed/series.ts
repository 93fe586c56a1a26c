// Sums by place in time (days of a month, quarters of a day, days of a question), as flat numbers, as many to each place.

import { addSumsAt, type CompanySums, companySums, isNothing, noSums, sumsAt } from '../../domain/company-sums.js';
import type { DaySums } from '../../domain/summary.js';
import type { ByteReader, ByteWriter } from './bytes.js';
import { addCode, codeOf } from './one-run.js';

/** The runs of a place, their mentions of any company, and the sums of the brand. */
const width = 2 + companySums.length;

export class Series {
  private values = new Float64Array(width * 4);

  /** Adds `runs` runs, their mentions of any company and the brand's sums at `place`. */
  add(place: number, runs: number, allMentions: number, brand: CompanySums | null): void {
    this.addAt(this.reserve(place), runs, allMentions, brand);
  }

  private addAt(at: number, runs: number, allMentions: number, brand: CompanySums | null): void {
    this.bump(at, runs);
    this.bump(at + 1, allMentions);
    if (brand) addSumsAt(this.values, at + 2, brand);
  }

  /** Adds every place of another series; `placeOf` says where they lie in this one. */
  addAll({ values }: Series, placeOf: (place: number) => number = (place) => place): void {
    for (let from = 0; from < values.length; from += width) {
      if (values[from] === 0) continue;
      const to = this.reserve(placeOf(from / width));
      for (let field = 0; field < width; field++) this.bump(to + field, values[from + field] ?? 0);
    }
  }

  get bytes(): number {
    return this.values.byteLength;
  }

  /** The series that `write` stored. */
  static read(from: ByteReader): Series {
    const series = new Series();
    let place = 0;
    for (let left = from.varint(); left > 0; left--) {
      const step = from.varint();
      place += Math.floor(step / 2);
      const at = series.reserve(place);
      if (step % 2 === 1) {
        for (let field = 0; field < width; field++) series.bump(at + field, from.varint());
        continue;
      }
      const brand = noSums();
      const allMentions = from.varint();
      const code = from.varint();
      if (code > 0) addCode(code - 1, brand);
      series.addAt(at, 1, allMentions, brand);
    }
    series.values = series.values.slice(0, (place + 1) * width);
    return series;
  }

  /** Only places with a run are stored. A place with one run is two numbers, any other all of them. */
  write(to: ByteWriter): void {
    const places: number[] = [];
    for (let at = 0; at < this.values.length; at += width) if (this.values[at]) places.push(at / width);
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
      } else for (let field = 0; field < width; field++) to.varint(this.values[place * width + field] ?? 0);
      previous = place;
    }
  }

  at(place: number): DaySums {
    const at = place * width;
    return { runs: this.values[at] ?? 0, allMentions: this.values[at + 1] ?? 0, brand: sumsAt(this.values, at + 2) };
  }

  private bump(at: number, by: number): void {
    this.values[at] = (this.values[at] ?? 0) + by;
  }

  private reserve(place: number): number {
    const needed = (place + 1) * width;
    if (needed > this.values.length) {
      const grown = new Float64Array(Math.max(this.values.length * 2, needed));
      grown.set(this.values);
      this.values = grown;
    }
    return place * width;
  }
}
