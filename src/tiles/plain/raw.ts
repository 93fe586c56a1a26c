// The plain definition: every figure straight from the raw rows. The oracle of every faster reader, and their last resort.
// One statement per part answers all asks, a UNION ALL branch each, so that aliases and models cost no further statements.

import type pg from 'pg';
import { type CompanySums, noSums, sentimentLabels } from '../../domain/company-sums.js';
import { at } from '../../domain/counts/maps.js';
import { type ItemKind, itemKinds } from '../../domain/lists/items.js';
import { createPause, type Pause } from '../../domain/pause.js';
import {
  type Ask,
  allRunsKey,
  brandCompany,
  type Company,
  type DatedSums,
  type DistinctCounts,
  itemPartOf,
  nothing,
  type Part,
  promptParts,
  type Summary,
  totalParts,
} from '../../domain/summary.js';
import { countItems } from './raw-items.js';
import { readCompanySeries, readPromptParts } from './raw-prompts.js';
import { mentionsOfRuns, rowsOf, sumColumns } from './raw-sql.js';
import { type DatedAsk, datedAsks, hasDays, readRunSpans, startsOf } from './run-spans.js';

/** The answers to `asks`, in their order. All reads go through `client`: one snapshot when it is in one. */
export async function readRaw(client: pg.ClientBase, asks: readonly Ask[]): Promise<readonly Summary[]> {
  const spans = await readRunSpans(client, asks);
  const { dated, refused } = datedAsks(asks, (_, place) => spans[place] ?? null);
  const summaries = await readDated(client, [...dated.values()]);
  const answered = new Map([...dated.keys()].map((ask, index) => [ask, summaries[index]]));
  return asks.map((ask) => refused.get(ask) ?? answered.get(ask) ?? nothing);
}

/** The same for asks whose days are known. */
export async function readDated(
  client: pg.ClientBase,
  asks: readonly DatedAsk[],
  pause = createPause(),
): Promise<readonly Summary[]> {
  const summaries = new Map(asks.map((ask): [DatedAsk, Summary] => [ask, nothing]));
  for (const { parts, read } of readers) {
    const selecting = asks.filter((ask) => parts.some((part) => ask.parts.has(part)));
    const answers = selecting.length === 0 ? [] : await read(client, selecting, pause);
    for (const [index, ask] of selecting.entries())
      summaries.set(ask, { ...(summaries.get(ask) ?? nothing), ...answers[index] });
  }
  return [...summaries.values()];
}

/** Parts that are read together, for asks that select one of them: what they are for each, in the order of the asks. */
interface Reader {
  readonly parts: readonly Part[];
  readonly read: (
    client: pg.ClientBase,
    asks: readonly DatedAsk[],
    pause: Pause,
  ) => Promise<readonly Partial<Summary>[]>;
}

/** The items of a kind. */
function itemReader(kind: ItemKind): Reader {
  const part = itemPartOf(kind);
  return {
    parts: [part],
    read: async (client, asks) => (await countItems(client, asks, kind)).map((counts) => ({ [part]: counts })),
  };
}

/** In the order of their statements. */
const readers: readonly Reader[] = [
  { parts: ['sums'], read: sumByModelAndCompany },
  { parts: ['sums'], read: readCompanies },
  { parts: ['days'], read: sumByDay },
  { parts: ['prompts'], read: countPrompts },
  { parts: ['distinct'], read: countDistinct },
  { parts: [...promptParts, ...totalParts], read: readPromptParts },
  { parts: ['companySeries'], read: readCompanySeries },
  ...itemKinds.map(itemReader),
];

/** The companies of the brand of each ask, in one statement. */
async function readCompanies(client: pg.ClientBase, asks: readonly Ask[]) {
  const companies = new Map(asks.map(({ question }) => [question.brandId, [] as Company[]]));
  const { rows } = await client.query<Company & { brandId: string }>(
    'select brand_id as "brandId", id, name, tracked from company where brand_id = any($1)',
    [[...companies.keys()]],
  );
  for (const { brandId, ...company } of rows) companies.get(brandId)?.push(company);
  return asks.map(({ question }) => ({ companies: companies.get(question.brandId) ?? [] }));
}

type SumRow = CompanySums & { model: string; company: number; citations: number };

async function sumByModelAndCompany(client: pg.ClientBase, asks: readonly Ask[], pause: Pause) {
  const found = await rowsOf<SumRow, Ask>(
    client,
    asks,
    ({ runs }) => `model, company,
      coalesce(sum(citation_count) filter (where company = ${allRunsKey}), 0)::float8 as citations, ${sumColumns}
      from ${runs()} ${mentionsOfRuns} group by model, company`,
  );
  const answers = found.map(() => new Map<string, ReturnType<typeof noModel>>());
  for (const { ask, model, company, citations, ...sums } of found.flat()) {
    if (pause.isDue()) await pause.take();
    const into = at(answers[ask] ?? new Map(), model, () => noModel(model));
    if (company === allRunsKey) Object.assign(into, { runs: sums.mentions, citations });
    else into.companies.set(company, sums);
  }
  return answers.map((models) => ({ models: [...models.values()] }));
}

const noModel = (model: string) => ({ model, runs: 0, citations: 0, companies: new Map<number, CompanySums>() });

type DayRow = CompanySums & { day: number; runs: number; allMentions: number };

async function sumByDay(client: pg.ClientBase, asks: readonly DatedAsk[]) {
  const found = await rowsOf<DayRow, DatedAsk>(
    client,
    asks,
    ({ ask, runs, bind }) => `width_bucket(created_at, ${startsOf(ask, bind)}) - 1 as day,
      count(*)::float8 as runs, sum(cardinality(companies))::float8 as "allMentions",
      count(*) filter (where named)::float8 as mentions,
      ${sentimentLabels.map((label, place) => `count(*) filter (where named and sentiments[1] = ${place + 1})::float8 as ${label}`).join(', ')},
      coalesce(sum(positions[1]) filter (where named), 0)::float8 as "positionSum",
      count(*) filter (where named and positions[1] > 0)::float8 as positions
      from ${runs()} cross join lateral (select coalesce(companies[1] = ${brandCompany}, false) as named) as brand group by day`,
    { isWanted: hasDays },
  );
  return asks.map((ask, place) => {
    const days = ask.days.map(({ date }): DatedSums => ({ date, runs: 0, allMentions: 0, brand: noSums() }));
    for (const { ask: _, day, runs, allMentions, ...brand } of found[place] ?? [])
      if (days[day]) days[day] = { date: days[day].date, runs, allMentions, brand };
    return { days };
  });
}

async function countPrompts(client: pg.ClientBase, asks: readonly Ask[]) {
  const found = await rowsOf<{ company: number; prompts: number }, Ask>(
    client,
    asks,
    ({ runs }) => `company, count(distinct prompt_id)::float8 as prompts
      from ${runs()} ${mentionsOfRuns} group by company`,
  );
  return found.map((rows) => {
    const byCompany = new Map(rows.map(({ company, prompts }) => [company, prompts]));
    const total = byCompany.get(allRunsKey) ?? 0;
    byCompany.delete(allRunsKey);
    return { prompts: { total, byCompany } };
  });
}

async function countDistinct(client: pg.ClientBase, asks: readonly Ask[]) {
  const found = await rowsOf<DistinctCounts, Ask>(
    client,
    asks,
    ({ runs, brand }) => `count(*)::float8 as urls, count(distinct domain_id)::float8 as domains
      from (
        select distinct url_id from ${runs()} join citation on citation.brand_id = ${brand} and citation.run_id = run.id
      ) as cited join url on url.brand_id = ${brand} and url.id = cited.url_id`,
  );
  return found.map(([{ urls, domains } = { urls: 0, domains: 0 }]) => ({ distinct: { urls, domains } }));
}
