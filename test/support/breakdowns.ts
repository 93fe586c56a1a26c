// A breakdown as the service answers it, in every way, beside what arrays alone answer.

import type { TestApp } from './app.js';
import { argumentsOf } from './arguments.js';
import { expectClose } from './close.js';
import { expectSame } from './compare.js';
import { csvOf, ndjsonOf } from './lists/texts.js';
import { type BreakdownQuestion, breakdownAnswer, breakdownRows } from './naive/breakdown.js';
import type { NaiveWorld } from './naive/world.js';
import { bodyOf, restPath, textOf } from './rest.js';

const keys = 'promptId prompt tag model provider webSearch market branded company date';
const bounds = 'low high level';
const row = `key { ${keys} } runs prompts mentions visibility allMentions share citations
  sentiment { positive neutral negative mixed positiveShare negativeShare } position { average }
  interval { ${bounds} } robustInterval { ${bounds} designEffect effectiveRuns prompts }
  previous { runs mentions visibility } change { difference ${bounds} isSignificant prompts }`;

/** GraphQL answers all the questions in one request, and REST each of them, as `world` does. */
export async function expectBreakdowns(
  app: TestApp,
  world: NaiveWorld,
  questions: readonly BreakdownQuestion[],
): Promise<void> {
  const { body } = await app.graphql(documentOf(questions));
  if (body.errors) throw new Error(`${JSON.stringify(body.errors)} ${JSON.stringify(app.logged.at(-1))}`);
  for (const [index, question] of questions.entries()) {
    const { range, breakdown } = body.data[`question${index}`];
    const expected = breakdownAnswer(world, question);
    expectClose({ range, ...breakdown }, inGraphql(expected));
    expectClose(await bodyOf(app, pathOf(question)), expected);
  }
}

/** GraphQL has all fields of a key. */
function inGraphql(answer: ReturnType<typeof breakdownAnswer>) {
  const none = Object.fromEntries(keys.split(' ').map((name) => [name, null]));
  return { ...answer, data: answer.data.map((each) => ({ ...each, key: { ...none, ...each.key } })) };
}

function documentOf(questions: readonly BreakdownQuestion[]): string {
  const aliases = questions.map((question, index) => {
    const { by, orderBy, direction, minRuns, page, limit, ...rest } = question;
    const dimensions = by.map((each) => (each === 'webSearch' ? 'WEB_SEARCH' : each.toUpperCase())).join(', ');
    const given = argumentsOf({ orderBy, direction, minRuns, page, limit });
    return `question${index}: brandAnalytics(${argumentsOf({ ...rest })}) { range { start end }
      breakdown(by: [${dimensions}] ${given}) { data { ${row} } pagination { page limit total totalPages } } }`;
  });
  return `{ ${aliases.join('\n')} }`;
}

/** The whole breakdown as text is that of the pages of REST. */
export async function expectWholeBreakdown(app: TestApp, world: NaiveWorld, given: BreakdownQuestion): Promise<void> {
  const question = { ...given, page: undefined, limit: undefined };
  const data: object[] = [];
  for (let page = 1, pages = 1; page <= pages; page++) {
    const answer = await bodyOf(app, pathOf({ ...question, page, limit: 7 }));
    data.push(...answer.data);
    pages = answer.pagination.totalPages;
  }
  expectClose(data, breakdownRows(world, question));
  expectSame(await textOf(app, pathOf(question), 'application/x-ndjson'), ndjsonOf(data));
  const csv = await textOf(app, pathOf(question), 'text/csv');
  const columns = csv.split('\r\n')[0]?.split(',') ?? [];
  const ofKey = Object.keys((data[0] as { key?: object } | undefined)?.key ?? {}).map((name) => `key.${name}`);
  if (data.length > 0) expectSame(columns.slice(0, ofKey.length + 1), [...ofKey, 'runs']);
  expectSame(csv, csvOf(data, columns));
}

/** Summed over its rows, or looked up in them, a breakdown is what the summary and the lists say of the same runs. */
export async function expectEqualities(app: TestApp, question: BreakdownQuestion): Promise<void> {
  const { brandId, start, end, model, tags, timeZone } = question;
  const figures = 'sentiment { positive neutral negative mixed positiveShare negativeShare } position { average }';
  const by = (dimension: string, more = '') => `breakdown(by: ${dimension}, orderBy: KEY, limit: 1000) { data {
    key { promptId model company date } runs prompts mentions visibility share citations allMentions ${figures} ${more} } }`;
  const { body } = await app.graphql(`{ brandAnalytics(${argumentsOf({ brandId, start, end, model, tags, timeZone })}) {
    visibility { series { date visibility runs mentions } } shareOfVoice {
      entries { name mentions prompts share runs allMentions ${figures} } series { date share allMentions } }
    sentiment { series { date positive neutral negative mixed } } position { series { date average } }
    models { model runs brandMentions visibility citations robustInterval { low high } ${figures} }
    promptPerformance(orderBy: RUNS, limit: 100) { data { promptId runs brandMentions visibility share citations ${figures} } }
    byModel: ${by('MODEL', 'robustInterval { low high }')} byDay: ${by('DAY')} byCompany: ${by('COMPANY')}
    byPrompt: ${by('PROMPT')} } }`);
  if (body.errors) throw new Error(JSON.stringify(body.errors));
  const { byModel, byDay, byCompany, byPrompt, ...summary } = body.data.brandAnalytics;
  const { models, visibility, shareOfVoice, sentiment, position, promptPerformance } = summary;
  for (const { model: id, brandMentions: mentions, ...entry } of models)
    expectRow(byModel, ({ key }) => key.model === id, { ...entry, mentions });
  for (const { name, mentions, ...entry } of shareOfVoice.entries)
    if (mentions > 0) expectRow(byCompany, ({ key }) => key.company === name, { ...entry, mentions });
  for (const { promptId, brandMentions: mentions, ...entry } of promptPerformance.data)
    expectRow(byPrompt, ({ key }) => key.promptId === promptId, { ...entry, mentions });
  for (const [place, { date, ...entry }] of visibility.series.entries()) {
    if (entry.runs === 0) continue;
    const { share, allMentions } = shareOfVoice.series[place];
    const { date: _, ...labels } = sentiment.series[place];
    const average = position.series[place].average;
    expectRow(byDay, ({ key }) => key.date === date, { ...entry, share, allMentions, position: { average } });
    expectRow(byDay, ({ key }) => key.date === date, { sentiment: labels });
  }
  expectSame([byModel, byDay].map(lengthOf), [models.length, visibility.series.filter(hasRuns).length]);
}

const lengthOf = ({ data }: Breakdown) => data.length;

const hasRuns = ({ runs }: { readonly runs: number }) => runs > 0;

interface Breakdown {
  // biome-ignore lint/suspicious/noExplicitAny: a test says what it expects of the body
  readonly data: readonly any[];
}

/** The one row that is meant has these fields. */
function expectRow({ data }: Breakdown, isMeant: (row: Breakdown['data'][number]) => boolean, fields: object): void {
  const rows = data.filter(isMeant);
  expectSame(rows.length, 1);
  expectSame(among(rows[0], fields), fields);
}

/** What a value has of the fields of another one. */
function among(value: unknown, fields: unknown): unknown {
  if (typeof fields !== 'object' || fields === null || typeof value !== 'object' || value === null) return value;
  const has = new Map(Object.entries(value));
  return Object.fromEntries(Object.entries(fields).map(([name, inner]) => [name, among(has.get(name), inner)]));
}

const pathOf = (question: BreakdownQuestion) => restPath('brands/:brandId/breakdown', question);
