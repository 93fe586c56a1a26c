// A tile: one brand (or the prompts of one tag combination) over one period, as sums that add and sets that unite.
// The same accumulator builds stored tiles from cells, unites tiles into larger ones, and adds up the answer to a question.

import { addSums, type CompanySums, noSums } from '../../domain/company-sums.js';
import { brandCompany } from '../../domain/summary.js';
import type { Column } from '../layout.js';
import type { Cell } from './cell.js';
import type { Cited } from './counts.js';
import { IdSet } from './id-set.js';
import { Series } from './series.js';

/** The sums of one model. */
export interface Totals {
  runs: number;
  citations: number;
  readonly companies: Map<number, CompanySums>;
}

/** The key of sets that span all models, and of the prompts with a run at all. */
export const everyModel = 0;
export const anyRun = -1;

/** Where a quarter hour falls in the two series of a tile. */
export interface Places {
  readonly day: (quarter: number) => number;
  readonly quarter: (quarter: number) => number;
}

/** The map's value at `key`, made on first use. */
export function at<K, V>(map: Map<K, V>, key: K, make: () => V): V {
  const found = map.get(key);
  if (found !== undefined) return found;
  const made = make();
  map.set(key, made);
  return made;
}

export class Tile {
  readonly sums = new Map<number, Totals>();
  readonly days = new Map<number, Series>();
  readonly quarters = new Map<number, Series>();
  readonly prompts = new Map<number, Map<number, IdSet>>();
  readonly urls = new Map<number, IdSet>();
  readonly domains = new Map<number, IdSet>();
  readonly modelUrls = new Map<number, IdSet>();
  readonly modelDomains = new Map<number, IdSet>();

  /** The columns that are `kept`; the others stay empty. */
  constructor(
    readonly places: Places,
    private readonly kept: ReadonlySet<Column>,
  ) {}

  keeps(column: Column): boolean {
    return this.kept.has(column);
  }

  /** Adds what a cell of `quarter` says. */
  add(cell: Cell, quarter: number): void {
    if (this.keeps('sums')) this.addTotals(cell);
    if (this.keeps('days')) this.addToSeries(this.days, cell, this.places.day(quarter));
    if (this.keeps('quarters')) this.addToSeries(this.quarters, cell, this.places.quarter(quarter));
    if (this.keeps('prompts')) this.addPrompt(cell);
    if (this.keeps('urls')) addIds(this.urls, everyModel, cell.urls);
    if (this.keeps('domains')) addIds(this.domains, everyModel, cell.domains);
    if (this.keeps('modelUrls')) addIds(this.modelUrls, cell.model, cell.urls);
    if (this.keeps('modelDomains')) addIds(this.modelDomains, cell.model, cell.domains);
  }

  private addTotals(cell: Cell): void {
    const totals = at(this.sums, cell.model, noTotals);
    totals.runs += cell.runs;
    totals.citations += cell.citations;
    for (const [company, sums] of cell.companies) addSums(at(totals.companies, company, noSums), sums);
  }

  private addToSeries(series: Map<number, Series>, cell: Cell, place: number): void {
    let allMentions = 0;
    for (const { mentions } of cell.companies.values()) allMentions += mentions;
    at(series, cell.model, newSeries).add(place, cell.runs, allMentions, cell.companies.get(brandCompany));
  }

  private addPrompt(cell: Cell): void {
    const sets = at(this.prompts, cell.model, newMap<number, IdSet>);
    at(sets, anyRun, newPromptSet).add(cell.prompt);
    for (const company of cell.companies.keys()) at(sets, company, newPromptSet).add(cell.prompt);
  }
}

export const newSet = () => new IdSet();
export const newPromptSet = () => new IdSet(true);
export const newSeries = () => new Series();
export const newMap = <K, V>() => new Map<K, V>();
export const noTotals = (): Totals => ({ runs: 0, citations: 0, companies: new Map() });

function addIds(sets: Map<number, IdSet>, key: number, { ids }: Cited): void {
  const set = at(sets, key, newSet);
  for (let place = 0; place < ids.length; place++) set.add(ids[place] ?? 0);
}
