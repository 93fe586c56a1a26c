// The plain definition of the figures of each prompt, and of the mentions of each company by day.

import type pg from 'pg';
import { type CompanySums, noSums } from '../../domain/company-sums.js';
import { CountsByPlace } from '../../domain/counts/counts-by-place.js';
import { mergeTables, onlyMentions, type PromptFigures, tableOf } from '../../domain/lists/prompt-table.js';
import {
  type Ask,
  allRunsKey,
  brandCompany,
  type ModelPrompts,
  type ModelSeries,
  type Part,
  type Question,
  type Summary,
} from '../../domain/summary.js';
import { branches, mentionsOfRuns, sumColumns, timestamp } from './raw-sql.js';
import { type DatedAsk, readListed } from './run-spans.js';

interface PromptRow extends CompanySums {
  readonly ask: number;
  readonly model: string;
  readonly prompt: number;
  readonly company: number;
  readonly citations: number;
  readonly searched: number;
  readonly gaps: number;
  readonly first: number;
  readonly last: number;
}

/** The parts that are about each prompt. */
type PromptParts = Pick<Summary, 'promptFigures' | 'promptMentions' | 'promptTotals'>;

export const noPromptParts: PromptParts = { promptFigures: null, promptMentions: null, promptTotals: null };

/** The parts about each prompt, for the asks that select one, in one statement; none where none does. */
export async function readPromptParts(
  client: pg.ClientBase,
  asks: readonly Ask[],
): Promise<ReadonlyMap<Ask, PromptParts>> {
  const selecting = asks.filter(({ parts }) => Object.keys(noPromptParts).some((part) => parts.has(part as Part))); // safe because its keys are parts
  const questions = selecting.map(({ question }) => question);
  const figures = selecting.length === 0 ? [] : await sumByPrompt(client, questions);
  const found = selecting.map(async (ask, index) => [ask, await partsOf(ask, figures[index] ?? [])] as const);
  return new Map(await Promise.all(found));
}

async function partsOf({ parts }: Ask, figures: readonly ModelPrompts[]): Promise<PromptParts> {
  return {
    promptFigures: parts.has('promptFigures') ? figures : null,
    promptMentions: parts.has('promptMentions')
      ? figures.map(({ model, prompts }) => ({ model, prompts: onlyMentions(prompts) }))
      : null,
    promptTotals: parts.has('promptTotals') ? await mergeTables(figures.map(({ prompts }) => prompts)) : null,
  };
}

/** The figures of the prompts of each question, by model, in one statement. */
async function sumByPrompt(
  client: pg.ClientBase,
  questions: readonly Question[],
): Promise<readonly (readonly ModelPrompts[])[]> {
  const { text, values } = branches(
    questions,
    ({ ask, runs, brand }) => `select ${ask} as ask, model, prompt.number as prompt, figures.*
      from (
        select model, prompt_id, company, sum(citation_count)::float8 as citations,
          count(*) filter (where cardinality(queries) > 0)::float8 as searched,
          count(*) filter (where companies[1] <> ${brandCompany})::float8 as gaps,
          (extract(epoch from min(created_at)) * 1000)::float8 as first, (extract(epoch from max(created_at)) * 1000)::float8 as last,
          ${sumColumns}
        from ${runs()} ${mentionsOfRuns} group by model, prompt_id, company
      ) as figures join prompt on prompt.brand_id = ${brand} and prompt.id = figures.prompt_id`,
  );
  const { rows } = await client.query<PromptRow>(text, values);
  const answers = questions.map(() => new Map<string, Map<number, PromptFigures>>());
  for (const row of rows) {
    const models = answers[row.ask] ?? new Map<string, Map<number, PromptFigures>>();
    const prompts = models.get(row.model) ?? new Map<number, PromptFigures>();
    models.set(row.model, prompts);
    const figures = prompts.get(row.prompt) ?? noFigures();
    prompts.set(row.prompt, figures);
    addRow(figures, row);
  }
  return answers.map((models) => [...models].map(([model, prompts]) => ({ model, prompts: tableOf(prompts) })));
}

function noFigures(): PromptFigures {
  return { runs: 0, citations: 0, searched: 0, gaps: 0, first: 0, last: 0, brand: noSums(), mentions: new Map() };
}

function addRow(into: PromptFigures, row: PromptRow): void {
  const { company, mentions, citations, searched, gaps, first, last } = row;
  if (company === allRunsKey) Object.assign(into, { runs: mentions, citations, searched, gaps, first, last });
  else if (company !== brandCompany) into.mentions.set(company, mentions);
  else {
    const { positive, neutral, negative, mixed, positionSum, positions } = row;
    Object.assign(into.brand, { mentions, positive, neutral, negative, mixed, positionSum, positions });
  }
}

/** The series of every company and model, for the asks that select them; no statement where none lists a day. */
export async function readCompanySeries(
  client: pg.ClientBase,
  dated: readonly DatedAsk[],
): Promise<ReadonlyMap<Ask, readonly ModelSeries[]>> {
  return readListed(dated, 'companySeries', (listing) => countByDay(client, listing));
}

interface MentionRow {
  readonly ask: number;
  readonly model: string;
  readonly company: number;
  readonly day: number;
  readonly mentions: number;
  readonly gaps: number;
}

async function countByDay(client: pg.ClientBase, dated: readonly DatedAsk[]): Promise<readonly ModelSeries[][]> {
  const questions = dated.map(({ ask }) => ask.question);
  const { text, values } = branches(questions, ({ ask, runs, bind }) => {
    const starts = bind((dated[ask]?.days ?? []).map((day) => timestamp(day.start)));
    return `select ${ask} as ask, model, company, width_bucket(created_at, ${starts}::timestamptz[]) - 1 as day,
      count(*)::float8 as mentions, count(*) filter (where companies[1] <> ${brandCompany})::float8 as gaps
      from ${runs()} cross join lateral unnest(array_prepend(${allRunsKey}, companies)) as company group by model, company, day`;
  });
  const { rows } = await client.query<MentionRow>(text, values);
  const answers = dated.map(() => new Map<string, ModelSeries>());
  for (const { ask, model, company, day, mentions, gaps } of rows) {
    const series = answers[ask]?.get(model) ?? { model, runs: new CountsByPlace(), companies: new Map() };
    answers[ask]?.set(model, series);
    const counts = company === allRunsKey ? series.runs : (series.companies.get(company) ?? new CountsByPlace());
    if (company !== allRunsKey) series.companies.set(company, counts);
    counts.add(day, mentions, gaps);
  }
  return answers.map((models) => [...models.values()]);
}
