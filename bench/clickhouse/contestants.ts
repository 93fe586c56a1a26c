// Two ways of ClickHouse to answer a question, each in one statement: from the runs and their arrays, and from what AggregatingMergeTree keeps
// of whole days together with the runs at the edges of the window. All sets are exact.

import type { Question } from '../../src/domain/summary.js';
import { quarterOf } from '../../src/tiles/stored/marks.js';
import type { Contestant } from '../contestant.js';
import { answerOf, columnsOf, parts } from './answer.js';
import type { ClickHouse } from './session.js';
import { companyCounts, everyModel, modelNames } from './tables.js';

export const names = {
  plain: 'ClickHouse, MergeTree with arrays',
  days: 'ClickHouse, AggregatingMergeTree by day',
} as const;

export function clickHouseContestants(house: ClickHouse): readonly Contestant[] {
  const contestant = (name: string, statement: (question: Question) => string): Contestant => {
    return {
      name,
      read: async ({ question }) => answerOf(question, await house.rows(statement(question))),
      bytesRead: null,
    };
  };
  return [contestant(names.plain, plainStatement), contestant(names.days, dayStatement)];
}

const sums = ['mentions', 'positive', 'neutral', 'negative', 'mixed', 'position_sum', 'positions'];
const mentions = 'array join companies as company, sentiments as sentiment, positions as position';
const byModelAndDay = 'group by grouping sets ((model), (day))';
const byCompanyAndDay = 'group by grouping sets ((model, company), (day))';

/** Rows of (model, day, runs, citations) as totals by model and by day. The day of a total by model is 0. */
function totals(source: string): string {
  const keys = [`if(day = 0, ${parts.models}, ${parts.days})`, 'if(day = 0, model, day)', '0'] as const;
  return `select ${columnsOf(keys, ['sum(runs)', 'sum(citations)'])} from (${source}) ${byModelAndDay}`;
}

/** Rows of (model, day, company) with sums as those of each company by model and of the brand by day. */
function companyTotals(source: string): string {
  const keys = [`if(day = 0, ${parts.companies}, ${parts.brandDays})`, 'if(day = 0, model, day)', 'company'] as const;
  const values = sums.map((each) => `if(day = 0, sum(${each}), sumIf(${each}, company = 0))`);
  return `select ${columnsOf(keys, ['sum(mentions)', ...values])} from (${source}) ${byCompanyAndDay}`;
}

const runDays = (
  where: string,
) => `select model, intDiv(quarter, 96) as day, count() as runs, sum(citations) as citations
  from run where ${where} group by model, day`;
const companyDays = (where: string) => `select model, intDiv(quarter, 96) as day, company, ${companyCounts}
  from run ${mentions} where ${where} group by model, day, company`;

/** At 90 days uniqExact takes half the time of groupBitmap here. */
function plainStatement(question: Question): string {
  const where = `${inWindow(question)} and ${filterOf(question)}`;
  const prompts = columnsOf([`${parts.prompts}`, 'company', '0'], ['uniqExact(prompt)']);
  const sets = ['uniqExact(prompt)', 'uniqExactArray(urls)', 'uniqExactArray(domains)'];
  return [
    totals(runDays(where)),
    companyTotals(companyDays(where)),
    `select ${prompts} from run array join companies as company where ${where} group by company`,
    `select ${columnsOf([`${parts.distinct}`, '0', '0'], sets)} from run where ${where}`,
  ].join(' union all ');
}

export function inWindow({ window }: Question): string {
  return `quarter >= ${quarterOf(window.start)} and quarter < ${quarterOf(window.end)}`;
}

function filterOf({ brandId, model, tags }: Question): string {
  const filters = [`brand = '${brandId}'`];
  if (model !== null) filters.push(`model = ${modelNumber(model)}`);
  if (tags.length > 0)
    filters.push(`prompt in (select prompt from prompt_tag where brand = '${brandId}' and tag = '${onlyTag(tags)}')`);
  return filters.join(' and ');
}

/** A row for each tag holds every run of the tag: this layout cannot merge two tags without counting a run twice. */
function onlyTag([tag = '', ...others]: readonly string[]): string {
  if (others.length > 0) throw new Error('ClickHouse is asked for one tag at a time.');
  return tag;
}

function modelNumber(model: string): number {
  return modelNames.indexOf(model);
}

const dayQuarters = 96;

function daysOf({ window }: Question): readonly [first: number, end: number] {
  return [Math.ceil(quarterOf(window.start) / dayQuarters), Math.floor(quarterOf(window.end) / dayQuarters)];
}

/** The runs of the days that the window cuts. */
export function edgesIn(question: Question): string {
  const [first, end] = daysOf(question);
  const isEdge = `(quarter < ${first * dayQuarters} or quarter >= ${end * dayQuarters})`;
  return `${inWindow(question)} and ${isEdge} and ${filterOf(question)}`;
}

/** The rows of the days within the window. */
export function wholeDaysIn(question: Question): string {
  const [first, end] = daysOf(question);
  return `brand = '${question.brandId}' and day >= ${first} and day < ${end}`;
}

/** One statement. Four take as long, one after the other or at the same time. */
function dayStatement(question: Question): string {
  const edges = edgesIn(question);
  const whole = `${wholeDaysIn(question)} and tag = '${onlyTag(question.tags)}'`;
  const model = question.model === null ? null : modelNumber(question.model);
  const [each, merged] = [
    model === null ? `model < ${everyModel}` : `model = ${model}`,
    `model = ${model ?? everyModel}`,
  ];
  const sets = ['prompts', 'urls', 'domains'].map((set) => `groupBitmapMerge(${set})`);
  return [
    totals(`select model, day, runs, citations from day_run where ${whole} and ${each} union all ${runDays(edges)}`),
    companyTotals(
      `select model, day, company, ${sums} from day_company where ${whole} and ${each} union all ${companyDays(edges)}`,
    ),
    `select ${columnsOf([`${parts.prompts}`, 'company', '0'], ['groupBitmapMerge(prompts)'])} from (
       select company, prompts from day_company where ${whole} and ${merged} union all
       select company, groupBitmapState(prompt) from run array join companies as company where ${edges} group by company) group by company`,
    `select ${columnsOf([`${parts.distinct}`, '0', '0'], sets)} from (
       select prompts, urls, domains from day_run where ${whole} and ${merged} union all
       select groupBitmapState(prompt), ${arrayState('urls', 'UInt32')}, ${arrayState('domains', 'UInt16')} from run where ${edges})`,
  ].join(' union all ');
}

/** The same state as without arrays, of which the type does not say so. */
function arrayState(column: string, type: string): string {
  return `cast(groupBitmapArrayState(${column}), 'AggregateFunction(groupBitmap, ${type})')`;
}
