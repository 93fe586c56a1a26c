// The figures of the prompts of one channel while they are added up: a row for each prompt that has any, as columns.

import type { CompanySums } from '../../../domain/company-sums.js';
import { bump, grown, pick } from '../../../domain/counts/arrays.js';
import { made } from '../../../domain/counts/maps.js';
import type { MentionCounts } from '../../../domain/counts/mention-counts.js';
import { RowIndex } from '../../../domain/counts/row-index.js';
import {
  addColumn,
  brandWidth,
  type PromptCompanies,
  type PromptMentions,
  type PromptSums,
  type PromptTable,
} from '../../../domain/lists/prompt-table.js';
import { mapInTurns, type Pause } from '../../../domain/pause.js';
import type { IdSet } from '../id-set.js';
import { RowCounts } from './row-counts.js';

/**
 * The sums of a prompt, a column each: its runs, their mentions of the brand and those of all companies; then their citations, those with a
 * query and those of a gap; then the other sums of the brand. Ratios are made of the first three.
 */
export const mentionSums = 3;
const otherSums = 3;
export const width = mentionSums + otherSums + brandWidth - 1;
const fewRows = 16;
const none = new Float64Array(0);

/** What is held beside what ratios are made of; where both are, also when runs were created. */
export interface Held {
  /** The other sums. */
  readonly sums: boolean;
  /** Mentions of each other company. */
  readonly companies: boolean;
}

export class PromptRows {
  readonly isWhole: boolean;
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

  constructor(readonly held: Held) {
    this.isWhole = held.sums && held.companies;
    this.sums = Array.from({ length: held.sums ? width : mentionSums }, () => none);
  }

  /** How many rows there is room for. */
  get room(): number {
    return this.prompts.length;
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
    if (mentions > 0) this.countsOf(company).add(row, mentions, this.room);
  }

  /** Adds all rows of others that hold the same; others have their turn meanwhile. */
  async addAll(other: PromptRows, pause: Pause): Promise<void> {
    this.reserve(other.size);
    const rows = other.prompts.slice(0, other.size).map((prompt) => this.rowOf(prompt));
    for (const [at, column] of this.sums.entries()) addColumn(column, other.sums[at] ?? none, rows);
    if (this.isWhole)
      for (let row = 0; row < rows.length; row++)
        this.addTimes(rows[row] ?? 0, other.first[row] ?? 0, other.last[row] ?? 0);
    if (pause.isDue()) await pause.take();
    await mapInTurns([...other.mentions], pause, ([company, found]) => {
      const { places, counts } = found.counted();
      const into = places.map((row) => rows[row] ?? 0);
      this.countsOf(company).addAll(counts, into, this.room);
    });
  }

  /** How often a company is mentioned, to be added to. */
  countsOf(company: number): RowCounts {
    return made(this.mentions, company, RowCounts);
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

  /** The figures as a table, of the prompts of `mask` alone where there is one; others have their turn meanwhile. */
  async tableInTurns(mask: IdSet | null, pause: Pause): Promise<PromptTable> {
    const rows = this.ordered(mask);
    const [, , , , searched = none, gaps = none] = this.sums;
    return {
      ...this.sumsOf(rows),
      mentions: await this.mentionsIn(rows, pause),
      ...{ searched: pick(searched, rows), gaps: pick(gaps, rows) },
      ...{ first: pick(this.first, rows), last: pick(this.last, rows) },
    };
  }

  /** Only what ratios are made of. */
  mentionsTable(mask: IdSet | null): PromptMentions {
    return this.ratiosOf(this.ordered(mask));
  }

  /** Only what is counted of the brand. */
  sumsTable(mask: IdSet | null): PromptSums {
    return this.sumsOf(this.ordered(mask));
  }

  /** Only who is mentioned; others have their turn meanwhile. */
  async companiesInTurns(mask: IdSet | null, pause: Pause): Promise<PromptCompanies> {
    const rows = this.ordered(mask);
    return { ...this.ratiosOf(rows), mentions: await this.mentionsIn(rows, pause) };
  }

  private async mentionsIn(rows: Int32Array, pause: Pause): Promise<MentionCounts> {
    if (pause.isDue()) await pause.take();
    const columns = await mapInTurns([...this.mentions], pause, this.placedIn(rows));
    return new Map(columns.filter(([, { places }]) => places.length > 0).sort(([a], [b]) => a - b));
  }

  private sumsOf(rows: Int32Array): PromptSums {
    const [, mentions, , citations = none, , , ...others] = this.sums;
    const brand = new Float64Array(rows.length * brandWidth);
    for (const [sum, from = none] of [mentions, ...others].entries())
      for (let at = 0; at < rows.length; at++) brand[at * brandWidth + sum] = from[rows[at] ?? 0] ?? 0;
    return { ...this.ratiosOf(rows), citations: pick(citations, rows), brand };
  }

  private ratiosOf(rows: Int32Array): PromptMentions {
    const [runs = none, brandMentions = none, allMentions = none] = this.sums;
    return {
      prompts: rows.map((row) => this.prompts[row] ?? 0),
      ...{ runs: pick(runs, rows), brandMentions: pick(brandMentions, rows), allMentions: pick(allMentions, rows) },
    };
  }

  /** Makes the counts of a company those of a table of some rows. */
  private placedIn(rows: Int32Array) {
    const places = new Int32Array(this.size).fill(-1);
    for (let place = 0; place < rows.length; place++) places[rows[place] ?? 0] = place;
    return ([company, counts]: readonly [number, RowCounts]) => [company, counts.placed(rows, places)] as const;
  }

  /** Makes room for so many rows. */
  reserve(size: number): void {
    if (size <= this.prompts.length) return;
    this.prompts = grown(this.prompts, size);
    for (const [at, column] of this.sums.entries()) this.sums[at] = grown(column, size);
    if (!this.isWhole) return;
    this.first = grown(this.first, size);
    this.last = grown(this.last, size);
  }
}
