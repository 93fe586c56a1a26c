// The figures of the prompts of one model while they are added up: a row for each prompt that has any, as columns.

import type { CompanySums } from '../../../domain/company-sums.js';
import type { MentionCounts, PlacedCounts } from '../../../domain/lists/mention-counts.js';
import {
  brandWidth,
  emptyTable,
  type PromptMentions,
  type PromptTable,
  promptColumns,
} from '../../../domain/lists/prompt-table.js';
import { SparseRows } from '../../../domain/sparse-rows.js';
import type { IdSet } from '../id-set.js';
import { at } from '../maps.js';
import { RowIndex } from '../row-index.js';

/**
 * The sums of a prompt, a column each: its runs, their mentions of the brand and those of all companies; then their citations, those with a
 * query and those of a gap; then the other sums of the brand. Ratios are made of the first three.
 */
export const mentionSums = 3;
const otherSums = 3;
const width = mentionSums + otherSums + brandWidth - 1;
const fewRows = 16;
const none = new Float64Array(0);

export class PromptRows {
  size = 0;
  /** By row. */
  prompts = new Int32Array(0);
  /** By column, then by row. */
  readonly sums: Float64Array[];
  first = none;
  last = none;
  /** Runs that mention each other company. */
  readonly mentions = new Map<number, RowCounts>();
  private readonly rows = new RowIndex();

  /** Everything, or else only what ratios are made of. */
  constructor(readonly isWhole: boolean) {
    this.sums = Array.from({ length: isWhole ? width : mentionSums }, () => none);
  }

  /** The row of a prompt, one of zeros where it has none yet. */
  rowOf(prompt: number): number {
    const row = this.rows.rowOf(prompt);
    if (row < this.size) return row;
    if (this.size === this.prompts.length) this.reserve(Math.max(fewRows, this.size * 2));
    this.prompts[this.size] = prompt;
    if (this.isWhole) {
      this.first[this.size] = Number.POSITIVE_INFINITY;
      this.last[this.size] = Number.NEGATIVE_INFINITY;
    }
    return this.size++;
  }

  /** Adds to the columns from `column` on. */
  addRow(row: number, sums: readonly number[], column = 0): void {
    for (let at = 0; at < sums.length; at++) {
      const into = this.sums[column + at];
      if (into) bump(into, row, sums[at] ?? 0);
    }
  }

  /** Adds the sums of the brand but for its mentions. */
  addBrand(row: number, { positive, neutral, negative, mixed, positionSum, positions }: CompanySums): void {
    this.addRow(row, [positive, neutral, negative, mixed, positionSum, positions], mentionSums + otherSums);
  }

  addTimes(row: number, first: number, last: number): void {
    if (first < (this.first[row] ?? 0)) this.first[row] = first;
    if (last > (this.last[row] ?? 0)) this.last[row] = last;
  }

  addMentions(company: number, row: number, mentions: number): void {
    if (mentions > 0) this.countsOf(company).add(row, mentions, this.size);
  }

  /** How often a company is mentioned, to be added to. */
  countsOf(company: number): RowCounts {
    return at(this.mentions, company, newCounts);
  }

  /** The rows by prompt ascending, of the prompts of `mask` alone where there is one. */
  ordered(mask: IdSet | null = null): Int32Array {
    const { prompts } = this;
    const kept = new Int32Array(this.size);
    let size = 0;
    let isAscending = true;
    for (let row = 0; row < this.size; row++) {
      const prompt = prompts[row] ?? 0;
      if (mask && !mask.has(prompt)) continue;
      isAscending &&= size === 0 || (prompts[kept[size - 1] ?? 0] ?? 0) < prompt;
      kept[size++] = row;
    }
    const rows = kept.subarray(0, size);
    return isAscending ? rows : rows.sort((a, b) => (prompts[a] ?? 0) - (prompts[b] ?? 0));
  }

  /** The figures as a table, of the prompts of `mask` alone where there is one. */
  table(mask: IdSet | null): PromptTable {
    const rows = this.ordered(mask);
    const [, mentions, , citations, searched, gaps, ...others] = this.sums;
    const brand = [mentions, ...others];
    const table = { ...emptyTable(rows.length), ...this.mentionsTable(mask) };
    const columns = { citations, searched, gaps, first: this.first, last: this.last };
    for (const name of promptColumns) copy(table[name], columns[name], rows);
    for (let sum = 0; sum < brandWidth; sum++) spread(table.brand, brand[sum], { rows, sum });
    return { ...table, mentions: this.mentionsOf(rows) };
  }

  /** What ratios are made of, of the prompts of `mask` alone where there is one. */
  mentionsTable(mask: IdSet | null): PromptMentions {
    const rows = this.ordered(mask);
    const [runs, brandMentions, allMentions] = this.sums.map((sums) => copy(new Float64Array(rows.length), sums, rows));
    return {
      prompts: rows.map((row) => this.prompts[row] ?? 0),
      ...{ runs: runs ?? none, brandMentions: brandMentions ?? none, allMentions: allMentions ?? none },
    };
  }

  private mentionsOf(rows: Int32Array): MentionCounts {
    const places = new Int32Array(this.size).fill(-1);
    for (let place = 0; place < rows.length; place++) places[rows[place] ?? 0] = place;
    const columns = [...this.mentions].map(([company, counts]) => [company, counts.placed(rows, places)] as const);
    return new Map(columns.filter(([, column]) => column.places.length > 0).sort(([a], [b]) => a - b));
  }

  /** Makes room for so many rows. */
  reserve(size: number): void {
    if (size <= this.prompts.length) return;
    this.prompts = resized(this.prompts, size);
    for (const [at, column] of this.sums.entries()) this.sums[at] = grown(column, size);
    if (!this.isWhole) return;
    this.first = grown(this.first, size);
    this.last = grown(this.last, size);
  }
}

const newCounts = () => new RowCounts();

const sparseWidth = 2;
const fewCounts = 16;

/** Counts by row: sparse while few rows have any, since most companies are mentioned rarely, and an array from one in eight on. */
class RowCounts {
  private few: SparseRows | null = new SparseRows(sparseWidth);
  private all = none;

  /** `rows`: how many there are. */
  add(row: number, count: number, rows: number): void {
    const whole = this.whole(rows);
    if (whole) bump(whole, row, count);
    else this.addFew(row, count);
  }

  /** As `add`, for each of `places`. */
  addAll(counts: Float64Array, places: Int32Array, rows: number): void {
    const found = counts.reduce((sum, count) => sum + Number(count > 0), 0);
    const whole = this.whole(rows, found);
    for (let at = 0; at < counts.length; at++) {
      const [count, row] = [counts[at] ?? 0, places[at] ?? 0];
      if (whole) bump(whole, row, count);
      else if (count > 0) this.addFew(row, count);
    }
  }

  /** The counts of all rows, to be added to; `null` where few have any, and `more` are to come. */
  whole(rows: number, more = 1): Float64Array | null {
    if (!this.few && rows > this.all.length) this.few = this.sparse();
    const { few } = this;
    if (few && (few.length + more <= fewCounts || (few.length + more) * 8 <= rows)) return null;
    if (!few) return this.all;
    this.all = new Float64Array(Math.max(this.all.length * 2, rows));
    eachCountOf(few, (row, count) => bump(this.all, row, count));
    this.few = null;
    return this.all;
  }

  /** While rows were few, one in eight was soon reached. */
  private sparse(): SparseRows {
    const few = new SparseRows(sparseWidth);
    for (const [row, count] of this.all.entries()) if (count > 0) bump(few.numbers, few.reserve(row) + 1, count);
    return few;
  }

  /** The counts of some rows. */
  column(rows: Int32Array): Float64Array {
    const column = new Float64Array(rows.length);
    for (let place = 0; place < rows.length; place++) column[place] = this.of(rows[place] ?? 0);
    return column;
  }

  /** The counts of those rows that have one, at their places among `rows`; `places` has the place of every row, or -1. */
  placed(rows: Int32Array, places: Int32Array): PlacedCounts {
    const found = this.few ? placesOfFew(this.few, places) : placesOf(rows, (row) => this.of(row) > 0);
    return { places: found, counts: Float64Array.from(found, (place) => this.of(rows[place] ?? 0)) };
  }

  private addFew(row: number, count: number): void {
    if (this.few) bump(this.few.numbers, this.few.reserve(row) + 1, count);
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

function bump(column: Float64Array | number[], row: number, by: number): void {
  column[row] = (column[row] ?? 0) + by;
}

function copy(into: Float64Array, from: Float64Array | undefined, rows: Int32Array): Float64Array {
  for (let place = 0; place < rows.length; place++) into[place] = from?.[rows[place] ?? 0] ?? 0;
  return into;
}

/** Copies a sum of the brand to where it stands among the others. */
function spread(
  into: Float64Array,
  from: Float64Array | undefined,
  { rows, sum }: { readonly rows: Int32Array; readonly sum: number },
): void {
  for (let place = 0; place < rows.length; place++) into[place * brandWidth + sum] = from?.[rows[place] ?? 0] ?? 0;
}

function resized(array: Int32Array, length: number): Int32Array<ArrayBuffer> {
  const longer = new Int32Array(length);
  longer.set(array);
  return longer;
}

function grown(array: Float64Array, length: number): Float64Array<ArrayBuffer> {
  const longer = new Float64Array(length);
  longer.set(array);
  return longer;
}
