// Are the tiles right? Every brand's answers from tiles against those from the raw rows, of one snapshot, and each level of tiles by itself.

import { isDeepStrictEqual } from 'node:util';
import type pg from 'pg';
import type { Database } from '../database/postgres.js';
import { dayMs } from '../domain/limits.js';
import { type Ask, everyPart, type Part, type Question, type Summary } from '../domain/summary.js';
import type { Window } from '../domain/window.js';
import { readTiles } from './answer/read.js';
import { wrongMonths } from './check-prompts.js';
import { everyLevel } from './packed/levels.js';
import { readRaw } from './plain/raw.js';

const everyDay = { timeZone: 'UTC', maxDays: Number.POSITIVE_INFINITY };

/** What every level stores, and what is read without the rest of a column. */
const figures: readonly Part[] = ['sums', 'days', 'prompts', 'distinct', 'promptMentions', 'promptTotals'];

interface CheckReport {
  readonly checked: number;
  /** The questions whose answers differ. */
  readonly wrong: readonly Question[];
}

/**
 * Compares a brand over its whole time and each of its months: without a filter, by each model and by each tag, with all parts
 * and with those alone that are read in another way without the others; and the runs by which pages of each prompt are placed. Slow on
 * purpose: it computes everything from the raw rows.
 */
export async function checkBrand(db: Database, brandId: string): Promise<CheckReport> {
  const questions = await questionsOf(db, brandId);
  const wrong: Question[] = [];
  for (const question of questions) {
    const isRight = await db.snapshot(async (client) => {
      await client.query('set local statement_timeout = 0');
      return (
        (await isSame(client, { question, parts: new Set(everyPart) })) &&
        (await isSame(client, { question, parts: new Set(figures) }))
      );
    });
    if (!isRight) wrong.push(question);
  }
  wrong.push(...(await wrongPages(db, brandId)));
  return { checked: questions.length, wrong };
}

/** The months of prompts whose pages of runs would be misplaced. */
async function wrongPages(db: Database, brandId: string): Promise<readonly Question[]> {
  const months = await db.snapshot(async (client) => {
    await client.query('set local statement_timeout = 0');
    return wrongMonths(client, brandId);
  });
  return months.map(({ promptId, window }) => {
    return { brandId, window, model: null, tags: [], promptId, outcome: 'all', series: everyDay };
  });
}

/** The tiles that a question usually needs, and those of every single level, from quarters to months, against the raw rows. */
async function isSame(client: pg.ClientBase, ask: Ask): Promise<boolean> {
  const raw = (await readRaw(client, [ask])).map(inOrder);
  for (const levels of [everyLevel, [], ...everyLevel.map((level) => [level])]) {
    const tiles = await readTiles(client, [ask], { levels });
    if (!isDeepStrictEqual(raw, tiles.map(inOrder))) return false;
  }
  return true;
}

function byKey<V>(map: ReadonlyMap<number, V>) {
  return [...map].sort(([a], [b]) => a - b);
}

/** The summary with its lists in one order, so that equal ones compare equal. */
export function inOrder(summary: Summary) {
  const { models, companies, prompts, promptFigures, promptMentions, promptTotals, companySeries, ...rest } = summary;
  return {
    models: models
      ?.map((sums) => ({ ...sums, companies: byKey(sums.companies) }))
      .sort((a, b) => (a.model < b.model ? -1 : 1)),
    companies: companies?.toSorted((a, b) => a.id - b.id),
    prompts: prompts && { total: prompts.total, byCompany: byKey(prompts.byCompany) },
    promptFigures: promptFigures
      ?.map(({ model, prompts }) => ({ model, prompts: { ...prompts, mentions: [...prompts.mentions] } }))
      .sort((a, b) => (a.model < b.model ? -1 : 1)),
    promptMentions: promptMentions?.toSorted((a, b) => (a.model < b.model ? -1 : 1)),
    promptTotals: promptTotals && { ...promptTotals, mentions: [...promptTotals.mentions] },
    companySeries: companySeries
      ?.map(({ companies, companyGaps, ...series }) => {
        return { ...series, companies: byKey(companies), companyGaps: byKey(companyGaps) };
      })
      .sort((a, b) => (a.model < b.model ? -1 : 1)),
    ...rest,
  };
}

async function questionsOf(db: Database, brandId: string): Promise<readonly Question[]> {
  const { rows } = await db.pool.query<{ first: number | null; last: number | null; models: string[]; tags: string[] }>(
    `select (extract(epoch from min(created_at)) * 1000)::float8 as first, (extract(epoch from max(created_at)) * 1000)::float8 as last,
       array(select id from model order by id) as models,
       array(select distinct tag from prompt cross join unnest(tags) as tag where brand_id = $1 order by tag) as tags
     from run where brand_id = $1`,
    [brandId],
  );
  const { first = null, last = null, models = [], tags = [] } = rows[0] ?? {};
  if (first === null || last === null) return [];
  const whole = { start: Math.floor(first / dayMs) * dayMs, end: (Math.floor(last / dayMs) + 1) * dayMs };
  const filters = [
    { model: null, tags: [] },
    ...models.map((model) => ({ model, tags: [] })),
    ...tags.map((tag) => ({ model: null, tags: [tag] })),
  ];
  return [whole, ...monthsOf(whole)].flatMap((window) =>
    filters.map(
      (filter): Question => ({ brandId, window, ...filter, promptId: null, outcome: 'all', series: everyDay }),
    ),
  );
}

function monthsOf({ start, end }: Window): readonly Window[] {
  const months: Window[] = [];
  for (let at = start; at < end; ) {
    const date = new Date(at);
    const next = Math.min(Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + 1, 1), end);
    months.push({ start: at, end: next });
    at = next;
  }
  return months;
}
