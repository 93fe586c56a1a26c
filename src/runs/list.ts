// Lists and counts of runs by any condition: one statement for many of them.

import type pg from 'pg';
import { bindings } from '../database/bindings.js';
import { unlimited } from '../domain/budget.js';
import type { Run, RunPlace } from '../domain/run.js';
import { formatInstant } from '../domain/window.js';
import { runColumns } from './read.js';

/** Binds a value and returns its placeholder. */
export type Bind = (value: unknown) => string;

/** A condition on the columns of `run`. */
export type RunFilter = (bind: Bind) => string;

/** Runs to list, newest first; equal instants by id, descending. */
export interface RunList {
  readonly filter: RunFilter;
  /** Only runs after this place. */
  readonly after: RunPlace | null;
  readonly skip: number;
  readonly limit: number;
}

/** The runs of each list, in one statement. Runs that are skipped are passed over in the index alone. */
export async function listRuns(
  client: pg.ClientBase,
  lists: readonly RunList[],
  budget = unlimited,
): Promise<readonly Run[][]> {
  const { values, bind } = bindings();
  const branches = lists.map(({ filter, after, skip, limit }, index) => {
    return `(select ${index} as ask, brand_id, id from run where ${filter(bind)} ${after ? olderThan(after, bind) : ''}
      order by created_at desc, id desc limit ${bind(limit)}::bigint offset ${bind(skip)}::bigint)`;
  });
  const { rows } = await client.query<Run & { ask: number }>(
    `select ask, ${runColumns(bind(budget.remainingBytes()))} from (${branches.join('\nunion all\n')}) as listed
      join run on run.brand_id = listed.brand_id and run.id = listed.id order by ask, run.created_at desc, run.id desc`,
    values,
  );
  const found = lists.map((): Run[] => []);
  for (const { ask, ...run } of rows) found[ask]?.push(run);
  return found;
}

function olderThan({ createdAt, id }: RunPlace, bind: Bind): string {
  return `and (created_at, id) < (${bind(formatInstant(createdAt))}::timestamptz, ${bind(id)}::uuid)`;
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
