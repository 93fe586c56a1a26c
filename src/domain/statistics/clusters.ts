// The counts of each prompt that the ratios of a set of runs are made of, prompts being the clusters of its runs. Pure.

import { brandWidth, type PromptTable } from '../lists/prompt-table.js';
import { brandCompany } from '../summary.js';
import type { PromptSamples } from './sample.js';

/** Prompts by the counts of each ratio; computed where they are asked for. */
export interface Clusters {
  /** Runs that mention the brand ÷ runs. */
  readonly visibility: () => PromptSamples;
  /** Mentions of a company, by its number, ÷ mentions of all companies. */
  readonly shareOf: (company: number) => PromptSamples;
  /** Distinct prompts of the runs that mention a company. */
  readonly promptsOf: (company: number) => number;
}

/** The clusters of the runs that a table is about. */
export function clustersOf(table: PromptTable): Clusters {
  const { prompts, runs } = table;
  const nobody = new Float64Array(prompts.length);
  const brand = prompts.length === 0 ? nobody : mentionsOfBrand(table);
  const mentionsOf = (company: number) => (company === brandCompany ? brand : (table.mentions.get(company) ?? nobody));
  let all: Float64Array | null = null;
  const allMentions = () => {
    all ??= sumOf([brand, ...table.mentions.values()], prompts.length);
    return all;
  };
  return {
    visibility: () => ({ prompts, parts: brand, wholes: runs }),
    shareOf: (company) => ({ prompts, parts: mentionsOf(company), wholes: allMentions() }),
    promptsOf: (company) => mentionsOf(company).reduce((count, mentions) => count + Number(mentions > 0), 0),
  };
}

/** Its mentions are the first of the brand's sums. */
function mentionsOfBrand({ brand, prompts }: PromptTable): Float64Array {
  return Float64Array.from(prompts, (_, place) => brand[place * brandWidth] ?? 0);
}

function sumOf(columns: readonly Float64Array[], length: number): Float64Array {
  const sums = new Float64Array(length);
  for (const column of columns) for (let at = 0; at < length; at++) sums[at] = (sums[at] ?? 0) + (column[at] ?? 0);
  return sums;
}
