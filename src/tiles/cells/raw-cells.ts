// Cells from the raw rows: how tiles are made, and how a stale quarter is read.

import type pg from 'pg';
import {
  type BinaryRow,
  copyBytes,
  eachRow,
  instant,
  int,
  ints,
  literal,
  rowsByNumber,
} from '../../database/copy/copy-rows.js';
import { at, made } from '../../domain/counts/maps.js';
import { quarterMs } from '../../domain/limits.js';
import { classOfRun } from '../../domain/outcome.js';
import { createPause, inTurns, type Pause, type Steps } from '../../domain/pause.js';
import type { Cell } from '../packed/cell.js';
import type { Range } from '../packed/levels.js';
import { isChannelOfRun } from '../stored/channels.js';
import { quarterOf } from '../stored/marks.js';
import { isWithinQuarters } from '../stored/quarters.js';
import { CellBuilder } from './cell-builder.js';

/** Which runs of a brand: all of some quarters, some by id, or those that some marks, by their ids, name. */
export type RunSelection = { readonly brandId: string } & (
  | { readonly quarters: readonly Range[] }
  | { readonly ids: readonly string[] }
  | { readonly marks: readonly string[] }
);

export type CellsByQuarter = ReadonlyMap<number, readonly Cell[]>;

/** The cells of each selection by quarter, within a quarter by prompt, channel and outcome; nothing is read where nothing is selected. */
export async function cellsOfSelections(
  client: pg.ClientBase,
  selections: readonly RunSelection[],
  pause: Pause = createPause(),
): Promise<readonly CellsByQuarter[]> {
  const selects = selections.flatMap((runs, index) => (isEmpty(runs) ? [] : [selectRuns(runs, index, true)]));
  if (selects.length === 0) return selections.map(() => new Map());
  const rows = await copyBytes(client, selects.join('\nunion all\n'));
  return inTurns(cellsOfRows(rows, selections.length), pause);
}

/** The SELECT of the runs of some quarters, whose rows `cellsByQuarter` takes with the domains of their URLs, which they do not say. */
export function selectQuarterRuns(brandId: string, quarters: readonly Range[]): string {
  return selectRuns({ brandId, quarters }, 0, false);
}

/** The place of the URLs that a run cites in its row. */
const citesAt = 9;

function quarterOfRow([, createdAt]: BinaryRow): number {
  return quarterOf(instant(createdAt));
}

/** Rows between two steps. */
const rowsOfStep = 500;

/** The URLs that the runs of rows cite. */
export function citedIn(rows: Uint8Array): ReadonlySet<number> {
  const cited = new Set<number>();
  for (const row of eachRow(rows)) for (const url of ints(row[citesAt])) cited.add(url);
  return cited;
}

/**
 * The cells of rows, one quarter after the other, so that they need not be kept; `domains` are those of all URLs that
 * they cite. Pure.
 */
export function* cellsByQuarter(
  rows: Uint8Array,
  domains: Int32Array,
): Generator<readonly [quarter: number, cells: readonly Cell[]]> {
  for (const [quarter, ofQuarter] of rowsByNumber(rows, quarterOfRow)) {
    const cells: QuarterCells = new Map();
    for (const row of ofQuarter) addRun(cells, row, domains);
    yield [quarter, finished(cells)];
  }
}

/** The cells of the rows of so many selections. Pure. */
function* cellsOfRows(rows: Uint8Array, selections: number): Steps<readonly CellsByQuarter[]> {
  const gathered = Array.from({ length: selections }, () => new Map<number, QuarterCells>());
  let count = 0;
  for (const row of eachRow(rows)) {
    const quarters = gathered[int(row[0])];
    if (quarters) addRun(made(quarters, quarterOfRow(row), Map), row, null);
    if (++count % rowsOfStep === 0) yield;
  }
  const found: CellsByQuarter[] = [];
  for (const quarters of gathered) {
    const ofSelection = new Map<number, readonly Cell[]>();
    for (const [quarter, cells] of quarters) {
      ofSelection.set(quarter, finished(cells));
      yield;
    }
    found.push(ofSelection);
  }
  return found;
}

/** The cells of a quarter while they are added up. */
type QuarterCells = Map<string, CellBuilder>;

function finished(cells: QuarterCells): readonly Cell[] {
  return [...cells.values()].map((cell) => cell.finish()).sort(inCellOrder);
}

/** `known` are the domains of all URLs; `null` where the row says them. */
function addRun(
  cells: QuarterCells,
  [, createdAt, prompt, channel, citations, companies, sentiments, positions, queries, cites, domains]: BinaryRow,
  known: Int32Array | null,
): void {
  if (!channel) throw new Error('A run has no channel: `sightline roll --all` numbers those of all runs.');
  const mentioned = ints(companies);
  const key = { prompt: int(prompt), channel: int(channel), outcome: classOfRun(mentioned) };
  const cell = at(cells, `${key.prompt} ${key.channel} ${key.outcome}`, () => new CellBuilder(key));
  const urls = ints(cites);
  const created = instant(createdAt);
  cell.add({
    offset: created - quarterOf(created) * quarterMs,
    citations: int(citations),
    mentions: { companies: mentioned, sentiments: ints(sentiments), positions: ints(positions) },
    urls,
    domains: known ? urls.map((url) => known[url] ?? 0) : ints(domains),
    queries: ints(queries),
  });
}

function inCellOrder(a: Cell, b: Cell): number {
  return a.prompt - b.prompt || a.channel - b.channel || a.outcome - b.outcome;
}

function isEmpty(runs: RunSelection): boolean {
  if ('marks' in runs) return runs.marks.length === 0;
  return ('quarters' in runs ? runs.quarters : runs.ids).length === 0;
}

function selectRuns(runs: RunSelection, index: number, withDomains: boolean): string {
  const brandId = literal(runs.brandId);
  const of = `citation.brand_id = ${brandId} and citation.run_id = run.id`;
  const citations = withDomains
    ? `(select array_agg(citation.url_id) as urls, array_agg(url.domain_id) as domains
        from citation join url on url.brand_id = ${brandId} and url.id = citation.url_id where ${of})`
    : `(select array(select citation.url_id from citation where ${of}) as urls, null::integer[] as domains)`;
  return `select ${literal(index)}::integer, run.created_at, prompt.number, channel.id,
      run.citation_count, run.companies, run.sentiments, run.positions, run.queries, cited.urls, cited.domains
    from (${selected(runs)}) as run
    join prompt on prompt.id = run.prompt_id
    left join channel on channel.brand_id = ${brandId} and ${isChannelOfRun}
    cross join lateral ${citations} as cited`;
}

function selected(runs: RunSelection): string {
  const all = `select * from run where brand_id = ${literal(runs.brandId)}`;
  if ('ids' in runs) return `${all} and id = any(${literal(runs.ids)}::uuid[])`;
  if ('marks' in runs) {
    const named = `select unnest(added) from mark where brand_id = ${literal(runs.brandId)} and id = any(${literal(runs.marks)}::bigint[])`;
    return `${all} and id = any(array(${named}))`;
  }
  const within = (first: string, last: string) => `${all} and ${isWithinQuarters(first, last)}`;
  const [only, ...others] = runs.quarters.map(({ first, last }) => [literal(first), literal(last)] as const);
  // A single range with its bounds in sight is planned three times as fast as a list of ranges.
  if (only && others.length === 0) return within(...only);
  const ranges = runs.quarters.map(({ first, last }) => `(${literal(first)}, ${literal(last)})`);
  return `select run.* from (values ${ranges.join(',')}) as range (first, last) cross join lateral (${within('first', 'last')}) as run`;
}
