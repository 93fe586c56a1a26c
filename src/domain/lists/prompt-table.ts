// The figures of prompts as columns: a brand may have 50,000 prompts, and an object for each of them and each model would take as long to
// create as the figures take to read. Pure.

import { addSumsAt, type CompanySums, companySums, noSums, sumsAt } from '../company-sums.js';

/** Sums over the runs of one prompt. */
export interface PromptFigures {
  runs: number;
  citations: number;
  /** Runs with at least one web query. */
  searched: number;
  /** Runs that mention another company, but not the brand. */
  gaps: number;
  /** When its first and its last run were created, epoch milliseconds. */
  first: number;
  last: number;
  readonly brand: CompanySums;
  /** Runs that mention each other company, by its number; only those that are mentioned. */
  readonly mentions: Map<number, number>;
}

/** The sums that are a column each. */
export const promptColumns = ['runs', 'citations', 'searched', 'gaps', 'first', 'last'] as const;
export type PromptColumn = (typeof promptColumns)[number];

/** The figures of the prompts with a run: the arrays run parallel, by prompt ascending. */
export interface PromptTable extends Readonly<Record<PromptColumn, Float64Array>> {
  /** The numbers of the prompts. */
  readonly prompts: Int32Array;
  /** The sums of the brand, as many to each prompt as `companySums` lists, in its order. */
  readonly brand: Float64Array;
  /** Runs that mention each other company, by its number; only companies that are mentioned. */
  readonly mentions: ReadonlyMap<number, Float64Array>;
}

/** How many sums of the brand each prompt has. */
export const brandWidth = companySums.length;

/** A table of so many prompts, with zeros. */
export function emptyTable(size: number): PromptTable & { readonly mentions: Map<number, Float64Array> } {
  const column = () => new Float64Array(size);
  return {
    prompts: new Int32Array(size),
    runs: column(),
    citations: column(),
    searched: column(),
    gaps: column(),
    first: column(),
    last: column(),
    brand: new Float64Array(size * brandWidth),
    mentions: new Map(),
  };
}

/** The table of figures that are keyed by the number of the prompt. */
export function tableOf(figures: ReadonlyMap<number, PromptFigures>): PromptTable {
  const table = emptyTable(figures.size);
  for (const [place, [prompt, of]] of [...figures].sort(([a], [b]) => a - b).entries()) {
    table.prompts[place] = prompt;
    for (const column of promptColumns) table[column][place] = of[column];
    addSumsAt(table.brand, place * brandWidth, of.brand);
    for (const [company, mentions] of of.mentions) columnOf(table, company)[place] = mentions;
  }
  return table;
}

/** The figures of the prompt at a place of a table. */
export function figuresAt(table: PromptTable, place: number): PromptFigures {
  const mentions = new Map<number, number>();
  for (const [company, column] of table.mentions) {
    const count = column[place] ?? 0;
    if (count > 0) mentions.set(company, count);
  }
  const brand = table.brand.length === 0 ? noSums() : sumsAt(table.brand, place * brandWidth);
  const [runs, citations, searched, gaps, first, last] = promptColumns.map((column) => table[column][place] ?? 0);
  return {
    ...{ runs: runs ?? 0, citations: citations ?? 0, searched: searched ?? 0, gaps: gaps ?? 0 },
    ...{ first: first ?? 0, last: last ?? 0, brand, mentions },
  };
}

/** One table of the prompts of several, whose figures add up: of all models together, for instance. */
export function uniteTables(tables: readonly PromptTable[]): PromptTable {
  const [only, ...others] = tables;
  if (only && others.length === 0) return only;
  const prompts = Int32Array.from(new Set(tables.flatMap((table) => [...table.prompts]))).sort();
  const places = new Int32Array((prompts.at(-1) ?? -1) + 1);
  for (const [place, prompt] of prompts.entries()) places[prompt] = place;
  const united = emptyTable(prompts.length);
  united.prompts.set(prompts);
  united.first.fill(Number.POSITIVE_INFINITY);
  united.last.fill(Number.NEGATIVE_INFINITY);
  for (const table of tables) addTable(united, table, places);
  return united;
}

function addTable(into: ReturnType<typeof emptyTable>, table: PromptTable, places: Int32Array): void {
  const to = Int32Array.from(table.prompts, (prompt) => places[prompt] ?? 0);
  for (const column of ['runs', 'citations', 'searched', 'gaps'] as const) addColumn(into[column], table[column], to);
  for (const [company, column] of table.mentions) addColumn(columnOf(into, company), column, to);
  for (let from = 0; from < to.length; from++) {
    const at = to[from] ?? 0;
    into.first[at] = Math.min(into.first[at] ?? 0, table.first[from] ?? 0);
    into.last[at] = Math.max(into.last[at] ?? 0, table.last[from] ?? 0);
    for (let sum = 0; sum < brandWidth; sum++) {
      const place = at * brandWidth + sum;
      into.brand[place] = (into.brand[place] ?? 0) + (table.brand[from * brandWidth + sum] ?? 0);
    }
  }
}

function addColumn(into: Float64Array, column: Float64Array, to: Int32Array): void {
  for (let from = 0; from < to.length; from++) {
    const at = to[from] ?? 0;
    into[at] = (into[at] ?? 0) + (column[from] ?? 0);
  }
}

function columnOf({ prompts, mentions }: ReturnType<typeof emptyTable>, company: number): Float64Array {
  const column = mentions.get(company) ?? new Float64Array(prompts.length);
  mentions.set(company, column);
  return column;
}
