// Summaries in one form whatever order their rows came in, so that contestants can be compared figure by figure.

import { isDeepStrictEqual } from 'node:util';
import { type CompanySums, companySums, noSums } from '../src/domain/company-sums.js';
import { daysOf } from '../src/domain/day.js';
import type { DaySums, DistinctCounts, ModelSums, Question, Summary } from '../src/domain/summary.js';

/** The figures that every contestant computes. */
export interface Figures extends Pick<Summary, 'models' | 'prompts' | 'distinct'> {
  readonly days: readonly DaySums[] | Summary['days'];
}

/** The same figures in the same order. Companies that are known but have no figures are not part of it. */
function ordered({ models, days, prompts, distinct }: Figures): unknown {
  return {
    models: models
      ?.map(({ model, runs, citations, companies }) => ({ model, runs, citations, companies: byKey(companies) }))
      .sort((a, b) => (a.model < b.model ? -1 : 1)),
    days:
      days && 'message' in days
        ? days
        : days?.map(({ runs, allMentions, brand }) => ({ runs, allMentions, brand: { ...brand } })),
    prompts: prompts && { total: prompts.total, byCompany: byKey(prompts.byCompany) },
    distinct: distinct && { urls: distinct.urls, domains: distinct.domains },
  };
}

function byKey<T extends object | number>(map: Iterable<readonly [number, T]>): unknown {
  return [...map]
    .sort(([a], [b]) => a - b)
    .map(([key, value]) => [key, typeof value === 'object' ? { ...value } : value]);
}

/** Throws where the answers of two contestants differ. */
export function expectSame(what: string, expected: Figures, given: Figures): void {
  const [left, right] = [ordered(expected), ordered(given)];
  if (isDeepStrictEqual(left, right)) return;
  throw new Error(
    `${what}: figures differ.\n${JSON.stringify(left).slice(0, 2_000)}\n${JSON.stringify(right).slice(0, 2_000)}`,
  );
}

/** The sums of a row; over nothing, a sum is null in SQL. */
type SumsRow = { readonly [Sum in keyof CompanySums]: number | null };

/** What a contestant counts of a question, as rows. Days are numbered from the first one of the window. */
interface Rows {
  readonly models: readonly { readonly model: string; readonly runs: number; readonly citations: number }[];
  readonly companies: readonly (SumsRow & { readonly model: string; readonly company: number })[];
  readonly days: readonly { readonly day: number; readonly runs: number }[];
  readonly brandDays: readonly (SumsRow & { readonly day: number; readonly allMentions: number })[];
  /** Of all companies, and of each. */
  readonly prompts: readonly { readonly prompts: number }[];
  readonly promptsOfCompanies: readonly { readonly company: number; readonly prompts: number }[];
  readonly distinct: readonly DistinctCounts[];
}

/** The statements that yield them, in the order in which they are sent. */
export type Statements = { readonly [Part in keyof Rows]: string };

/** Asks for one part after the other by `select`. */
export async function readFigures(
  question: Question,
  statements: Statements,
  select: (sql: string) => Promise<readonly unknown[]>,
): Promise<Figures> {
  const rows: Record<string, readonly unknown[]> = {};
  for (const [part, sql] of Object.entries(statements)) rows[part] = await select(sql);
  return figuresOf(question, rows as unknown as Rows); // safe because each statement names its columns as they are named here
}

export function figuresOf({ window }: Question, rows: Rows): Figures {
  const models = new Map(
    rows.models.map((row): [string, ModelSums & { companies: Map<number, CompanySums> }] => [
      row.model,
      { ...row, companies: new Map() },
    ]),
  );
  for (const { model, company, ...sums } of rows.companies) models.get(model)?.companies.set(company, sumsOf(sums));
  const days = daysOf(window).map((): DaySums => ({ runs: 0, allMentions: 0, brand: noSums() }));
  for (const { day, runs } of rows.days) Object.assign(days[day] ?? {}, { runs });
  for (const { day, allMentions, ...brand } of rows.brandDays)
    Object.assign(days[day] ?? {}, { allMentions, brand: sumsOf(brand) });
  return {
    models: [...models.values()],
    days,
    prompts: {
      total: rows.prompts[0]?.prompts ?? 0,
      byCompany: new Map(rows.promptsOfCompanies.map(({ company, prompts }) => [company, prompts])),
    },
    distinct: rows.distinct[0] ?? { urls: 0, domains: 0 },
  };
}

function sumsOf(row: SumsRow): CompanySums {
  return Object.fromEntries(companySums.map((sum) => [sum, row[sum] ?? 0])) as CompanySums; // safe because these are its keys
}
