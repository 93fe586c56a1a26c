// From a gathered tile to the summary that a question asked for.

import { type PromptTable, uniteTables } from '../../domain/lists/prompt-table.js';
import {
  type Ask,
  type Company,
  type DatedSums,
  type ModelMentions,
  type ModelPrompts,
  type ModelSeries,
  type ModelSums,
  nothing,
  type PromptCounts,
  type Summary,
} from '../../domain/summary.js';
import type { CitedSetsColumn } from '../packed/columns/cited-sets.js';
import { everyModel, type ModelFilter } from '../packed/columns/column.js';
import { anyRun, newPromptSet } from '../packed/columns/prompt-sets.js';
import { IdSet } from '../packed/id-set.js';
import { at } from '../packed/maps.js';
import { Series } from '../packed/series.js';
import type { TileFigures } from '../packed/tile.js';
import { seriesOf } from './company-series.js';
import type { Plan } from './plan.js';

/** One ask of a plan's group, and the models that it is about. */
export interface Projection {
  readonly plan: Plan;
  readonly ask: Ask;
  readonly admits: ModelFilter;
}

/** What turns the numbers of tiles into names. */
interface Names {
  /** Model ids by number. */
  readonly models: ReadonlyMap<number, string>;
  /** By brand. */
  readonly companies: ReadonlyMap<string, readonly Company[]>;
}

/** The summary that was gathered for one ask. */
export function summaryOf(projection: Projection, names: Names): Summary {
  const { ask, plan, admits } = projection;
  const { question, parts } = ask;
  const { figures } = plan.tile;
  return {
    ...nothing,
    models: parts.has('sums') ? modelSums(figures, projection, names) : null,
    companies: parts.has('sums') ? (names.companies.get(question.brandId) ?? []) : null,
    days: parts.has('days') ? daySums(figures, projection) : null,
    prompts: parts.has('prompts') ? promptCounts(figures, projection) : null,
    distinct: parts.has('distinct')
      ? {
          urls: unionSize([figures.urls, figures.modelUrls], admits),
          domains: unionSize([figures.domains, figures.modelDomains], admits),
        }
      : null,
    promptFigures: parts.has('promptFigures') ? promptFigures(figures, projection, names) : null,
    promptMentions: parts.has('promptMentions') ? promptMentions(figures, projection, names) : null,
    promptTotals: parts.has('promptTotals') ? promptTotals(figures, projection) : null,
    companySeries: parts.has('companySeries') ? companySeries(figures, projection, names) : null,
  };
}

/** What is kept of the models that count, and of all together: asks about a model do not gather that. */
function admitted<V>(models: ReadonlyMap<number, V>, admits: ModelFilter): readonly (readonly [number, V])[] {
  return [...models].filter(([model]) => model === everyModel || admits(model));
}

function modelSums({ sums }: TileFigures, { admits }: Projection, { models }: Names): readonly ModelSums[] {
  return admitted(sums.models, admits)
    .filter(([, { runs }]) => runs > 0)
    .map(([model, totals]) => ({ model: models.get(model) ?? '', ...totals }));
}

/** The sums of each day over all models; one of the two kinds of series is empty. */
function daySums({ days, quarters }: TileFigures, { admits, plan }: Projection): readonly DatedSums[] {
  const total = new Series();
  for (const { models } of [days, quarters]) for (const [, series] of admitted(models, admits)) total.addAll(series);
  return plan.days.map(({ date }, place) => ({ date, ...total.at(place) }));
}

function promptCounts({ prompts }: TileFigures, { admits, plan }: Projection): PromptCounts {
  const united = new Map<number, IdSet>();
  for (const [, sets] of admitted(prompts.models, admits)) {
    for (const [company, set] of sets) at(united, company, newPromptSet).uniteSet(set);
  }
  const mask = plan.prompts;
  const sizes = [...united].map(([company, set]) => [company, mask ? set.sizeWithin(mask) : set.size] as const);
  const byCompany = new Map(sizes.filter(([, size]) => size > 0));
  const total = byCompany.get(anyRun) ?? 0;
  byCompany.delete(anyRun);
  return { total, byCompany };
}

function promptFigures(
  { promptFigures: { models: rows } }: TileFigures,
  { admits, plan }: Projection,
  { models }: Names,
): readonly ModelPrompts[] {
  const tables = admitted(rows, admits).map(([model, of]) => {
    return { model: models.get(model) ?? '', prompts: of.table(plan.prompts) };
  });
  return tables.filter(hasPrompts);
}

/** What ratios are made of; one of the two columns is empty. */
function promptMentions(
  { promptFigures, promptMentions }: TileFigures,
  { admits, plan }: Projection,
  { models }: Names,
): readonly ModelMentions[] {
  const tables = [promptFigures, promptMentions].flatMap((column) =>
    admitted(column.models, admits).map(([model, of]) => {
      return { model: models.get(model) ?? '', prompts: of.mentionsTable(plan.prompts) };
    }),
  );
  return tables.filter(hasPrompts);
}

function hasPrompts({ prompts }: ModelMentions): boolean {
  return prompts.prompts.length > 0;
}

/** All figures over all models that count; one of the two columns is empty. */
function promptTotals({ promptFigures, promptTotals }: TileFigures, { admits, plan }: Projection): PromptTable {
  const tables = [promptFigures, promptTotals].flatMap(({ models }) =>
    admitted(models, admits).map(([, of]) => of.table(plan.prompts)),
  );
  return uniteTables(tables);
}

/** The series of each model; one of the two kinds of places is empty. */
function companySeries(
  { companyDays, companyQuarters }: TileFigures,
  { admits, plan }: Projection,
  { models }: Names,
): readonly ModelSeries[] {
  const length = plan.days.length;
  if (length === 0) return [];
  return [companyDays, companyQuarters].flatMap((column) =>
    admitted(column.models, admits).map(([model, series]) => seriesOf(models.get(model) ?? '', series, length)),
  );
}

function unionSize(columns: readonly CitedSetsColumn[], admits: ModelFilter): number {
  const sets = columns.flatMap(({ models }) => admitted(models, admits).map(([, set]) => set));
  if (sets.length === 1) return sets[0]?.size ?? 0;
  const union = new IdSet();
  for (const set of sets) union.uniteSet(set);
  return union.size;
}
