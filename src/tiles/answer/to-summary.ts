// From a gathered tile to the summary that a question asked for.

import type { Day } from '../../domain/day.js';
import {
  type Ask,
  type Company,
  type DatedSums,
  type ModelSums,
  nothing,
  type PromptCounts,
  type Summary,
} from '../../domain/summary.js';
import { IdSet } from '../packed/id-set.js';
import { Series } from '../packed/series.js';
import { anyRun, at, newPromptSet } from '../packed/tile.js';
import type { Figures } from './model-group.js';
import type { Plan } from './plan.js';

/** One ask of a plan's group, and what it takes of what the plan gathered. */
export interface Projection {
  readonly plan: Plan;
  readonly ask: Ask;
  readonly figures: Figures;
}

/** What turns the numbers of tiles into names. */
export interface Names {
  /** Model ids by number. */
  readonly models: ReadonlyMap<number, string>;
  /** By brand. */
  readonly companies: ReadonlyMap<string, readonly Company[]>;
}

/** The summary that was gathered for one ask. */
export function summaryOf(
  { ask: { question, parts }, plan: { days, prompts }, figures }: Projection,
  { models, companies }: Names,
): Summary {
  return {
    ...nothing,
    models: parts.has('sums') ? modelSums(figures, models) : null,
    companies: parts.has('sums') ? (companies.get(question.brandId) ?? []) : null,
    days: parts.has('days') ? daySums(figures, days) : null,
    prompts: parts.has('prompts') ? promptCounts(figures, prompts) : null,
    distinct: parts.has('distinct')
      ? {
          urls: unionSize([figures.urls, figures.modelUrls]),
          domains: unionSize([figures.domains, figures.modelDomains]),
        }
      : null,
  };
}

function modelSums({ sums }: Figures, models: ReadonlyMap<number, string>): readonly ModelSums[] {
  return [...sums]
    .filter(([, { runs }]) => runs > 0)
    .map(([model, totals]) => ({ model: models.get(model) ?? '', ...totals }));
}

/** The sums of each day over all models; one of the two kinds of series is empty. */
function daySums({ days: byDay, quarters }: Figures, days: readonly Day[]): readonly DatedSums[] {
  const total = new Series();
  for (const series of [...byDay.values(), ...quarters.values()]) total.addAll(series);
  return days.map(({ date }, place) => ({ date, ...total.at(place) }));
}

function promptCounts({ prompts }: Figures, mask: IdSet | null): PromptCounts {
  const united = new Map<number, IdSet>();
  for (const sets of prompts.values()) {
    for (const [company, set] of sets) at(united, company, newPromptSet).uniteSet(set);
  }
  const sizes = [...united].map(([company, set]) => [company, mask ? set.sizeWithin(mask) : set.size] as const);
  const byCompany = new Map(sizes.filter(([, size]) => size > 0));
  const total = byCompany.get(anyRun) ?? 0;
  byCompany.delete(anyRun);
  return { total, byCompany };
}

function unionSize(maps: readonly ReadonlyMap<number, IdSet>[]): number {
  const union = new IdSet();
  for (const map of maps) for (const set of map.values()) union.uniteSet(set);
  return union.size;
}
