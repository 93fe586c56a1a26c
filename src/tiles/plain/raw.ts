// The plain definition: every figure straight from the raw rows. The oracle of every faster reader, and their last resort.
// One statement per part answers all asks, a UNION ALL branch each, so that aliases and models cost no further statements.

import type pg from 'pg';
import { type CompanySums, noSums, sentimentLabels } from '../../domain/company-sums.js';
import type { ItemKind } from '../../domain/lists/items.js';
import { createPause, type Pause } from '../../domain/pause.js';
import {
  type Ask,
  allRunsKey,
  brandCompany,
  type Company,
  type DatedSums,
  type DistinctCounts,
  nothing,
  type Part,
  type PromptCounts,
  type Question,
  type Summary,
} from '../../domain/summary.js';
import { countItems } from './raw-items.js';
import { noPromptParts, readCompanySeries, readPromptParts } from './raw-prompts.js';
import { branches, mentionsOfRuns, sumColumns, timestamp } from './raw-sql.js';
import { type DatedAsk, daysOfAsk, readListed, readRunSpans } from './run-spans.js';

/** The answers to `asks`, in their order. All reads go through `client`: one snapshot when it is in one. */
export async function readRaw(client: pg.ClientBase, asks: readonly Ask[]): Promise<readonly Summary[]> {
  const spans = await readRunSpans(client, asks);
  const days = asks.map((ask) => ({ ask, days: daysOfAsk(ask, spans.get(ask) ?? null) }));
  const dated = days.flatMap(({ ask, days }) => ('message' in days ? [] : { ask, days }));
  const summaries = await readDated(client, dated);
  const answered = new Map(dated.map(({ ask }, index) => [ask, summaries[index]]));
  return days.map(({ ask, days }) => answered.get(ask) ?? { ...nothing, days: 'message' in days ? days : null });
}

/** The same for asks whose days are known. */
export async function readDated(
  client: pg.ClientBase,
  dated: readonly DatedAsk[],
  pause = createPause(),
): Promise<readonly Summary[]> {
  const asks = dated.map(({ ask }) => ask);
  const sums = await readPart(client, asks, 'sums', (...given) => sumByModelAndCompany(...given, pause));
  const companies = await companiesOfBrands(client, asks);
  const days = await readListed(dated, 'days', (listing) => sumByDay(client, listing));
  const prompts = await readPart(client, asks, 'prompts', countPrompts);
  const distinct = await readPart(client, asks, 'distinct', countDistinct);
  const byPrompt = await readPromptParts(client, asks);
  const companySeries = await readCompanySeries(client, dated);
  const items = await readItems(client, asks);
  return asks.map((ask, index) => ({
    models: sums?.[index] ?? null,
    companies: ask.parts.has('sums') ? (companies.get(ask.question.brandId) ?? []) : null,
    days: days.get(ask) ?? null,
    prompts: prompts?.[index] ?? null,
    distinct: distinct?.[index] ?? null,
    ...(byPrompt.get(ask) ?? noPromptParts),
    companySeries: companySeries.get(ask) ?? null,
    urlItems: items.url?.[index] ?? null,
    domainItems: items.domain?.[index] ?? null,
    queryItems: items.query?.[index] ?? null,
  }));
}

/** The items of each kind, for the asks that select them. */
async function readItems(client: pg.ClientBase, asks: readonly Ask[]) {
  const read = (kind: ItemKind) => (client: pg.ClientBase, questions: readonly Question[]) =>
    countItems(client, questions, kind);
  return {
    url: await readPart(client, asks, 'urlItems', read('url')),
    domain: await readPart(client, asks, 'domainItems', read('domain')),
    query: await readPart(client, asks, 'queryItems', read('query')),
  };
}

type PartReader<T> = (client: pg.ClientBase, questions: readonly Question[]) => Promise<readonly T[]>;

/** One part for the asks that select it, at their places; other places are `undefined`. No statement where none does. */
async function readPart<T>(client: pg.ClientBase, asks: readonly Ask[], part: Part, read: PartReader<T>) {
  const selecting = asks.filter((ask) => ask.parts.has(part));
  if (selecting.length === 0) return null;
  const answers = await read(
    client,
    selecting.map((ask) => ask.question),
  );
  const byAsk = new Map(selecting.map((ask, index) => [ask, answers[index]]));
  return asks.map((ask) => byAsk.get(ask));
}

/** The companies of each brand whose sums are asked for, in one statement. */
async function companiesOfBrands(
  client: pg.ClientBase,
  asks: readonly Ask[],
): Promise<ReadonlyMap<string, readonly Company[]>> {
  const brands = new Set(asks.filter((ask) => ask.parts.has('sums')).map((ask) => ask.question.brandId));
  const companies = new Map([...brands].map((brandId) => [brandId, [] as Company[]]));
  if (brands.size === 0) return companies;
  const { rows } = await client.query<Company & { brandId: string }>(
    'select brand_id as "brandId", id, name, tracked from company where brand_id = any($1)',
    [[...brands]],
  );
  for (const { brandId, ...company } of rows) companies.get(brandId)?.push(company);
  return companies;
}

type SumRow = CompanySums & { ask: number; model: string; company: number; citations: number };

async function sumByModelAndCompany(client: pg.ClientBase, questions: readonly Question[], pause: Pause) {
  const { text, values } = branches(
    questions,
    ({ ask, runs }) => `select ${ask} as ask, model, company,
      coalesce(sum(citation_count) filter (where company = ${allRunsKey}), 0)::float8 as citations, ${sumColumns}
      from ${runs()} ${mentionsOfRuns} group by model, company`,
  );
  const { rows } = await client.query<SumRow>(text, values);
  const answers = questions.map(() => new Map<string, ReturnType<typeof noModel>>());
  for (const { ask, model, company, citations, ...sums } of rows) {
    if (pause.isDue()) await pause.take();
    const models = answers[ask] ?? new Map<string, ReturnType<typeof noModel>>();
    const into = models.get(model) ?? noModel(model);
    models.set(model, into);
    if (company === allRunsKey) Object.assign(into, { runs: sums.mentions, citations });
    else into.companies.set(company, sums);
  }
  return answers.map((models) => [...models.values()]);
}

const noModel = (model: string) => ({ model, runs: 0, citations: 0, companies: new Map<number, CompanySums>() });

type DayRow = CompanySums & { ask: number; day: number; runs: number; allMentions: number };

async function sumByDay(client: pg.ClientBase, dated: readonly DatedAsk[]) {
  const questions = dated.map(({ ask }) => ask.question);
  const { text, values } = branches(questions, ({ ask, runs, bind }) => {
    const starts = bind((dated[ask]?.days ?? []).map((day) => timestamp(day.start)));
    return `select ${ask} as ask, width_bucket(created_at, ${starts}::timestamptz[]) - 1 as day,
      count(*)::float8 as runs, sum(cardinality(companies))::float8 as "allMentions",
      count(*) filter (where named)::float8 as mentions,
      ${sentimentLabels.map((label, place) => `count(*) filter (where named and sentiments[1] = ${place + 1})::float8 as ${label}`).join(', ')},
      coalesce(sum(positions[1]) filter (where named), 0)::float8 as "positionSum",
      count(*) filter (where named and positions[1] > 0)::float8 as positions
      from ${runs()} cross join lateral (select coalesce(companies[1] = ${brandCompany}, false) as named) as brand group by day`;
  });
  const { rows } = await client.query<DayRow>(text, values);
  const answers = dated.map(({ days }) =>
    days.map(({ date }): DatedSums => ({ date, runs: 0, allMentions: 0, brand: noSums() })),
  );
  for (const { ask, day, runs, allMentions, ...brand } of rows) {
    const days = answers[ask];
    if (days?.[day]) days[day] = { date: days[day].date, runs, allMentions, brand };
  }
  return answers;
}

async function countPrompts(client: pg.ClientBase, questions: readonly Question[]): Promise<readonly PromptCounts[]> {
  const { text, values } = branches(
    questions,
    ({ ask, runs }) => `select ${ask} as ask, company, count(distinct prompt_id)::float8 as prompts
      from ${runs()} ${mentionsOfRuns} group by company`,
  );
  const { rows } = await client.query<{ ask: number; company: number; prompts: number }>(text, values);
  const answers = questions.map(() => new Map<number, number>());
  for (const { ask, company, prompts } of rows) answers[ask]?.set(company, prompts);
  return answers.map((byCompany) => {
    const total = byCompany.get(allRunsKey) ?? 0;
    byCompany.delete(allRunsKey);
    return { total, byCompany };
  });
}

async function countDistinct(
  client: pg.ClientBase,
  questions: readonly Question[],
): Promise<readonly DistinctCounts[]> {
  const { text, values } = branches(
    questions,
    ({
      ask,
      runs,
      brand,
    }) => `select ${ask} as ask, count(*)::float8 as urls, count(distinct domain_id)::float8 as domains
      from (
        select distinct url_id from ${runs()} join citation on citation.brand_id = ${brand} and citation.run_id = run.id
      ) as cited join url on url.brand_id = ${brand} and url.id = cited.url_id`,
  );
  const { rows } = await client.query<DistinctCounts & { ask: number }>(text, values);
  const answers = questions.map((): DistinctCounts => ({ urls: 0, domains: 0 }));
  for (const { ask, ...counts } of rows) answers[ask] = counts;
  return answers;
}
