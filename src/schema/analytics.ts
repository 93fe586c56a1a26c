// The analytics that the types of the schema read from: loaded as a whole before any of its fields is resolved, so that all fields are synchronous.

import type { CompanySums } from '../domain/company-sums.js';
import { firstInstant } from '../domain/limits.js';
import { type CompanyFigures, inModelOrder, type Overall, overallOf } from '../domain/metrics.js';
import {
  type DatedSums,
  type DistinctCounts,
  everyPart,
  type ModelSums,
  type Part,
  type PromptCounts,
  type Question,
  type Summary,
} from '../domain/summary.js';
import type { Window } from '../domain/window.js';
import { invalid } from '../errors.js';
import type { Brand } from '../loaders/entities.js';
import type { Context } from './context.js';
import type { Selection } from './selection.js';

/** The brand, window and filters of the analytics. */
export interface Scope extends Omit<Question, 'brandId' | 'outcome' | 'series'> {
  readonly brand: Brand;
  /** `null`: UTC. */
  readonly timeZone: string | null;
}

/** Parts that no selected field needs are `null`. */
export interface Analytics {
  readonly brand: Brand;
  readonly window: Window;
  readonly overall: Overall | null;
  readonly models: readonly LabelledSums[] | null;
  readonly days: readonly DatedSums[] | null;
  readonly prompts: PromptCounts | null;
  readonly distinct: DistinctCounts | null;
  /** The analytics of the preceding window of equal length; `null` also if that window begins before year 1. */
  readonly previous: Analytics | null;
}

export interface LabelledSums extends ModelSums {
  readonly label: string;
}

/** A company within a set of runs: all of a window, those of one model, or those of one day. */
export interface Observed {
  readonly runs: number;
  readonly sums: CompanySums;
}

/** The figures of a company, with the numbers of runs and prompts. */
export interface Standing extends CompanyFigures {
  readonly runs: number;
  /** Distinct prompts of the runs that mention it; `null` if not selected. */
  readonly prompts: number | null;
}

/** A part that a selected field needs. Throws if it was not read, which is a fault of the look-ahead. */
export function requirePart<T>(part: T | null): T {
  if (part === null) throw new Error('A part of the analytics is selected that was not read.');
  return part;
}

/** Loads the analytics of `scope`, with the parts that `selection` needs. */
export async function loadAnalytics(ctx: Context, scope: Scope, selection: Selection): Promise<Analytics> {
  const { needs } = selection;
  const { brand, timeZone, ...rest } = scope;
  const series = needs.has('days') ? { timeZone: timeZone ?? 'UTC', maxDays: ctx.maxSeriesDays } : null;
  const earlier = selection.previous && scopeBefore(scope);
  const [summary, labels, previous] = await Promise.all([
    ctx.loaders.analytics.load({
      question: { ...rest, brandId: brand.id, outcome: 'all', series },
      parts: partsOf(needs),
    }),
    needs.has('labels') ? ctx.loaders.models.load('all') : [],
    earlier && selection.previous ? loadAnalytics(ctx, earlier, selection.previous) : null,
  ]);
  // All summaries of a request arrive at once; with many companies or models, shaping them takes milliseconds each.
  await ctx.turn();
  const labelOf = new Map(labels.map(({ id, label }) => [id, label]));
  return { ...shape(summary, brand, labelOf), brand, window: scope.window, previous };
}

function shape(summary: Summary, brand: Brand, labelOf: ReadonlyMap<string, string>) {
  const { models, companies, days, prompts, distinct } = summary;
  if (days && 'message' in days) throw invalid([days]);
  return {
    overall: models && companies && overallOf(models, companies, brand.name),
    models: models && inModelOrder(models).map((sums) => ({ ...sums, label: labelOf.get(sums.model) ?? sums.model })),
    days,
    prompts,
    distinct,
  };
}

function partsOf(needs: Selection['needs']): ReadonlySet<Part> {
  return new Set(everyPart.filter((part) => needs.has(part)));
}

/** The same scope for the preceding window of equal length. */
function scopeBefore(scope: Scope): Scope | null {
  const { start, end } = scope.window;
  const window = { start: start - (end - start), end: start };
  return window.start < firstInstant ? null : { ...scope, window };
}

/** The brand within all runs of the window. */
export function brandOverall({ overall }: Analytics): Observed {
  const { runs, brand } = requirePart(overall);
  return { runs, sums: brand.sums };
}

/** The companies in order, with the numbers of runs and prompts of their figures. */
export function standingsOf({ overall, prompts }: Analytics): readonly Standing[] {
  const { runs, companies } = requirePart(overall);
  return companies.map((figures) => ({
    ...figures,
    runs,
    prompts: prompts && (prompts.byCompany.get(figures.company) ?? 0),
  }));
}
