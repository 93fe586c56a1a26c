// An answer as the types of the schema read it: loaded whole before the first of its fields, so that all of them are synchronous.

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
  type Sources,
  type Summary,
} from '../domain/summary.js';
import type { Window } from '../domain/window.js';
import { invalid } from '../errors.js';
import type { Brand } from '../loaders/entities.js';
import type { Context } from './context.js';
import type { Selection } from './selection.js';

/** What is asked about a brand. */
export interface Scope extends Omit<Question, 'brandId' | 'series'> {
  readonly brand: Brand;
  /** `null`: UTC. */
  readonly timeZone: string | null;
}

/** A part that no selected field needs is `null`. */
export interface Answer {
  readonly brand: Brand;
  readonly window: Window;
  readonly overall: Overall | null;
  readonly models: readonly LabelledSums[] | null;
  readonly days: readonly DatedSums[] | null;
  readonly prompts: PromptCounts | null;
  readonly distinct: DistinctCounts | null;
  readonly domainSources: Sources | null;
  readonly urlSources: Sources | null;
  /** The answer for the window of equal length before this one; `null` also where that begins before year 1. */
  readonly previous: Answer | null;
}

export interface LabelledSums extends ModelSums {
  readonly label: string;
}

/** A company within some runs: all of an answer, those of one model, or those of one day. */
export interface Observed {
  readonly runs: number;
  readonly sums: CompanySums;
}

/** A company's standing, and the runs and prompts behind it. */
export interface Standing extends CompanyFigures {
  readonly runs: number;
  /** Distinct prompts of the runs that mention it; `null` when nobody asked. */
  readonly prompts: number | null;
}

/** A part that a selected field needs. That it is missing is a bug of the look-ahead. */
export function wanted<T>(part: T | null): T {
  if (part === null) throw new Error('A part of an answer is selected that was not read.');
  return part;
}

/** The answer about `scope`, with the parts that `selection` needs. */
export async function loadAnswer(ctx: Context, scope: Scope, selection: Selection): Promise<Answer> {
  const { needs } = selection;
  const { brand, timeZone, ...rest } = scope;
  const series = needs.has('days') ? { timeZone: timeZone ?? 'UTC', maxDays: ctx.maxSeriesDays } : null;
  const earlier = selection.previous && scopeBefore(scope);
  const [summary, labels, previous] = await Promise.all([
    ctx.loaders.analytics.load({ question: { ...rest, brandId: brand.id, series }, parts: partsOf(needs) }),
    needs.has('labels') ? ctx.loaders.models.load('all') : [],
    earlier && selection.previous ? loadAnswer(ctx, earlier, selection.previous) : null,
  ]);
  const labelOf = new Map(labels.map(({ id, label }) => [id, label]));
  return { ...shape(summary, brand, labelOf), brand, window: scope.window, previous };
}

function shape(summary: Summary, brand: Brand, labelOf: ReadonlyMap<string, string>) {
  const { models, companies, days, prompts, distinct, domainSources, urlSources } = summary;
  if (days && 'message' in days) throw invalid([days]);
  return {
    overall: models && companies && overallOf(models, companies, brand.name),
    models: models && inModelOrder(models).map((sums) => ({ ...sums, label: labelOf.get(sums.model) ?? sums.model })),
    days,
    prompts,
    distinct,
    domainSources,
    urlSources,
  };
}

function partsOf(needs: Selection['needs']): ReadonlySet<Part> {
  return new Set(everyPart.filter((part) => needs.has(part)));
}

/** The same for the window of equal length that ends where this one starts. */
function scopeBefore(scope: Scope): Scope | null {
  const { start, end } = scope.window;
  const window = { start: start - (end - start), end: start };
  return window.start < firstInstant ? null : { ...scope, window };
}

/** The brand within all runs of an answer. */
export function brandOverall({ overall }: Answer): Observed {
  const { runs, brand } = wanted(overall);
  return { runs, sums: brand.sums };
}

/** The companies of an answer in its order, with the runs and prompts behind their figures. */
export function standingsOf({ overall, prompts }: Answer): readonly Standing[] {
  const { runs, companies } = wanted(overall);
  return companies.map((figures) => ({
    ...figures,
    runs,
    prompts: prompts && (prompts.byCompany.get(figures.company) ?? 0),
  }));
}
