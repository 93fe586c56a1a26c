// What the statements of the ClickHouse contestants yield, as figures. Each row is (part, first key, second key, values).

import { type CompanySums, companySums } from '../../src/domain/company-sums.js';
import { daysOf } from '../../src/domain/day.js';
import type { Question } from '../../src/domain/summary.js';
import { dayOf } from '../../src/tiles/packed/levels.js';
import { quarterOf } from '../../src/tiles/stored/marks.js';
import { type Figures, figuresOf } from '../figures.js';
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

export function answerOf(question: Question, rows: readonly (readonly unknown[])[]): Figures {
  const rowsOf = (part: keyof typeof parts) =>
    rows
      .filter(([number]) => Number(number) === parts[part])
      .map(([, first, second, values]) => {
        const numbers = (values as readonly unknown[]).map(Number); // safe because the last column of every statement is an array
        return { first: Number(first), second: Number(second), values: numbers };
      });
  const start = dayOf(quarterOf(daysOf(question.window)[0]?.start ?? 0));
  const [prompts = 0, urls = 0, domains = 0] = rowsOf('distinct')[0]?.values ?? [];
  const modelOf = (number: number) => models[number] ?? '';
  return figuresOf(question, {
    models: rowsOf('models').map(({ first, values: [runs = 0, citations = 0] }) => {
      return { model: modelOf(first), runs, citations };
    }),
    companies: rowsOf('companies').map(({ first, second, values: [, ...sums] }) => {
      return { model: modelOf(first), company: second, ...sumsOf(sums) };
    }),
    days: rowsOf('days').map(({ first, values: [runs = 0] }) => ({ day: first - start, runs })),
    brandDays: rowsOf('brandDays').map(({ first, values: [allMentions = 0, ...sums] }) => {
      return { day: first - start, allMentions, ...sumsOf(sums) };
    }),
    prompts: [{ prompts }],
    promptsOfCompanies: rowsOf('prompts').map(({ first, values: [prompts = 0] }) => ({ company: first, prompts })),
    distinct: [{ urls, domains }],
  });
}

function sumsOf(values: readonly number[]): CompanySums {
  return Object.fromEntries(companySums.map((sum, at) => [sum, values[at] ?? 0])) as CompanySums; // safe because these are its keys
}
