// What an answer is computed from: sums and sets that merge without loss. Every reader (raw rows, tiles) yields these.

import type { Fault } from '../errors.js';
import type { CompanySums } from './company-sums.js';
import type { CountsByPlace } from './counts/counts-by-place.js';
import { type ItemCounts, type ItemKind, itemKinds } from './lists/items.js';
import type { PromptCompanies, PromptMentions, PromptSums, PromptTable } from './lists/prompt-table.js';
import type { Outcome } from './outcome.js';
import { noFilter, type RunFilter } from './selection/run-filter.js';
import type { SeriesRule } from './series.js';
import type { Window } from './window.js';

/** The number that stands for the brand itself wherever companies are numbered. */
export const brandCompany = 0;

/** The number under which the runs themselves are counted beside the companies that they mention. */
export const allRunsKey = -1;

/** The sums of each company that is mentioned, by its number: a map of them, or what makes each when it is looked at. */
export interface SumsByCompany extends Iterable<readonly [company: number, sums: CompanySums]> {
  get(company: number): CompanySums | undefined;
}

/** Sums over the runs of one model. */
export interface ModelSums {
  readonly model: string;
  runs: number;
  citations: number;
  readonly companies: SumsByCompany;
}

/** Sums over the runs of one day: `brand` for the brand, `allMentions` over the brand and every other company. */
export interface DaySums {
  runs: number;
  allMentions: number;
  readonly brand: CompanySums;
}

/** The sums of one listed day. */
export interface DatedSums extends DaySums {
  readonly date: string;
}

/** Distinct prompts with at least one run, and of those that mention each company (keyed by company number). */
export interface PromptCounts {
  readonly total: number;
  readonly byCompany: ReadonlyMap<number, number>;
}

/** What ratios are made of, by prompt, for the runs of one model; and what else was read. */
export interface ModelMentions<Table extends PromptMentions = PromptMentions> {
  readonly model: string;
  readonly prompts: Table;
}

/** The runs of one model by listed day. */
export interface ModelSeries extends MentionSeries {
  readonly model: string;
}

/** Runs by place in time, and by company, 0 for the brand, those that mention it; only companies that are mentioned. */
export interface MentionSeries {
  readonly runs: CountsByPlace;
  readonly companies: Map<number, CountsByPlace>;
}

/** Exact distinct counts over the citations. */
export interface DistinctCounts {
  readonly urls: number;
  readonly domains: number;
}

/** A company as the brand knows it; number 0 never appears here. */
export interface Company {
  readonly id: number;
  readonly name: string;
  readonly tracked: boolean;
}

/** Which runs: those of the brand in the window, after the filters. */
export interface RunSet {
  readonly brandId: string;
  readonly window: Window;
  readonly model: string | null;
  /** Any-of; empty: no filter. */
  readonly tags: readonly string[];
  /** Only this prompt's runs, or `null`. */
  readonly promptId: string | null;
  readonly filter: RunFilter;
  /** Only runs of this outcome; the parts about items alone honour it. */
  readonly outcome: Outcome;
}

/** What selects all runs of a window. */
export const allRuns = { model: null, tags: [], filter: noFilter, promptId: null, outcome: 'all' } as const;

/** A set of runs, and the days of what is listed by day. */
export interface Question extends RunSet {
  /** Which days the series lists; `null` where none is asked for. */
  readonly series: SeriesRule | null;
}

/** What is counted by prompt, of each model: the first two say what the last does. */
export const promptParts = ['promptSums', 'promptCompanies', 'promptMentions'] as const;

/** The same of all models together; the first is all that is counted. */
export const totalParts = ['promptTotals', 'mentionTotals', 'sumTotals', 'companyTotals'] as const;

/** The parts of an answer that are read apart, so that a client pays for what it selects. */
export const everyPart = [
  'sums',
  'days',
  'prompts',
  'distinct',
  ...promptParts,
  ...totalParts,
  'companySeries',
  'urlItems',
  'domainItems',
  'queryItems',
] as const;
export type Part = (typeof everyPart)[number];

/** The part that counts items of a kind. */
export const itemPartOf = (kind: ItemKind) => `${kind}Items` as const;

const itemParts: ReadonlySet<Part> = new Set(itemKinds.map(itemPartOf));

/** The parts that do not count items. */
export function withoutItems(parts: Iterable<Part>): readonly Part[] {
  return [...parts].filter((part) => !itemParts.has(part));
}

export interface Ask {
  readonly question: Question;
  readonly parts: ReadonlySet<Part>;
}

/** The parts that were asked for, all of one snapshot; a part that was not asked for is `null`. */
export interface Summary {
  /** `sums`: only models with a run, any order. */
  readonly models: readonly ModelSums[] | null;
  /** `sums`: every company of the brand, tracked or once named. */
  readonly companies: readonly Company[] | null;
  /** `days`: every listed day, ascending; or why there is no series, and then no other part is read. */
  readonly days: readonly DatedSums[] | Fault | null;
  readonly prompts: PromptCounts | null;
  readonly distinct: DistinctCounts | null;
  /** What is counted by prompt: only models with a run, any order. */
  readonly promptMentions: readonly ModelMentions[] | null;
  readonly promptSums: readonly ModelMentions<PromptSums>[] | null;
  readonly promptCompanies: readonly ModelMentions<PromptCompanies>[] | null;
  /** The same of all models together; the first is all that is counted. */
  readonly promptTotals: PromptTable | null;
  readonly mentionTotals: PromptMentions | null;
  readonly sumTotals: PromptSums | null;
  readonly companyTotals: PromptCompanies | null;
  /** Only models with a run, any order. */
  readonly companySeries: readonly ModelSeries[] | null;
  readonly urlItems: ItemCounts | null;
  readonly domainItems: ItemCounts | null;
  readonly queryItems: ItemCounts | null;
}

/** A summary of which no part was asked for. */
export const nothing: Summary = {
  models: null,
  companies: null,
  days: null,
  prompts: null,
  distinct: null,
  promptMentions: null,
  promptSums: null,
  promptCompanies: null,
  promptTotals: null,
  mentionTotals: null,
  sumTotals: null,
  companyTotals: null,
  companySeries: null,
  urlItems: null,
  domainItems: null,
  queryItems: null,
};
