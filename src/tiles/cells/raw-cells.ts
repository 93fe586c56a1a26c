// Cells from the raw rows: how tiles are made, and how a stale quarter is read.

import type pg from 'pg';
import { type BinaryRow, copyBytes, eachRow, int, ints, literal } from '../../database/copy/copy-rows.js';
import { at, made } from '../../domain/counts/maps.js';
import { classOfRun } from '../../domain/outcome.js';
import { createPause, inTurns, type Pause, type Steps } from '../../domain/pause.js';
import type { Cell } from '../packed/cell.js';
import type { Range } from '../packed/levels.js';
import { isChannelOfRun } from '../stored/channels.js';
import { isWithinQuarters, offsetOfRun, quarterOfRun } from '../stored/quarters.js';
import { CellBuilder } from './cell-builder.js';
import { UrlDomains } from './url-domains.js';

/** Which runs of a brand: all of some quarters, some by id, or those that some marks, by their ids, name. */
export type RunSelection = { readonly brandId: string } & (
  | { readonly quarters: readonly Range[] }
  | { readonly ids: readonly string[] }
  | { readonly marks: readonly string[] }
);

export type CellsByQuarter = ReadonlyMap<number, readonly Cell[]>;

/** The cells of one selection's runs, by quarter; within a quarter by prompt, channel and outcome. */
export async function cellsOfRuns(
  client: pg.ClientBase,
  runs: RunSelection,
  domains: UrlDomains,
): Promise<CellsByQuarter> {
  const [cells = new Map()] = await cellsOfSelections(client, [runs], { domains });
  return cells;
}

interface CellOptions {
  /** Saves looking up what it knows already; without it the domains come along, which is faster for a few runs. */
  readonly domains?: UrlDomains;
  readonly pause?: Pause;
}

/** The cells of each selection; nothing is read where nothing is selected. */
export async function cellsOfSelections(
  client: pg.ClientBase,
  selections: readonly RunSelection[],
  { domains: known, pause = createPause() }: CellOptions = {},
): Promise<readonly CellsByQuarter[]> {
  const selects = selections.flatMap((runs, index) => (isEmpty(runs) ? [] : [selectRuns(runs, index, !known)]));
  if (selects.length === 0) return selections.map(() => new Map());
  const rows = await copyBytes(client, selects.join('\nunion all\n'));
  const domains = known ?? new UrlDomains();
  const brandOf = (selection: number) => selections[selection]?.brandId ?? '';
  await domains.load(client, await inTurns(unknownUrls(rows, domains, brandOf), pause));
  const domainOf = (selection: number, url: number) => domains.of(brandOf(selection), url);
  return inTurns(cellsOfRows(rows, selections.length, domainOf), pause);
}

/** The SELECT of the runs of some quarters, whose rows `cellsOfRows` takes. */
export function selectQuarterRuns(brandId: string, quarters: readonly Range[]): string {
  return selectRuns({ brandId, quarters }, 0, false);
}

/** The place of the URLs that a run cites in its row. */
const citesAt = 10;

/** Rows between two steps. */
const rowsOfStep = 500;

/** The URLs by brand that rows cite, but those whose domains come along: `domains` learns these. */
function* unknownUrls(
  rows: Uint8Array,
  domains: UrlDomains,
  brandOf: (selection: number) => string,
): Steps<ReadonlyMap<string, ReadonlySet<number>>> {
  const cited = new Map<string, Set<number>>();
  let count = 0;
  for (const [index, , , , , , , , , , cites, domainsOf] of eachRow(rows)) {
    const brandId = brandOf(int(index));
    const urls = ints(cites);
    if (domainsOf) domains.learn(brandId, urls, ints(domainsOf));
    else for (const url of urls) made(cited, brandId, Set).add(url);
    if (++count % rowsOfStep === 0) yield;
  }
  return cited;
}

/** The URLs that the runs of rows cite. */
export function citedIn(rows: Uint8Array): ReadonlySet<number> {
  const cited = new Set<number>();
  for (const row of eachRow(rows)) for (const url of ints(row[citesAt])) cited.add(url);
  return cited;
}

/** The cells of the rows of so many selections; `domainOf` knows the domains of all URLs that they cite. Pure. */
export function* cellsOfRows(
  rows: Uint8Array,
  selections: number,
  domainOf: (selection: number, url: number) => number,
): Steps<readonly CellsByQuarter[]> {
  const gathered = Array.from({ length: selections }, () => new Map<number, Map<string, CellBuilder>>());
  let count = 0;
  for (const row of eachRow(rows)) {
    const selection = int(row[0]);
    const quarters = gathered[selection];
    if (quarters) addRun(quarters, row, (url) => domainOf(selection, url));
    if (++count % rowsOfStep === 0) yield;
  }
  const found: CellsByQuarter[] = [];
  for (const quarters of gathered) {
    const finished = new Map<number, readonly Cell[]>();
    for (const [quarter, cells] of quarters) {
      finished.set(quarter, [...cells.values()].map((cell) => cell.finish()).sort(inCellOrder));
      yield;
    }
    found.push(finished);
  }
  return found;
}

function addRun(
  quarters: Map<number, Map<string, CellBuilder>>,
  [, quarter, prompt, channel, offset, citations, companies, sentiments, positions, queries, cites]: BinaryRow,
  domainOf: (url: number) => number,
): void {
  if (!channel) throw new Error('A run has no channel: `sightline roll --all` numbers those of all runs.');
  const cells = made(quarters, int(quarter), Map);
  const mentioned = ints(companies);
  const key = { prompt: int(prompt), channel: int(channel), outcome: classOfRun(mentioned) };
  const cell = at(cells, `${key.prompt} ${key.channel} ${key.outcome}`, () => new CellBuilder(key));
  const urls = ints(cites);
  cell.add({
    offset: int(offset),
    citations: int(citations),
    mentions: { companies: mentioned, sentiments: ints(sentiments), positions: ints(positions) },
    urls,
    domains: urls.map(domainOf),
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
  return `select ${literal(index)}::integer, ${quarterOfRun}, prompt.number, channel.id, ${offsetOfRun},
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
