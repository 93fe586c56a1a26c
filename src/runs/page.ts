// Pages of a prompt's runs by the plain definition: sort, skip, take. Many pages cost the statements of one.

import type pg from 'pg';
import { type Budget, unlimited } from '../domain/budget.js';
import type { PageAsk, PagePart, Run, RunPage } from '../domain/run.js';
import { countRuns, isWithin, listRuns, listWholeRuns, type RunFilter, type RunList, type WholeRuns } from './list.js';
import type { PagePlace } from './place.js';

/** The pages of `asks`, in their order. All reads go through `client`: total and runs agree when it is in a snapshot. */
export async function readPages(
  client: pg.ClientBase,
  asks: readonly PageAsk[],
  budget = unlimited,
): Promise<readonly RunPage[]> {
  const rows = await readPart(asks, ['rows', 'next'], (selecting) => listFirst(client, selecting, budget));
  const totals = await readPart(asks, ['total'], (selecting) => countPages(client, selecting));
  return asks.map((ask) => ({ ...cutPage(ask, rows.get(ask) ?? []), total: totals.get(ask) ?? null }));
}

/** The parts of a page whose rows, and one more where the next page is asked for, were listed. */
export function cutPage(
  { parts, limit }: Pick<PageAsk, 'parts' | 'limit'>,
  listed: readonly Run[],
): Pick<RunPage, 'rows' | 'next'> {
  const rows = listed.slice(0, limit);
  return { rows: parts.has('rows') ? rows : null, next: listed.length > limit ? (rows.at(-1) ?? null) : null };
}

/** What is read for the asks that select one of `parts`; no statement where none does. */
export async function readPart<Ask extends Pick<PageAsk, 'parts'>, T>(
  asks: readonly Ask[],
  parts: readonly PagePart[],
  read: (asks: readonly Ask[]) => Promise<readonly T[]>,
): Promise<ReadonlyMap<Ask, T>> {
  const selecting = asks.filter((ask) => parts.some((part) => ask.parts.has(part)));
  const answers = selecting.length === 0 ? [] : await read(selecting);
  return new Map(answers.map((answer, index) => [selecting[index] as Ask, answer])); // safe because the answers are parallel
}

function listFirst(client: pg.ClientBase, asks: readonly PageAsk[], budget: Budget): Promise<readonly Run[][]> {
  return listPages(
    client,
    asks.map((ask) => ({ ask, place: { end: ask.window.end, skip: (ask.page - 1) * ask.limit } })),
    budget,
  );
}

/** A page whose place is known. */
export interface LocatedPage {
  readonly ask: PageAsk;
  readonly place: PagePlace;
}

/** The runs of pages, newest first, in one statement; one run more where the next page is asked for. */
export function listPages(
  client: pg.ClientBase,
  pages: readonly LocatedPage[],
  budget = unlimited,
): Promise<readonly Run[][]> {
  return listRuns(client, pages.map(listOf), budget);
}

/** The same with what the runs say at length. */
export function listWholePages(
  client: pg.ClientBase,
  pages: readonly LocatedPage[],
  budget = unlimited,
): Promise<WholeRuns> {
  return listWholeRuns(client, pages.map(listOf), budget);
}

function listOf({ ask, place }: LocatedPage): RunList {
  const { brandId, window, after, limit, parts } = ask;
  const within = [{ start: window.start, end: place.end }];
  return { brandId, filter: filterOf(ask), within, after, skip: place.skip, limit: limit + Number(parts.has('next')) };
}

function countPages(client: pg.ClientBase, asks: readonly PageAsk[]): Promise<readonly number[]> {
  return countRuns(
    client,
    asks.map((ask) => (bind) => `${filterOf(ask)(bind)} and ${isWithin(ask.window, bind)}`),
  );
}

/** The runs that an ask is about, whenever they were created. */
function filterOf({ brandId, promptId, model }: PageAsk): RunFilter {
  return (bind) => {
    const ofModel = model === null ? '' : ` and model = ${bind(model)}`;
    return `brand_id = ${bind(brandId)} and prompt_id = ${bind(promptId)}${ofModel}`;
  };
}
