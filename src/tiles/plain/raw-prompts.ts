// The plain definition of the figures of each prompt, and of the mentions of each company by day.

import type pg from 'pg';
import { addSums, type CompanySums, noSums } from '../../domain/company-sums.js';
import { CountsByPlace } from '../../domain/counts/counts-by-place.js';
import { at, made } from '../../domain/counts/maps.js';
import {
  onlyCompanies,
  onlyMentions,
  onlySums,
  type PromptFigures,
  type PromptTable,
  tableOf,
} from '../../domain/lists/prompt-table.js';
import { type Ask, allRunsKey, brandCompany, type ModelSeries, type Part } from '../../domain/summary.js';
import { mentionsOfRuns, rowsOf, sumColumns } from './raw-sql.js';
import { type DatedAsk, hasDays, startsOf } from './run-spans.js';

interface PromptRow extends CompanySums {
  readonly model: string;
  readonly prompt: number;
  readonly company: number;
  readonly citations: number;
  readonly searched: number;
  readonly gaps: number;
  readonly first: number;
  readonly last: number;
}

/** The parts about each prompt, in one statement. */
export async function readPromptParts(client: pg.ClientBase, asks: readonly Ask[]) {
  const found = await rowsOf<PromptRow, Ask>(
    client,
    asks,
    ({ runs, brand }) => `model, prompt.number as prompt, figures.*
      from (
        select model, prompt_id, company, sum(citation_count)::float8 as citations,
          count(*) filter (where cardinality(queries) > 0)::float8 as searched,
          count(*) filter (where companies[1] <> ${brandCompany})::float8 as gaps,
          (extract(epoch from min(created_at)) * 1000)::float8 as first, (extract(epoch from max(created_at)) * 1000)::float8 as last,
          ${sumColumns}
        from ${runs()} ${mentionsOfRuns} group by model, prompt_id, company
      ) as figures join prompt on prompt.brand_id = ${brand} and prompt.id = figures.prompt_id`,
  );
  return asks.map(({ parts }, place) => {
    const models = new Map<string, Map<number, PromptFigures>>();
    const all = new Map<number, PromptFigures>();
    for (const row of found[place] ?? [])
      for (const prompts of [made(models, row.model, Map), all]) addRow(at(prompts, row.prompt, noFigures), row);
    const figures = [...models].map(([model, prompts]) => ({ model, prompts: tableOf(prompts) }));
    const cut = <Table>(part: Part, cutTable: (table: PromptTable) => Table) =>
      parts.has(part) ? figures.map(({ model, prompts }) => ({ model, prompts: cutTable(prompts) })) : null;
    const total = <Table>(part: Part, cutTable: (table: PromptTable) => Table) =>
      parts.has(part) ? cutTable(tableOf(all)) : null;
    return {
      promptMentions: cut('promptMentions', onlyMentions),
      promptSums: cut('promptSums', onlySums),
      promptCompanies: cut('promptCompanies', onlyCompanies),
      promptTotals: total('promptTotals', (table) => table),
      mentionTotals: total('mentionTotals', onlyMentions),
      sumTotals: total('sumTotals', onlySums),
      companyTotals: total('companyTotals', onlyCompanies),
    };
  });
}

function noFigures(): PromptFigures {
  const times = { first: Number.POSITIVE_INFINITY, last: Number.NEGATIVE_INFINITY };
  return { runs: 0, citations: 0, searched: 0, gaps: 0, ...times, brand: noSums(), mentions: new Map() };
}

function addRow(into: PromptFigures, row: PromptRow): void {
  const { company, mentions } = row;
  if (company === allRunsKey) {
    into.runs += mentions;
    for (const column of ['citations', 'searched', 'gaps'] as const) into[column] += row[column];
    into.first = Math.min(into.first, row.first);
    into.last = Math.max(into.last, row.last);
  } else if (company === brandCompany) addSums(into.brand, row);
  else into.mentions.set(company, (into.mentions.get(company) ?? 0) + mentions);
}

interface MentionRow {
  readonly model: string;
  readonly company: number;
  readonly day: number;
  readonly mentions: number;
  readonly gaps: number;
}

/** The series of every company and model, in one statement; none where no ask lists a day. */
export async function readCompanySeries(client: pg.ClientBase, asks: readonly DatedAsk[]) {
  const found = await rowsOf<MentionRow, DatedAsk>(
    client,
    asks,
    ({ ask, runs, bind }) => `model, company, width_bucket(created_at, ${startsOf(ask, bind)}) - 1 as day,
      count(*)::float8 as mentions, count(*) filter (where companies[1] <> ${brandCompany})::float8 as gaps
      from ${runs()} cross join lateral unnest(array_prepend(${allRunsKey}, companies)) as company group by model, company, day`,
    { isWanted: hasDays },
  );
  return found.map((rows) => {
    const models = new Map<string, ModelSeries>();
    for (const { model, company, day, mentions, gaps } of rows) {
      const series = at(models, model, () => ({ model, runs: new CountsByPlace(), companies: new Map() }));
      const counts = company === allRunsKey ? series.runs : made(series.companies, company, CountsByPlace);
      counts.add(day, mentions, gaps);
    }
    return { companySeries: [...models.values()] };
  });
}
