// Lists and counts of runs by any condition: one statement for many of them.

import type pg from 'pg';
import { bindings, lookUps } from '../database/bindings.js';
import { unlimited } from '../domain/budget.js';
import type { Run, RunDetails, RunPlace } from '../domain/run.js';
import type { Window } from '../domain/window.js';
import { timestamp } from '../tiles/plain/raw-sql.js';
import { type Bind, rowsOfEach } from '../tiles/plain/rows.js';
import { type Proven, proofSql } from '../tiles/stored/stamps.js';
import { type DetailsRow, detailColumns, mentionsOf, noDetails, place, runColumns, toDetails } from './read.js';

/** A condition on the columns of `run`. */
export type RunFilter = (bind: Bind) => string;

/** Some runs of a brand. */
interface SomeRuns {
  readonly brandId: string;
  /** A condition on anything but when a run was created, that it is of the brand included. */
  readonly filter: RunFilter;
  /** When they were created, so that nothing else is looked at. At least one. */
  readonly within: readonly Window[];
}

type Counted = Omit<SomeRuns, 'brandId'>;

/** Runs to list, newest first; equal instants by id, descending. */
export interface RunList extends SomeRuns {
  /** Only runs after this place. */
  readonly after: RunPlace | null;
  /** Of each of `within`, the number of the prompt that is looked at; without it, all are. */
  readonly prompts?: readonly number[];
  readonly skip: number;
  readonly limit: number;
}

interface ListOptions {
  readonly budget?: typeof unlimited;
  /** What to prove that nothing of it has changed; then what the runs say at length is read too. */
  readonly proven?: Proven | null;
}

interface ListedRuns {
  readonly runs: readonly Run[][];
  /** By `place`; `null`: not asked for, or more bytes than `budget` has room for. */
  readonly details: ReadonlyMap<string, RunDetails> | null;
  /** `null`: not asked for, or there is no run. */
  readonly proof: string | null;
}

/** A run without an answer has nothing of the details. */
type ListedRow = Run & { readonly ask: number; readonly proof?: string } & (
    | DetailsRow
    | { readonly [Column in keyof DetailsRow]: null }
  );

/** The runs of each list, in one statement. Runs that are skipped within one window are passed over in the index alone. */
export async function listRuns(
  client: pg.ClientBase,
  lists: readonly RunList[],
  { budget = unlimited, proven = null }: ListOptions = {},
): Promise<ListedRuns> {
  const { values, bind } = bindings();
  const brandIds = lists.map(({ brandId }) => brandId);
  const maxBytes = budget.remainingBytes();
  const max = bind(maxBytes);
  const lookUp = lookUps(brandIds, bind);
  const from = `listed cross join ${lookUp({ table: 'run', equal: { brand_id: 'listed.brand_id', id: 'listed.id' } })}`;
  const mentions = mentionsOf(brandIds, from);
  const [details, join] = proven
    ? [`, ${detailColumns(max)}, ${proofSql(proven, bind)} as proof`, `left join ${lookUp(answers)} on true`]
    : ['', ''];
  const { rows } = await client.query<ListedRow>(
    `with ${[listedRuns(lists, bind), mentions.counted ?? []].flat()}
     select ask, ${runColumns(max, lookUp, mentions)}${details} from ${from} ${join}
     order by ask, run.created_at desc, run.id desc`,
    values,
  );
  const runs = lists.map((): Run[] => []);
  const said = new Map<string, RunDetails>();
  for (const row of rows) {
    const { ask, proof: _p, runId: _r, bytes: _b, webQueries: _w, assessments: _a, ...run } = row;
    runs[ask]?.push(run);
    if (proven)
      said.set(place({ brandId: run.brandId, runId: run.id }), row.runId === null ? noDetails : toDetails(row));
  }
  const isRead = proven !== null && rows.every(({ bytes }) => (bytes ?? 0) <= maxBytes);
  return { runs, details: isRead ? said : null, proof: rows[0]?.proof ?? null };
}

/** The keys of the runs of all lists, named `listed`, with the number of their list as `ask`: a common table expression. */
function listedRuns(lists: readonly RunList[], bind: Bind): string {
  const branches = lists.map((list, index) => {
    const { skip, limit } = list;
    return `(select ${index} as ask, run.brand_id, run.id from ${listed(list, bind)}
      order by run.created_at desc, run.id desc limit ${bind(limit)}::bigint offset ${bind(skip)}::bigint)`;
  });
  return `listed as (${branches.join('\nunion all\n')})`;
}

const answers = { table: 'answer', equal: { brand_id: 'run.brand_id', run_id: 'run.id' }, primaryKey: 'run_id' };

/** Runs to choose from, named `run`: all of one window that fulfil the condition, or those of each window that may be on the page. */
function listed({ brandId, filter, within, prompts, after, skip, limit }: RunList, bind: Bind): string {
  const firsts = within.map(({ start }) => timestamp(start));
  const ends = within.map(({ end }) => (after && after.createdAt < end ? after : { createdAt: end, id: firstId }));
  const instants = ends.map(({ createdAt }) => timestamp(createdAt));
  const ids = ends.map(({ id }) => id);
  if (within.length === 1 && !prompts)
    return `run where ${filter(bind)} and ${isBetween(`${bind(firsts[0])}::timestamptz`, `${bind(instants[0])}::timestamptz`, `${bind(ids[0])}::uuid`)}`;
  const [numbers, join, ofPrompt] = prompts
    ? [`, ${bind(prompts)}::integer[]`, `cross join ${promptOf(brandId, bind)}`, 'and prompt_id = prompt.id']
    : ['', '', ''];
  return `unnest(${bind(firsts)}::timestamptz[], ${bind(instants)}::timestamptz[], ${bind(ids)}::uuid[]${numbers})
      as stretch (first, end_at, end_id${prompts ? ', number' : ''}) ${join} cross join lateral (
      select brand_id, id, created_at from run where ${filter(bind)} ${ofPrompt} and ${isBetween('first', 'end_at', 'end_id')}
      order by created_at desc, id desc limit ${bind(skip + limit)}::bigint
    ) as run`;
}

/** The prompt of a stretch. */
function promptOf(brandId: string, bind: Bind): string {
  const equal = { brand_id: bind(brandId), number: 'stretch.number' };
  return lookUps([brandId], bind)({ table: 'prompt', equal, primaryKey: 'number' });
}

/** No id is before it. */
const firstId = '00000000-0000-0000-0000-000000000000';

/** One bound for the end of a window and for a place: of two, PostgreSQL would read the index from either, maybe from the later one on. */
function isBetween(first: string, endAt: string, endId: string): string {
  return `created_at >= ${first} and (created_at, id) < (${endAt}, ${endId})`;
}

/** How many runs there are in each window, in one statement; no statement where there is none. */
export async function countRuns(
  client: pg.ClientBase,
  counted: readonly Counted[],
): Promise<readonly (readonly number[])[]> {
  const select = ({ filter, within }: Counted, index: number, bind: Bind) => {
    const [starts, ends] = [within.map(({ start }) => timestamp(start)), within.map(({ end }) => timestamp(end))];
    const count = (place: string, first: string, end: string) =>
      `select ${index} as ask, ${place} as place, count(*)::float8 as total from run
       where ${filter(bind)} and created_at >= ${first} and created_at < ${end}`;
    if (within.length < 2) return within.map(() => count('0', bind(starts[0]), bind(ends[0])));
    return `select counted.* from unnest(${bind(starts)}::timestamptz[], ${bind(ends)}::timestamptz[]) with ordinality
        as stretch (first, end_at, number) cross join lateral (${count('number::integer - 1', 'first', 'end_at')}) as counted`;
  };
  const found = await rowsOfEach<{ place: number; total: number }, Counted>(client, counted, select);
  return counted.map(({ within }, index) => {
    const totals = within.map(() => 0);
    for (const { place, total } of found[index] ?? []) totals[place] = total;
    return totals;
  });
}
