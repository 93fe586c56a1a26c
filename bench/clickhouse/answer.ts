// What the statements of the ClickHouse contestants yield, as figures. Each row is (part, first key, second key, values).

import { type CompanySums, noSums } from '../../src/domain/company-sums.js';
import { daysOf } from '../../src/domain/day.js';
import type { DaySums, ModelSums, Question } from '../../src/domain/summary.js';
import { dayOf } from '../../src/tiles/packed/levels.js';
import { quarterOf } from '../../src/tiles/stored/marks.js';
import type { Figures } from '../figures.js';
import { models } from '../world.js';

/** The parts of an answer, by the number that their rows begin with. */
export const parts = { models: 0, days: 1, companies: 2, brandDays: 3, prompts: 4, distinct: 5 } as const;

/** The columns of a select, all of the same types, so that the parts of an answer are one statement. */
export function columnsOf(
  keys: readonly [part: string, first: string, second: string],
  values: readonly string[],
): string {
  const [part, first, second] = keys;
  const numbers = values.map((value) => `toUInt64(${value})`).join(', ');
  return `toUInt8(${part}) as part, toUInt32(${first}) as first_key, toUInt32(${second}) as second_key, [${numbers}] as numbers`;
}

interface Row {
  readonly first: number;
  readonly second: number;
  readonly values: readonly number[];
}

export function figuresOf(question: Question, rows: readonly (readonly unknown[])[]): Figures {
  const byPart = new Map<number, Row[]>();
  for (const [part, first, second, values] of rows) {
    const list = byPart.get(Number(part)) ?? [];
    const numbers = (values as readonly unknown[]).map(Number); // safe because the last column of every statement is an array
    list.push({ first: Number(first), second: Number(second), values: numbers });
    byPart.set(Number(part), list);
  }
  const rowsOf = (part: keyof typeof parts) => byPart.get(parts[part]) ?? [];
  const [total = 0, urls = 0, domains = 0] = rowsOf('distinct')[0]?.values ?? [];
  return {
    models: modelsOf(rowsOf('models'), rowsOf('companies')),
    days: datesOf(question, rowsOf('days'), rowsOf('brandDays')),
    prompts: { total, byCompany: new Map(rowsOf('prompts').map(({ first, values }) => [first, values[0] ?? 0])) },
    distinct: { urls, domains },
  };
}

function modelsOf(totals: readonly Row[], companies: readonly Row[]): ModelSums[] {
  const sums = new Map<number, ModelSums & { readonly companies: Map<number, CompanySums> }>();
  for (const {
    first,
    values: [runs = 0, citations = 0],
  } of totals)
    sums.set(first, { model: models[first] ?? '', runs, citations, companies: new Map() });
  for (const {
    first,
    second,
    values: [, ...counts],
  } of companies)
    sums.get(first)?.companies.set(second, sumsOf(counts));
  return [...sums.values()];
}

function datesOf({ window }: Question, totals: readonly Row[], brands: readonly Row[]): DaySums[] {
  const start = dayOf(quarterOf(daysOf(window)[0]?.start ?? 0));
  const days = daysOf(window).map((): DaySums => ({ runs: 0, allMentions: 0, brand: noSums() }));
  for (const {
    first,
    values: [runs = 0],
  } of totals)
    Object.assign(days[first - start] ?? {}, { runs });
  for (const {
    first,
    values: [allMentions = 0, ...brand],
  } of brands)
    Object.assign(days[first - start] ?? {}, { allMentions, brand: sumsOf(brand) });
  return days;
}

function sumsOf([mentions = 0, positive = 0, neutral = 0, negative = 0, ...rest]: readonly number[]): CompanySums {
  const [mixed = 0, positionSum = 0, positions = 0] = rest;
  return { mentions, positive, neutral, negative, mixed, positionSum, positions };
}
