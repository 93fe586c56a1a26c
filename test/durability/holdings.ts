// Is everything there that must be, once and whole, and do all figures agree with it?

import { deepStrictEqual } from 'node:assert';
import { expect } from 'vitest';
import type { Database } from '../../src/database/postgres.js';
import { quarterMs } from '../../src/domain/limits.js';
import { noFilter } from '../../src/domain/selection/run-filter.js';
import { type Ask, everyPart } from '../../src/domain/summary.js';
import type { Window } from '../../src/domain/window.js';
import { readTiles } from '../../src/tiles/answer/read.js';
import { inOrder } from '../../src/tiles/check.js';
import { readRaw } from '../../src/tiles/plain/raw.js';
import { testApp } from '../support/app.js';
import {
  brandIds,
  firstInstant,
  type Line,
  models,
  type PromptLine,
  placeIn,
  type RunLine,
  spanQuarters,
  tags,
} from './lines.js';
import type { Random } from './random.js';

/** What must be recorded: of each id the last line. */
export interface Holdings {
  readonly prompts: Map<string, PromptLine>;
  readonly runs: Map<string, RunLine>;
}

export function take({ prompts, runs }: Holdings, lines: readonly Line[]): void {
  for (const line of lines) {
    if (line.type === 'prompt') prompts.set(line.id, line);
    if (line.type === 'run') runs.set(line.id, line);
  }
}

interface Row {
  readonly id: string;
  readonly [column: string]: unknown;
}

async function runsIn(db: Database): Promise<readonly Row[]> {
  const { rows } = await db.pool.query<Row>(
    `select run.id, run.prompt_id as "promptId", run.model, run.provider, (extract(epoch from created_at) * 1000)::float8 as "createdAt",
       answer.text as answer, answer.web_queries as "webQueries", 0 = any(companies) as "brandMentioned", citation_count as "citationCount",
       array(select company.name from unnest(companies) with ordinality as named (id, place)
         join company on company.brand_id = run.brand_id and company.id = named.id order by place) as "competitorsMentioned",
       array(select url from citation where citation.brand_id = run.brand_id and run_id = run.id order by index) as citations
     from run left join answer on answer.brand_id = run.brand_id and answer.run_id = run.id`,
  );
  return rows;
}

function rowOf(line: RunLine): Row {
  const { type, createdAt, citations, ...rest } = line;
  const urls = citations.map(({ url }) => url);
  return { ...rest, createdAt: Date.parse(createdAt), citations: urls, citationCount: urls.length };
}

/** The number of the last line of a round that is recorded. */
export async function lastLineOf(db: Database, round: number): Promise<number> {
  const { rows } = await db.pool.query<{ text: string }>(
    `select text from answer where text like $1 union all select text from prompt where text like $1`,
    [`round ${round} line %`],
  );
  return Math.max(0, ...rows.map(({ text }) => placeIn(text).line));
}

/** Every run and prompt is there once, as its last line says, with all that belongs to it, and nothing else is. */
export async function expectHoldings(db: Database, { prompts, runs }: Holdings): Promise<void> {
  const found = await runsIn(db);
  deepStrictEqual(found.length, runs.size);
  for (const row of found) deepStrictEqual(row, { ...row, ...rowOf(runs.get(row.id) ?? noRun(row.id)) });
  const { rows } = await db.pool.query<PromptLine>(
    `select 'prompt' as type, id, brand_id as "brandId", text, tags from prompt`,
  );
  deepStrictEqual(rows.length, prompts.size);
  for (const row of rows) deepStrictEqual(row, prompts.get(row.id));
  const { rows: strays } = await db.pool.query(
    `select (select count(*)::int from answer) as answers, (select count(*)::int from citation) as citations`,
  );
  const citations = [...runs.values()].reduce((sum, run) => sum + run.citations.length, 0);
  deepStrictEqual(strays, [{ answers: runs.size, citations }]);
}

function noRun(id: string): never {
  throw new Error(`The run ${id} is recorded, but nobody recorded it.`);
}

function windowFrom(random: Random): Window {
  const start = firstInstant + (random.below(spanQuarters + 200) - 100) * quarterMs;
  return { start, end: start + (1 + random.below(random.below(2) === 0 ? 60 : spanQuarters)) * quarterMs };
}

function askFrom(random: Random): Ask {
  const window = windowFrom(random);
  const series = { timeZone: random.one(['UTC', 'Europe/Berlin', 'Asia/Kathmandu']), maxDays: 3_660 };
  const filter = { model: random.one([...models, null]), tags: random.below(2) === 0 ? random.some(tags) : [] };
  return {
    question: {
      brandId: random.one(brandIds),
      window,
      ...filter,
      filter: noFilter,
      promptId: null,
      outcome: 'all',
      series,
    },
    parts: new Set(everyPart),
  };
}

/** The figures of random questions are those of the raw rows, and those are what was recorded; so are the pages of runs. */
export async function expectFigures(db: Database, holdings: Holdings, random: Random): Promise<number> {
  const asks = Array.from({ length: 8 }, () => askFrom(random));
  const [raw, tiles] = await db.snapshot(async (client) => {
    await client.query('set local statement_timeout = 0');
    return [await readRaw(client, asks), await readTiles(client, asks)] as const;
  });
  deepStrictEqual(tiles.map(inOrder), raw.map(inOrder));
  await using app = await testApp(db);
  const runs = [...holdings.runs.values()].map((run) => ({ ...run, at: Date.parse(run.createdAt) }));
  const promptId = random.one([...holdings.prompts.keys()]);
  const window = windowFrom(random);
  const span = `start=${new Date(window.start).toISOString()}&end=${new Date(window.end).toISOString()}`;
  const inWindow = runs
    .filter((run) => run.at >= window.start && run.at < window.end)
    .sort((a, b) => b.at - a.at || (a.id < b.id ? 1 : -1));
  const ofPrompt = inWindow.filter((run) => run.promptId === promptId);
  const page = 1 + random.below(3);
  const { body: listed } = await app.get(`/api/v1/prompts/${promptId}/runs?${span}&page=${page}&limit=40`);
  expect(listed.pagination.total).toBe(ofPrompt.length);
  const ids = ofPrompt.slice((page - 1) * 40, page * 40).map(({ id }) => id);
  expect(listed.data.map(({ id }: { id: string }) => id)).toEqual(ids);
  for (const brandId of brandIds) {
    const ofBrand = inWindow.filter((run) => holdings.prompts.get(run.promptId)?.brandId === brandId);
    const { body } = await app.get(`/api/v1/brands/${brandId}/analytics?${span}`);
    const mentions = ofBrand.filter(({ brandMentioned }) => brandMentioned).length;
    expect(body.totals.runs).toBe(ofBrand.length);
    expect(body.visibility.current).toBe(ofBrand.length === 0 ? null : mentions / ofBrand.length);
  }
  return asks.length + 1 + brandIds.length;
}
