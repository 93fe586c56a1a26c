// Pages of a prompt's runs by the plain definition: sort, skip, take. Many pages cost the statements of one.

import type pg from 'pg';
import { bindings } from '../database/bindings.js';
import { type Budget, unlimited } from '../domain/budget.js';
import type { PageAsk, PagePart, Run, RunPage } from '../domain/run.js';
import { formatInstant } from '../domain/window.js';
import type { PagePlace } from './place.js';
import { runColumns } from './read.js';

/** The pages of `asks`, in their order. All reads go through `client`: total and runs agree when it is in a snapshot. */
export async function readPages(
  client: pg.ClientBase,
  asks: readonly PageAsk[],
  budget = unlimited,
): Promise<readonly RunPage[]> {
  const rows = await readPart(asks, ['rows', 'next'], (selecting) => listRuns(client, selecting, budget));
  const totals = await readPart(asks, ['total'], (selecting) => countRuns(client, selecting));
  return asks.map((ask) => ({ ...cutPage(ask, rows.get(ask) ?? []), total: totals.get(ask) ?? null }));
}

/** The parts of a page whose rows, and one more where the next page is asked for, were listed. */
export function cutPage({ parts, limit }: PageAsk, listed: readonly Run[]): Pick<RunPage, 'rows' | 'next'> {
  const rows = listed.slice(0, limit);
  return { rows: parts.has('rows') ? rows : null, next: listed.length > limit ? (rows.at(-1) ?? null) : null };
}

/** What is read for the asks that select one of `parts`; no statement where none does. */
async function readPart<T>(
  asks: readonly PageAsk[],
  parts: readonly PagePart[],
  read: (asks: readonly PageAsk[]) => Promise<readonly T[]>,
): Promise<ReadonlyMap<PageAsk, T>> {
  const selecting = asks.filter((ask) => parts.some((part) => ask.parts.has(part)));
  const answers = selecting.length === 0 ? [] : await read(selecting);
  return new Map(answers.map((answer, index) => [selecting[index] as PageAsk, answer])); // safe because the answers are parallel
}

function listRuns(client: pg.ClientBase, asks: readonly PageAsk[], budget: Budget): Promise<readonly Run[][]> {
  return listPages(
    client,
    asks.map((ask) => ({ ask, place: { end: ask.window.end, skip: (ask.page - 1) * ask.limit } })),
    budget,
  );
}

/**
 * The runs of pages whose places are known, newest first, in one statement; one run more where the next page is asked for. Runs that are
 * skipped are passed over in the index alone.
 */
export async function listPages(
  client: pg.ClientBase,
  pages: readonly { ask: PageAsk; place: PagePlace }[],
  budget = unlimited,
): Promise<readonly Run[][]> {
  const { values, bind } = bindings();
  const branches = pages.map(({ ask, place }, index) => {
    const { after, limit, parts } = ask;
    const older = after
      ? `and (created_at, id) < (${bind(formatInstant(after.createdAt))}::timestamptz, ${bind(after.id)}::uuid)`
      : '';
    const filter = filterOf({ ...ask, window: { start: ask.window.start, end: place.end } }, bind);
    return `(select ${index} as ask, brand_id, id from run where ${filter} ${older}
      order by created_at desc, id desc limit ${bind(limit + Number(parts.has('next')))}::bigint offset ${bind(place.skip)}::bigint)`;
  });
  const { rows } = await client.query<Run & { ask: number }>(
    `select ask, ${runColumns(bind(budget.remainingBytes()))} from (${branches.join('\nunion all\n')}) as listed
      join run on run.brand_id = listed.brand_id and run.id = listed.id order by ask, run.created_at desc, run.id desc`,
    values,
  );
  const lists = pages.map((): Run[] => []);
  for (const { ask, ...run } of rows) lists[ask]?.push(run);
  return lists;
}

async function countRuns(client: pg.ClientBase, asks: readonly PageAsk[]): Promise<readonly number[]> {
  const { values, bind } = bindings();
  const branches = asks.map(
    (ask, index) => `select ${index} as ask, count(*)::float8 as total from run where ${filterOf(ask, bind)}`,
  );
  const { rows } = await client.query<{ ask: number; total: number }>(branches.join('\nunion all\n'), values);
  const totals = asks.map(() => 0);
  for (const { ask, total } of rows) totals[ask] = total;
  return totals;
}

function filterOf({ brandId, promptId, window, model }: PageAsk, bind: (value: unknown) => string): string {
  const filters = [
    `brand_id = ${bind(brandId)}`,
    `prompt_id = ${bind(promptId)}`,
    `created_at >= ${bind(formatInstant(window.start))}`,
    `created_at < ${bind(formatInstant(window.end))}`,
  ];
  if (model !== null) filters.push(`model = ${bind(model)}`);
  return filters.join(' and ');
}
