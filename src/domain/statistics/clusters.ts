// The counts of each prompt that the ratios of a set of runs are made of, prompts being the clusters of its runs. Pure.
// A brand may have 50,000 prompts and each model a table of them: only the columns that a ratio needs are added up, when it is asked for.

import { type MentionColumns, type PromptMentions, type PromptTable, promptsOfAll } from '../lists/prompt-table.js';
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

/** A table of what ratios are made of; those of companies other than the brand need the mentions of these too. */
type ClusterTable = PromptMentions & Partial<Pick<PromptTable, 'mentions'>>;

/** The clusters of the runs of some tables together, such as those of all models. */
export function clustersOf(tables: readonly ClusterTable[]): Clusters {
  const { prompts, places } = promptsOfAll(tables);
  const sum = (columnOf: (table: ClusterTable) => Float64Array | undefined) => {
    const sums = new Float64Array(prompts.length);
    for (const table of tables) addColumn(sums, { table, values: columnOf(table) }, places);
    return sums;
  };
  const runs = once(() => sum((table) => table.runs));
  const brand = once(() => sum((table) => table.brandMentions));
  const allMentions = once(() => sum((table) => table.allMentions));
  const countsOf = (company: number) =>
    company === brandCompany ? brand() : sum((table) => mentionsIn(table).get(company));
  return {
    visibility: () => ({ prompts, parts: brand(), wholes: runs() }),
    shareOf: (company) => ({ prompts, parts: countsOf(company), wholes: allMentions() }),
    promptsOf: (company) => countsOf(company).reduce((count, mentions) => count + Number(mentions > 0), 0),
  };
}

function mentionsIn({ mentions }: ClusterTable): MentionColumns {
  if (!mentions) throw new Error('The mentions of a company are asked for that were not read.');
  return mentions;
}

interface Column {
  readonly table: ClusterTable;
  readonly values: Float64Array | undefined;
}

function addColumn(into: Float64Array, { table, values }: Column, places: Int32Array): void {
  if (!values) return;
  const { prompts } = table;
  for (let from = 0; from < prompts.length; from++) {
    const at = places[prompts[from] ?? 0] ?? 0;
    into[at] = (into[at] ?? 0) + (values[from] ?? 0);
  }
}

function once<Value extends object>(compute: () => Value): () => Value {
  let known: Value | null = null;
  return () => {
    known ??= compute();
    return known;
  };
}
