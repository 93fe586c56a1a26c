// The figures of groups, by the numbers that `axes.ts` gives them: only of groups that have any, as rows of numbers.

import { type CompanySums, sumsAt } from '../../domain/company-sums.js';
import { bump, grown } from '../../domain/counts/arrays.js';
import { RowIndex } from '../../domain/counts/row-index.js';
import { brandWidth } from '../../domain/lists/prompt-table.js';
import { type AppError, invalid } from '../../errors.js';

/** Where the numbers of a row are. */
export const at = { runs: 0, mentions: 1, allMentions: 2, prompts: 3, citations: 4, sums: 5 } as const;
const width = at.sums + brandWidth;

/** About 200 bytes each. */
export const maxGroups = 1_000_000;

export class Groups {
  /** The number of each group. */
  readonly codes: number[] = [];
  private numbers = new Float64Array(16 * width);
  private places = new RowIndex();

  /** Throws `validation_error` where there are more than `max`. */
  constructor(private readonly max: number) {}

  /** Makes room for so many groups more at once. */
  makeRoom(groups: number): void {
    const least = width * Math.min(this.max, this.codes.length + groups);
    if (least <= this.numbers.length) return;
    this.numbers = grown(this.numbers, Math.min(width * this.max, Math.max(least, 2 * this.numbers.length)));
  }

  /** Where the row of a group begins in `numbers`: one of zeros if there was none yet. */
  reserve(code: number): number {
    const place = this.places.rowOf(code);
    if (place < this.codes.length) return place * width;
    if (place >= this.max) throw tooMany(this.max);
    this.makeRoom(1);
    this.codes.push(code);
    return place * width;
  }

  /** Adds to a number of the row that begins at `row`. */
  add(row: number, field: number, value: number): void {
    bump(this.numbers, row + field, value);
  }

  /** Where the row of a group begins; that of one that has none lies behind all others. */
  rowOf(code: number): number {
    const place = this.places.find(code);
    return (place < 0 ? this.codes.length : place) * width;
  }

  /** A number of the row that begins at `row`; 0 behind all rows. */
  value(row: number, field: number): number {
    return this.numbers[row + field] ?? 0;
  }

  sumsOf(row: number): CompanySums {
    return sumsAt(this.numbers, row + at.sums);
  }

  /** Frees what it holds. */
  clear(): void {
    this.codes.length = 0;
    this.places = new RowIndex();
    this.numbers = new Float64Array();
  }
}

function tooMany(max: number): AppError {
  const most = max.toLocaleString('en-US');
  const message = `The breakdown has more than ${most} rows: give fewer dimensions, a shorter window or a filter.`;
  return invalid([{ field: 'by', message }]);
}
