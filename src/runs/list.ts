// Lists and counts of runs by any condition: one statement for many of them.

import type pg from 'pg';
import { bindings, type LookUp, lookUps } from '../database/bindings.js';
import { unlimited } from '../domain/budget.js';
import type { Run, RunDetails, RunPlace } from '../domain/run.js';
import type { Window } from '../domain/window.js';
import { timestamp } from '../tiles/plain/raw-sql.js';
import { versionsSql } from '../tiles/stored/version.js';
import { type DetailsRow, detailColumns, mentionsOf, noDetails, place, runColumns, toDetails } from './read.js';

/** Binds a value and returns its placeholder. */
export type Bind = (value: unknown) => string;

/** A condition on the columns of `run`. */
export type RunFilter = (bind: Bind) => string;

/** Runs to list, newest first; equal instants by id, descending. */
export interface RunList {
  readonly brandId: string;
  /** A condition on anything but when a run was created, that it is of the brand included. */
  readonly filter: RunFilter;
  /** When they were created, so that nothing else is looked at. At least one. */
  readonly within: readonly Window[];
  /** Only runs after this place. */
  readonly after: RunPlace | null;
  readonly skip: number;
  readonly limit: number;
}

/** The condition that a run was created within a window. */
export function isWithin({ start, end }: Window, bind: Bind): string {
  return `created_at >= ${bind(timestamp(start))} and created_at < ${bind(timestamp(end))}`;
}

/** The runs of each list, in one statement. Runs that are skipped within one window are passed over in the index alone. */
export async function listRuns(
  client: pg.ClientBase,
  lists: readonly RunList[],
  budget = unlimited,
): Promise<readonly Run[][]> {
  const { values, bind } = bindings();
  const lookUp = lookUps(brandsOf(lists), bind);
  const from = listedRun(lookUp);
  const mentions = mentionsOf(brandsOf(lists), from);
  const { rows } = await client.query<Run & { ask: number }>(
    `with ${[listedRuns(lists, bind), mentions.counted ?? []].flat()}
     select ask, ${runColumns(bind(budget.remainingBytes()), lookUp, mentions)} from ${from} ${inOrder}`,
    values,
  );
  const found = lists.map((): Run[] => []);
  for (const { ask, ...run } of rows) found[ask]?.push(run);
  return found;
}

function brandsOf(lists: readonly RunList[]): readonly string[] {
  return lists.map(({ brandId }) => brandId);
}

/** Runs with what they say at length. */
export interface WholeRuns {
  readonly runs: readonly Run[][];
  /** By `place`; `null`: they have more bytes than `budget` has room for. */
  readonly details: ReadonlyMap<string, RunDetails> | null;
  /** The versions of the brands when it was read; `null` where there is no run. */
  readonly versions: string | null;
}

/** A run without an answer has nothing of the details. */
type WholeRow = Run & { readonly ask: number; readonly versions: string } & (
    | DetailsRow
    | { readonly [Column in keyof DetailsRow]: null }
  );

/** The same with the assessments and web queries of all runs, and the versions of their brands. */
export async function listWholeRuns(
  client: pg.ClientBase,
  lists: readonly RunList[],
  budget = unlimited,
): Promise<WholeRuns> {
  const brandIds = [...new Set(brandsOf(lists))];
  const { values, bind } = bindings();
  const maxBytes = budget.remainingBytes();
  const max = bind(maxBytes);
  const lookUp = lookUps(brandIds, bind);
  const from = listedRun(lookUp);
  const mentions = mentionsOf(brandIds, from);
  const { rows } = await client.query<WholeRow>(
    `with ${[listedRuns(lists, bind), mentions.counted ?? []].flat()}
     select ask, ${runColumns(max, lookUp, mentions)}, ${detailColumns(max)}, ${versionsSql(`${bind(brandIds)}::text[]`)} as versions
     from ${from} left join ${lookUp(answers)} on true ${inOrder}`,
    values,
  );
  const runs = lists.map((): Run[] => []);
  const details = new Map<string, RunDetails>();
  for (const row of rows) {
    const { ask, versions: _v, runId: _r, bytes: _b, webQueries: _w, assessments: _a, ...run } = row;
    runs[ask]?.push(run);
    details.set(place({ brandId: run.brandId, runId: run.id }), row.runId === null ? noDetails : toDetails(row));
  }
  const isRead = rows.every(({ bytes }) => (bytes ?? 0) <= maxBytes);
  return { runs, details: isRead ? details : null, versions: rows[0]?.versions ?? null };
}

/** The keys of the runs of all lists, named `listed`, with the number of their list as `ask`: a common table expression. */
function listedRuns(lists: readonly RunList[], bind: Bind): string {
  const branches = lists.map((list, index) => {
    const { skip, limit } = list;
    return `(select ${index} as ask, brand_id, id from ${listed(list, bind)}
      order by created_at desc, id desc limit ${bind(limit)}::bigint offset ${bind(skip)}::bigint)`;
  });
  return `listed as (${branches.join('\nunion all\n')})`;
}

/** These runs, named `run`. */
function listedRun(lookUp: LookUp): string {
  return `listed cross join ${lookUp({ table: 'run', equal: { brand_id: 'listed.brand_id', id: 'listed.id' } })}`;
}

const answers = { table: 'answer', equal: { brand_id: 'run.brand_id', run_id: 'run.id' }, primaryKey: 'run_id' };

const inOrder = 'order by ask, run.created_at desc, run.id desc';

/** Runs to choose from, named `run`: all of one window that fulfil the condition, or those of each window that may be on the page. */
function listed({ filter, within, after, skip, limit }: RunList, bind: Bind): string {
  const firsts = within.map(({ start }) => timestamp(start));
  const ends = within.map(({ end }) => (after && after.createdAt < end ? after : { createdAt: end, id: firstId }));
  const instants = ends.map(({ createdAt }) => timestamp(createdAt));
  const ids = ends.map(({ id }) => id);
  if (within.length === 1)
    return `run where ${filter(bind)} and ${isBetween(`${bind(firsts[0])}::timestamptz`, `${bind(instants[0])}::timestamptz`, `${bind(ids[0])}::uuid`)}`;
  return `unnest(${bind(firsts)}::timestamptz[], ${bind(instants)}::timestamptz[], ${bind(ids)}::uuid[])
      as stretch (first, end_at, end_id) cross join lateral (
      select brand_id, id, created_at from run where ${filter(bind)} and ${isBetween('first', 'end_at', 'end_id')}
      order by created_at desc, id desc limit ${bind(skip + limit)}::bigint
    ) as run`;
}

/** No id is before it. */
const firstId = '00000000-0000-0000-0000-000000000000';

/** One bound for the end of a window and for a place: of two, PostgreSQL would read the index from either, maybe from the later one on. */
function isBetween(first: string, endAt: string, endId: string): string {
  return `created_at >= ${first} and (created_at, id) < (${endAt}, ${endId})`;
}

/** How many runs fulfil each condition, in one statement. */
export async function countRuns(client: pg.ClientBase, filters: readonly RunFilter[]): Promise<readonly number[]> {
  const { values, bind } = bindings();
  const branches = filters.map(
    (filter, index) => `select ${index} as ask, count(*)::float8 as total from run where ${filter(bind)}`,
  );
  const { rows } = await client.query<{ ask: number; total: number }>(branches.join('\nunion all\n'), values);
  const totals = filters.map(() => 0);
  for (const { ask, total } of rows) totals[ask] = total;
  return totals;
}
