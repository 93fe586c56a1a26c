// The counts of each prompt that the ratios of a set of runs are made of, prompts being the clusters of its runs. Pure.
// A brand may have 50,000 prompts and each model a table of them: only the columns that a ratio needs are added up, when it is asked for.

import { brandWidth, type PromptTable } from '../lists/prompt-table.js';
import { brandCompany } from '../summary.js';
import type { PromptSamples } from './sample.js';

/** Prompts by the counts of each ratio. */
export interface Clusters {
  /** Runs that mention the brand ÷ runs. */
  readonly visibility: () => PromptSamples;
  /** Mentions of a company, by its number, ÷ mentions of all companies. */
  readonly shareOf: (company: number) => PromptSamples;
  /** Distinct prompts of the runs that mention a company. */
  readonly promptsOf: (company: number) => number;
}

/** The clusters of the runs of some tables together, such as those of all models. */
export function clustersOf(tables: readonly PromptTable[]): Clusters {
  const { prompts, places } = placesOf(tables);
  const sum = (columns: readonly Column[]) => {
    const sums = new Float64Array(prompts.length);
    for (const column of columns) addColumn(sums, column, places);
    return sums;
  };
  const runs = once(() => sum(tables.map((table) => ({ table, values: table.runs, width: 1 }))));
  const mentionsOf = (company: number) => sum(tables.flatMap((table) => columnOf(table, company)));
  const brand = once(() => mentionsOf(brandCompany));
  const allMentions = once(() => sum(tables.map((table) => ({ table, values: mentionsOfAll(table), width: 1 }))));
  const countsOf = (company: number) => (company === brandCompany ? brand() : mentionsOf(company));
  return {
    visibility: () => ({ prompts, parts: brand(), wholes: runs() }),
    shareOf: (company) => ({ prompts, parts: countsOf(company), wholes: allMentions() }),
    promptsOf: (company) => countsOf(company).reduce((count, mentions) => count + Number(mentions > 0), 0),
  };
}

/** A column of a table: one of every `width` values belongs to a prompt. */
interface Column {
  readonly table: PromptTable;
  readonly values: Float64Array;
  readonly width: number;
}

/** The mentions of the brand are the first of its sums. */
function columnOf(table: PromptTable, company: number): readonly Column[] {
  const values = company === brandCompany ? table.brand : table.mentions.get(company);
  return values ? [{ table, values, width: company === brandCompany ? brandWidth : 1 }] : [];
}

/** The mentions of all companies by the places of the table: in order, which is several times as fast as by the places of all. */
function mentionsOfAll(table: PromptTable): Float64Array {
  const sums = Float64Array.from(table.prompts, (_, place) => table.brand[place * brandWidth] ?? 0);
  for (const column of table.mentions.values()) {
    for (let place = 0; place < sums.length; place++) sums[place] = (sums[place] ?? 0) + (column[place] ?? 0);
  }
  return sums;
}

/** The prompts of all tables, ascending, and the place of each by its number. */
function placesOf(tables: readonly PromptTable[]) {
  const last = tables.reduce((most, { prompts }) => Math.max(most, prompts.at(-1) ?? -1), -1);
  const isListed = new Uint8Array(last + 1);
  for (const { prompts } of tables) for (const prompt of prompts) isListed[prompt] = 1;
  const places = new Int32Array(last + 1);
  let size = 0;
  for (let prompt = 0; prompt <= last; prompt++) {
    places[prompt] = size;
    size += isListed[prompt] ?? 0;
  }
  const prompts = new Int32Array(size);
  for (const table of tables) for (const prompt of table.prompts) prompts[places[prompt] ?? 0] = prompt;
  return { prompts, places };
}

function addColumn(into: Float64Array, { table, values, width }: Column, places: Int32Array): void {
  const { prompts } = table;
  for (let from = 0; from < prompts.length; from++) {
    const at = places[prompts[from] ?? 0] ?? 0;
    into[at] = (into[at] ?? 0) + (values[from * width] ?? 0);
  }
}

function once<Value extends object>(compute: () => Value): () => Value {
  let known: Value | null = null;
  return () => {
    known ??= compute();
    return known;
  };
}
