// The counts of each prompt that the ratios of a set of runs are made of, prompts being the clusters of its runs. Pure.
// A brand may have 50,000 prompts and each model a table of them: only the columns that a ratio needs are added up, when it is asked for.

import { bump } from '../counts/arrays.js';
import { once } from '../counts/maps.js';
import { eachCount } from '../counts/mention-counts.js';
import { addColumn, type PromptMentions, type PromptTable, promptsOfAll } from '../lists/prompt-table.js';
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
  const all = once(() => promptsOfAll(tables));
  const sum = (columnOf: (table: ClusterTable) => Float64Array) => {
    const sums = new Float64Array(all().prompts.length);
    for (const { table, to } of all().placed) addColumn(sums, columnOf(table), to);
    return sums;
  };
  const runs = once(() => sum((table) => table.runs));
  const brand = once(() => sum((table) => table.brandMentions));
  const allMentions = once(() => sum((table) => table.allMentions));
  const countsOf = (company: number) => {
    if (company === brandCompany) return brand();
    const sums = new Float64Array(all().prompts.length);
    for (const { table, to } of all().placed)
      eachCount(mentionsIn(table).get(company), (from, count) => bump(sums, to[from] ?? 0, count));
    return sums;
  };
  return {
    visibility: () => ({ prompts: all().prompts, parts: brand(), wholes: runs() }),
    shareOf: (company) => ({ prompts: all().prompts, parts: countsOf(company), wholes: allMentions() }),
    promptsOf: (company) => countsOf(company).reduce((count, mentions) => count + Number(mentions > 0), 0),
  };
}

function mentionsIn({ mentions }: ClusterTable): PromptTable['mentions'] {
  if (!mentions) throw new Error('The mentions of a company are asked for that were not read.');
  return mentions;
}
