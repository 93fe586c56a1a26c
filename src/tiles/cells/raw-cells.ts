// Cells from the raw rows: how tiles are made, and how a stale quarter is read.

import type pg from 'pg';
import { type BinaryRow, copyRows, int, ints, literal } from '../../database/copy/copy-rows.js';
import { type CompanySums, labelOf, noSums } from '../../domain/company-sums.js';
import type { Cell } from '../packed/cell.js';
import type { Cited } from '../packed/counts.js';
import type { Range } from '../packed/levels.js';
import { at, newMap } from '../packed/tile.js';
import { isWithinQuarters, quarterOfRun } from '../stored/quarters.js';
import { UrlDomains } from './url-domains.js';

/** Which runs of a brand: all of some quarters, or some by id. */
export type RunSelection = { readonly brandId: string } & (
  | { readonly quarters: readonly Range[] }
  | { readonly ids: readonly string[] }
);

export type CellsByQuarter = ReadonlyMap<number, readonly Cell[]>;

/** The cells of one selection's runs, by quarter; within a quarter by prompt, then model. */
export async function cellsOfRuns(
  client: pg.ClientBase,
  runs: RunSelection,
  domains = new UrlDomains(),
): Promise<CellsByQuarter> {
  const [cells = new Map()] = await cellsOfSelections(client, [runs], domains);
  return cells;
}

/**
 * The cells of each selection; nothing is read where nothing is selected. `domains` saves looking up what it knows already; without it the
 * domains come along, which is faster for a few runs.
 */
export async function cellsOfSelections(
  client: pg.ClientBase,
  selections: readonly RunSelection[],
  domains?: UrlDomains,
): Promise<readonly CellsByQuarter[]> {
  const selects = selections.flatMap((runs, index) => (isEmpty(runs) ? [] : [selectRuns(runs, index, !domains)]));
  const rows = selects.length === 0 ? [] : await copyRows(client, selects.join('\nunion all\n'));
  return toCells(client, selections, { rows, domains: domains ?? new UrlDomains() });
}

/** The rows of all selections. */
interface SelectedRows {
  readonly rows: readonly BinaryRow[];
  readonly domains: UrlDomains;
}

async function toCells(
  client: pg.ClientBase,
  selections: readonly RunSelection[],
  { rows, domains }: SelectedRows,
): Promise<readonly CellsByQuarter[]> {
  const gathered = selections.map(() => new Map<number, Map<string, CellBuilder>>());
  const cited = new Map<string, Set<number>>();
  for (const [index, quarter, prompt, model, citations, companies, sentiments, positions, cites, domainsOf] of rows) {
    const cells = at(
      gathered[int(index)] ?? newMap<number, Map<string, CellBuilder>>(),
      int(quarter),
      newMap<string, CellBuilder>,
    );
    const cell = at(cells, `${int(prompt)} ${int(model)}`, () => newCell(int(prompt), int(model)));
    const brandId = selections[int(index)]?.brandId ?? '';
    const ofBrand = at(cited, brandId, () => new Set<number>());
    const urls = ints(cites);
    if (domainsOf) domains.learn(brandId, urls, ints(domainsOf));
    cell.runs++;
    cell.citations += int(citations);
    addMentions(cell.companies, ints(companies), ints(sentiments), ints(positions));
    for (const url of urls) {
      bump(cell.urls, url, 1);
      ofBrand.add(url);
    }
  }
  await domains.load(client, cited);
  return gathered.map((quarters, index) => {
    const brandId = selections[index]?.brandId ?? '';
    for (const cell of [...quarters.values()].flatMap((cells) => [...cells.values()])) {
      for (const [url, times] of cell.urls) bump(cell.domains, domains.of(brandId, url), times);
    }
    return new Map(
      [...quarters].map(([quarter, cells]) => [quarter, [...cells.values()].map(finish).sort(inCellOrder)]),
    );
  });
}

function isEmpty(runs: RunSelection): boolean {
  return ('quarters' in runs ? runs.quarters : runs.ids).length === 0;
}

function selectRuns(runs: RunSelection, index: number, withDomains: boolean): string {
  const brandId = literal(runs.brandId);
  const of = `citation.brand_id = ${brandId} and citation.run_id = run.id`;
  const citations = withDomains
    ? `(select array_agg(citation.url_id) as urls, array_agg(url.domain_id) as domains
        from citation join url on url.brand_id = ${brandId} and url.id = citation.url_id where ${of})`
    : `(select array(select citation.url_id from citation where ${of}) as urls, null::integer[] as domains)`;
  return `select ${literal(index)}::integer, ${quarterOfRun}, prompt.number, model.number,
      run.citation_count, run.companies, run.sentiments, run.positions, cited.urls, cited.domains
    from (${selected(runs)}) as run
    join prompt on prompt.id = run.prompt_id
    join model on model.id = run.model
    cross join lateral ${citations} as cited`;
}

function selected(runs: RunSelection): string {
  const all = `select * from run where brand_id = ${literal(runs.brandId)}`;
  if ('ids' in runs) return `${all} and id = any(${literal(runs.ids)}::uuid[])`;
  const within = (first: string, last: string) => `${all} and ${isWithinQuarters(first, last)}`;
  const [only, ...others] = runs.quarters.map(({ first, last }) => [literal(first), literal(last)] as const);
  // A single range with its bounds in sight is planned three times as fast as a list of ranges.
  if (only && others.length === 0) return within(...only);
  const ranges = runs.quarters.map(({ first, last }) => `(${literal(first)}, ${literal(last)})`);
  return `select run.* from (values ${ranges.join(',')}) as range (first, last) cross join lateral (${within('first', 'last')}) as run`;
}

/** Keyed by the ids of URLs and domains: how often each is cited. */
type CellBuilder = Omit<Cell, 'urls' | 'domains'> & {
  readonly urls: Map<number, number>;
  readonly domains: Map<number, number>;
};

function newCell(prompt: number, model: number): CellBuilder {
  return { prompt, model, runs: 0, citations: 0, companies: new Map(), urls: new Map(), domains: new Map() };
}

function addMentions(
  into: Map<number, CompanySums>,
  companies: number[],
  sentiments: number[],
  positions: number[],
): void {
  for (const [place, company] of companies.entries()) {
    const sums = at(into, company, noSums);
    const label = labelOf(sentiments[place] ?? 0);
    const position = positions[place] ?? 0;
    sums.mentions++;
    if (label) sums[label]++;
    sums.positionSum += position;
    if (position > 0) sums.positions++;
  }
}

/** A cell from the maps that gather it. */
function finish(cell: CellBuilder): Cell {
  return { ...cell, urls: ascending(cell.urls), domains: ascending(cell.domains) };
}

function inCellOrder(a: Cell, b: Cell): number {
  return a.prompt - b.prompt || a.model - b.model;
}

function bump(counts: Map<number, number>, id: number, times: number): void {
  counts.set(id, (counts.get(id) ?? 0) + times);
}

function ascending(counts: ReadonlyMap<number, number>): Cited {
  const ids = [...counts.keys()].sort((a, b) => a - b);
  return { ids, times: ids.map((id) => counts.get(id) ?? 0) };
}
