// The analytics that the types of the schema read from: loaded as a whole before any of its fields is resolved, so that all fields are synchronous.

import type { CompanySums } from '../../domain/company-sums.js';
import {
  type AddedSeries,
  addedSeries,
  type CompanyFigures,
  companiesOf,
  inModelOrder,
  type Overall,
  overallOf,
} from '../../domain/metrics.js';
import { type Clusters, clustersOf } from '../../domain/statistics/clusters.js';
import {
  type DatedSums,
  type DistinctCounts,
  everyPart,
  type ModelMentions,
  type ModelSums,
  type PromptCounts,
  type Question,
  type Summary,
} from '../../domain/summary.js';
import type { Window } from '../../domain/window.js';
import { comparedWith } from '../../domain/windows/compared.js';
import { invalid } from '../../errors.js';
import type { Brand } from '../../loaders/entities.js';
import type { Context } from '../builder/context.js';
import type { Selection } from '../builder/selection.js';
import { type ListPages, loadLists } from './load-lists.js';
import { noteMissing } from './notices.js';

/** The brand, window and filters of the analytics. */
export interface Scope extends Omit<Question, 'brandId' | 'outcome' | 'series' | 'model'> {
  readonly brand: Brand;
  /** The window that is compared with; `null`: there is none. */
  readonly compared: Window | null;
  /** Without one: all models. */
  readonly model?: string | null | undefined;
  /** Without one: UTC. */
  readonly timeZone?: string | null | undefined;
}

/** Parts that no selected field needs are `null`. */
export interface Analytics {
  readonly brand: Brand;
  readonly window: Window;
  readonly overall: Overall | null;
  readonly models: readonly ModelFigures[] | null;
  /** The runs of the window by prompt. */
  readonly clusters: Clusters | null;
  /** The mentions of each company by listed day. */
  readonly series: AddedSeries | null;
  readonly days: readonly DatedSums[] | null;
  readonly prompts: PromptCounts | null;
  readonly distinct: DistinctCounts | null;
  /** The pages of the selected lists, breakdowns and signals. */
  readonly lists: ListPages;
  /** The analytics of the window that is compared with; `null` also where there is none. */
  readonly previous: Analytics | null;
}

/** The runs of one model. */
export interface ModelFigures extends ModelSums {
  readonly label: string;
  readonly clusters: Clusters | null;
  /** The companies within the model, in order. */
  readonly standings: () => readonly Standing[];
}

/** A company within a set of runs: all of a window, those of one model, or those of one day. */
export interface Observed {
  readonly runs: number;
  readonly sums: CompanySums;
}

/** The figures of a company within a set of runs. Parts that no selected field needs are `null`; what is computed from one is a function. */
export interface Standing extends CompanyFigures {
  readonly runs: number;
  /** Distinct prompts of the runs that mention it. */
  readonly prompts: () => number;
  readonly clusters: Clusters | null;
  readonly series: AddedSeries | null;
  readonly days: readonly DatedSums[] | null;
}

/** A part that a selected field needs. Throws if it was not read, which is a fault of the look-ahead. */
export function requirePart<T>(part: T | null): T {
  if (part === null) throw new Error('A part of the analytics is selected that was not read.');
  return part;
}

/** Loads the analytics of `scope`, with the parts that `selection` needs. */
export async function loadAnalytics(ctx: Context, scope: Scope, selection: Selection): Promise<Analytics> {
  const { needs } = selection;
  const { brand, compared, timeZone, model, ...rest } = scope;
  const question = { ...rest, model: model ?? null, brandId: brand.id };
  const series = { timeZone: timeZone ?? 'UTC', maxDays: ctx.maxSeriesDays };
  const wanted = selectionBefore(selection);
  const before = compared && { ...scope, window: compared, compared: comparedWith(compared, 'previous', 'UTC') };
  const [summary, labels, lists, previous] = await Promise.all([
    ctx.loaders.analytics.load({
      question: { ...question, outcome: 'all', series: needs.has('days') ? series : null },
      parts: new Set(everyPart.filter((part) => needs.has(part))),
    }),
    needs.has('labels') ? ctx.loaders.models.load('all') : [],
    loadLists(ctx, { question, series, compared, brandName: brand.name }, selection.lists),
    before && wanted ? loadAnalytics(ctx, before, wanted) : null,
    noteMissing(ctx, brand, rest),
  ]);
  // All summaries of a request arrive at once; with many companies or models, shaping them takes milliseconds each.
  await ctx.turn();
  const labelOf = new Map(labels.map(({ id, label }) => [id, label]));
  return { ...shape(summary, brand, labelOf), brand, window: scope.window, lists, previous };
}

function shape(summary: Summary, brand: Brand, labelOf: ReadonlyMap<string, string>) {
  const { models, companies, days, prompts, distinct, promptMentions, promptCompanies, companySeries } = summary;
  if (days && 'message' in days) throw invalid([days]);
  const length = days?.length ?? 0;
  const prompted: readonly ModelMentions[] | null = promptCompanies ?? promptMentions;
  const seriesOf = new Map(companySeries?.map((each) => [each.model, each]));
  const tables = new Map(prompted?.map((each) => [each.model, each.prompts]));
  const figuresOf = (sums: ModelSums): ModelFigures => {
    const table = tables.get(sums.model);
    const clusters = table ? clustersOf([table]) : null;
    const standings = () => {
      const own = seriesOf.get(sums.model);
      const series = companySeries && addedSeries(own ? [own] : [], length);
      return companiesOf([sums], companies ?? [], brand.name).map((figures) => ({
        ...figures,
        ...{ runs: sums.runs, clusters, series, days },
        prompts: () => requirePart(clusters).promptsOf(figures.company),
      }));
    };
    return { ...sums, label: labelOf.get(sums.model) ?? sums.model, clusters, standings };
  };
  return {
    overall: models && companies && overallOf(models, companies, brand.name),
    models: models && inModelOrder(models).map(figuresOf),
    clusters: prompted && clustersOf([...tables.values()]),
    series: companySeries &&
      days && { ...addedSeries(companySeries, length), all: () => days.map((day) => day.allMentions) },
    days,
    prompts,
    distinct,
  };
}

/** What is needed of the window that is compared with: what is selected of it, and what a change is computed from. */
function selectionBefore({ needs, previous }: Selection): Selection | null {
  if (!needs.has('previousFigures')) return previous;
  const above: Selection = previous ?? { needs: new Set(), previous: null, lists: [] };
  return { ...above, needs: new Set([...above.needs, 'promptMentions']) };
}

/** The brand within all runs of the window. */
export function brandOverall({ overall }: Analytics): Observed {
  const { runs, brand } = requirePart(overall);
  return { runs, sums: brand.sums };
}

/** The companies within all runs of the window, in order. */
export function standingsOf({ overall, prompts, clusters, series, days }: Analytics): readonly Standing[] {
  const { runs, companies } = requirePart(overall);
  return companies.map((figures) => ({
    ...figures,
    runs,
    prompts: () => requirePart(prompts).byCompany.get(figures.company) ?? 0,
    ...{ clusters, series, days },
  }));
}
