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
  readonly mentions: MentionColumns;
}

/** A column for each company that is mentioned, by number ascending. */
export type MentionColumns = Omit<ReadonlyMap<number, Float64Array>, 'forEach' | 'has' | 'entries'>;

/** More figures than these are not all computed beforehand: a brand may have ten thousand companies, most of which hardly a prompt mentions. */
const maxComputed = 4_000_000;

/** The columns of `companies`, which are ascending, each of so many prompts. */
export function mentionColumns(
  companies: readonly number[],
  prompts: number,
  columnOf: (company: number) => Float64Array,
): MentionColumns {
  if (companies.length * prompts <= maxComputed)
    return new Map(companies.map((company) => [company, columnOf(company)]));
  const known = new Map(companies.map((company) => [company, undefined]));
  return {
    size: companies.length,
    get: (company) => (known.has(company) ? columnOf(company) : undefined),
    keys: () => known.keys(),
    values: () => eachColumn(companies, columnOf),
    *[Symbol.iterator]() {
      for (const company of companies) yield [company, columnOf(company)];
      return undefined;
    },
  };
}

function* eachColumn(
  companies: readonly number[],
  columnOf: (company: number) => Float64Array,
): Generator<Float64Array, undefined> {
  for (const company of companies) yield columnOf(company);
}

/** How many sums of the brand each prompt has. */
export const brandWidth = companySums.length;

/** A table of so many prompts, with zeros. */
export function emptyTable(size: number): PromptTable {
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
  const rows = [...figures].sort(([a], [b]) => a - b);
  const table = emptyTable(rows.length);
  for (const [place, [prompt, of]] of rows.entries()) {
    table.prompts[place] = prompt;
    for (const column of promptColumns) table[column][place] = of[column];
    addSumsAt(table.brand, place * brandWidth, of.brand);
  }
  const companies = new Set(rows.flatMap(([, { mentions }]) => [...mentions.keys()]));
  const mentions = mentionColumns(
    [...companies].sort((a, b) => a - b),
    rows.length,
    (company) => Float64Array.from(rows, ([, of]) => of.mentions.get(company) ?? 0),
  );
  return { ...table, mentions };
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
  const placed = tables.map((table) => ({ table, to: table.prompts.map((prompt) => places[prompt] ?? 0) }));
  for (const { table, to } of placed) addTable(united, table, to);
  const companies = [...new Set(tables.flatMap(({ mentions }) => [...mentions.keys()]))].sort((a, b) => a - b);
  const mentions = mentionColumns(companies, prompts.length, (company) => {
    const sum = new Float64Array(prompts.length);
    for (const { table, to } of placed) addColumn(sum, table.mentions.get(company), to);
    return sum;
  });
  return { ...united, mentions };
}

function addTable(into: PromptTable, table: PromptTable, to: Int32Array): void {
  for (const column of ['runs', 'citations', 'searched', 'gaps'] as const) addColumn(into[column], table[column], to);
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

function addColumn(into: Float64Array, column: Float64Array | undefined, to: Int32Array): void {
  if (!column) return;
  for (let from = 0; from < to.length; from++) {
    const at = to[from] ?? 0;
    into[at] = (into[at] ?? 0) + (column[from] ?? 0);
  }
}
