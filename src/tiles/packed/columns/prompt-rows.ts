// The figures of the prompts of one model while they are added up: a row for each prompt that has any, as columns.

import type { CompanySums } from '../../../domain/company-sums.js';
import {
  brandWidth,
  emptyTable,
  type MentionColumns,
  mentionColumns,
  type PromptTable,
  promptColumns,
} from '../../../domain/lists/prompt-table.js';
import type { IdSet } from '../id-set.js';
import { at } from '../maps.js';

/** The sums of a prompt, a column each: its runs, their citations, those with a query and those of a gap; those of the brand follow. */
const brandAt = 4;
const width = brandAt + brandWidth;
const fewRows = 16;

export class PromptRows {
  size = 0;
  /** By row. */
  prompts = new Int32Array(fewRows);
  /** By column, then by row. */
  readonly sums: Float64Array[] = Array.from({ length: width }, () => new Float64Array(fewRows));
  first = new Float64Array(fewRows);
  last = new Float64Array(fewRows);
  /** Runs that mention each other company. */
  readonly mentions = new Map<number, RowCounts>();
  /** By prompt: its row plus one, or 0. */
  private rows = new Int32Array(fewRows);

  /** The row of a prompt, one of zeros where it has none yet. */
  rowOf(prompt: number): number {
    if (prompt >= this.rows.length) this.rows = resized(this.rows, Math.max(this.rows.length * 2, prompt + 1));
    const row = (this.rows[prompt] ?? 0) - 1;
    if (row >= 0) return row;
    if (this.size === this.prompts.length) this.grow();
    this.rows[prompt] = this.size + 1;
    this.prompts[this.size] = prompt;
    this.first[this.size] = Number.POSITIVE_INFINITY;
    this.last[this.size] = Number.NEGATIVE_INFINITY;
    return this.size++;
  }

  /** Adds to a column; `numbers` and `rows` run parallel. */
  addColumn(column: number, numbers: Float64Array, rows: Int32Array): void {
    const into = this.sums[column];
    if (into) for (let at = 0; at < numbers.length; at++) bump(into, rows[at] ?? 0, numbers[at] ?? 0);
  }

  /** Adds to the columns from `column` on. */
  addRow(row: number, sums: readonly number[], column = 0): void {
    for (let at = 0; at < sums.length; at++) {
      const into = this.sums[column + at];
      if (into) bump(into, row, sums[at] ?? 0);
    }
  }

  addBrand(row: number, { mentions, positive, neutral, negative, mixed, positionSum, positions }: CompanySums): void {
    this.addRow(row, [mentions, positive, neutral, negative, mixed, positionSum, positions], brandAt);
  }

  addTimes(row: number, first: number, last: number): void {
    if (first < (this.first[row] ?? 0)) this.first[row] = first;
    if (last > (this.last[row] ?? 0)) this.last[row] = last;
  }

  addMentions(company: number, row: number, mentions: number): void {
    at(this.mentions, company, newCounts).add(row, mentions, this.prompts.length);
  }

  /** As `addMentions`, for each of `rows`. */
  addMentionColumn(company: number, mentions: Float64Array, rows: Int32Array): void {
    const counts = at(this.mentions, company, newCounts);
    for (let place = 0; place < mentions.length; place++) {
      const count = mentions[place] ?? 0;
      if (count > 0) counts.add(rows[place] ?? 0, count, this.prompts.length);
    }
  }

  /** The rows by prompt ascending, of the prompts of `mask` alone where there is one. */
  ordered(mask: IdSet | null = null): Int32Array {
    const { prompts } = this;
    const rows = Int32Array.from({ length: this.size }, (_, row) => row);
    const kept = mask ? rows.filter((row) => mask.has(prompts[row] ?? 0)) : rows;
    return kept.sort((a, b) => (prompts[a] ?? 0) - (prompts[b] ?? 0));
  }

  /** The figures as a table, of the prompts of `mask` alone where there is one. */
  table(mask: IdSet | null): PromptTable {
    const rows = this.ordered(mask);
    const table = emptyTable(rows.length);
    const [runs, citations, searched, gaps, ...brand] = this.sums;
    const columns = { runs, citations, searched, gaps, first: this.first, last: this.last };
    for (let place = 0; place < rows.length; place++) {
      const row = rows[place] ?? 0;
      table.prompts[place] = this.prompts[row] ?? 0;
      for (let sum = 0; sum < brandWidth; sum++) table.brand[place * brandWidth + sum] = brand[sum]?.[row] ?? 0;
    }
    for (const name of promptColumns) copy(table[name], columns[name], rows);
    return { ...table, mentions: this.mentionsOf(rows) };
  }

  private mentionsOf(rows: Int32Array): MentionColumns {
    const mentioned = [...this.mentions].filter(([, of]) => of.occursIn(rows)).map(([company]) => company);
    return mentionColumns(
      mentioned.sort((a, b) => a - b),
      rows.length,
      (company) => this.mentions.get(company)?.column(rows) ?? new Float64Array(rows.length),
    );
  }

  private grow(): void {
    const size = this.size * 2;
    this.prompts = resized(this.prompts, size);
    for (const [at, column] of this.sums.entries()) this.sums[at] = grown(column, size);
    this.first = grown(this.first, size);
    this.last = grown(this.last, size);
  }
}

const newCounts = () => new RowCounts();

/** Counts by row: a map while few rows have any, since most companies are mentioned rarely, and an array from one in eight on. */
export class RowCounts {
  private few: Map<number, number> | null = new Map();
  private all = new Float64Array(0);

  /** `rows`: how many there are at most. */
  add(row: number, count: number, rows: number): void {
    if (!this.few) {
      if (row >= this.all.length) this.all = grown(this.all, Math.max(rows, row + 1));
      bump(this.all, row, count);
      return;
    }
    this.few.set(row, (this.few.get(row) ?? 0) + count);
    if (this.few.size * 8 > rows) this.spread(rows);
  }

  /** The counts of some rows. */
  column(rows: Int32Array): Float64Array {
    const column = new Float64Array(rows.length);
    for (let place = 0; place < rows.length; place++) column[place] = this.of(rows[place] ?? 0);
    return column;
  }

  occursIn(rows: Int32Array): boolean {
    return rows.some((row) => this.of(row) > 0);
  }

  private of(row: number): number {
    return (this.few ? this.few.get(row) : this.all[row]) ?? 0;
  }

  private spread(rows: number): void {
    const few = this.few ?? new Map<number, number>();
    this.few = null;
    this.all = new Float64Array(rows);
    for (const [row, count] of few) this.all[row] = count;
  }
}

function bump(column: Float64Array, row: number, by: number): void {
  column[row] = (column[row] ?? 0) + by;
}

function copy(into: Float64Array, from: Float64Array | undefined, rows: Int32Array): void {
  for (let place = 0; place < rows.length; place++) into[place] = from?.[rows[place] ?? 0] ?? 0;
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
