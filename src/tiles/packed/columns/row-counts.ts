// How often rows mention a company, while it is added up.

import { bump, grown } from '../../../domain/counts/arrays.js';
import { eachCount, type PlacedCounts, placedCounts } from '../../../domain/counts/mention-counts.js';
import { SparseRows } from '../../../domain/counts/sparse-rows.js';

const sparseWidth = 2;
const fewCounts = 16;

/** Counts by row: sparse while few rows have any, since most companies are mentioned rarely, and an array from one in eight on. */
export class RowCounts {
  private few: SparseRows | null = new SparseRows(sparseWidth);
  private all = new Float64Array(0);

  /** `rows`: how many there is room for; more are asked for seldom, since all counts are moved then. */
  add(row: number, count: number, rows: number): void {
    const whole = this.whole(rows);
    if (whole) bump(whole, row, count);
    else this.addFew(row, count);
  }

  /** As `add`, for each of `places`. */
  addAll(counts: Float64Array, places: Int32Array, rows: number): void {
    let found = 0;
    for (let at = 0; at < places.length; at++) found += Number((counts[at] ?? 0) > 0);
    const whole = this.whole(rows, found);
    for (let at = 0; at < places.length; at++) {
      const [count, row] = [counts[at] ?? 0, places[at] ?? 0];
      if (whole) bump(whole, row, count);
      else if (count > 0) this.addFew(row, count);
    }
  }

  /** The counts of all rows, to be added to; `null` where few have any, and `more` are to come. */
  whole(rows: number, more = 1): Float64Array | null {
    if (!this.few && rows > this.all.length) this.moveTo(rows);
    const { few } = this;
    if (few && (few.length + more <= fewCounts || (few.length + more) * 8 <= rows)) return null;
    if (!few) return this.all;
    this.all = new Float64Array(Math.max(this.all.length * 2, rows));
    eachCountOf(few, (row, count) => bump(this.all, row, count));
    this.few = null;
    return this.all;
  }

  /** While rows were few, one in eight was soon reached. */
  private moveTo(rows: number): void {
    const counted = placedCounts(this.all);
    if (counted.places.length * 8 > rows) {
      this.all = grown(this.all, Math.max(this.all.length * 2, rows));
      return;
    }
    this.few = new SparseRows(sparseWidth);
    eachCount(counted, (row, count) => this.addFew(row, count));
  }

  /** The counts of some rows. */
  column(rows: Int32Array): Float64Array {
    const column = new Float64Array(rows.length);
    for (let place = 0; place < rows.length; place++) column[place] = this.of(rows[place] ?? 0);
    return column;
  }

  /** The rows that have a count. */
  counted(): PlacedCounts {
    const { few } = this;
    if (!few) return placedCounts(this.all);
    const [places, counts] = [new Int32Array(few.length), new Float64Array(few.length)];
    let size = 0;
    eachCountOf(few, (row, count) => {
      places[size] = row;
      counts[size++] = count;
    });
    return { places, counts };
  }

  /** The counts of those rows that have one, at their places among `rows`; `places` has the place of every row, or -1. */
  placed(rows: Int32Array, places: Int32Array): PlacedCounts {
    const found = this.few ? placesOfFew(this.few, places) : placesOf(rows, (row) => this.of(row) > 0);
    const counts = new Float64Array(found.length);
    for (let at = 0; at < found.length; at++) counts[at] = this.of(rows[found[at] ?? 0] ?? 0);
    return { places: found, counts };
  }

  private addFew(row: number, count: number): void {
    if (!this.few) return;
    const [{ numbers }, at] = [this.few, this.few.reserve(row) + 1];
    numbers[at] = (numbers[at] ?? 0) + count;
  }

  private of(row: number): number {
    if (!this.few) return this.all[row] ?? 0;
    const at = this.few.find(row);
    return at < 0 ? 0 : (this.few.numbers[at + 1] ?? 0);
  }
}

function eachCountOf({ numbers }: SparseRows, take: (row: number, count: number) => void): void {
  for (let at = 0; at < numbers.length; at += sparseWidth) take(numbers[at] ?? 0, numbers[at + 1] ?? 0);
}

/** `places` has the place of every row, or -1. */
function placesOfFew(few: SparseRows, places: Int32Array): Int32Array {
  const found: number[] = [];
  eachCountOf(few, (row) => {
    const place = places[row] ?? -1;
    if (place >= 0) found.push(place);
  });
  return Int32Array.from(found).sort();
}

/** The places of the rows that `admits` says. */
function placesOf(rows: Int32Array, admits: (row: number) => boolean): Int32Array {
  const places = new Int32Array(rows.length);
  let size = 0;
  for (let place = 0; place < rows.length; place++) if (admits(rows[place] ?? 0)) places[size++] = place;
  return places.slice(0, size);
}
