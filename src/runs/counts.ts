// How many runs of a brand filters select, by day and quarter hour: weighted counts of the companies that runs mention.

import { outcomeClasses } from '../domain/outcome.js';
import { inTurns, type Pause } from '../domain/pause.js';
import type { PageAsk } from '../domain/run.js';
import { allRunsKey, type RunSet } from '../domain/summary.js';
import type { Cached } from '../tiles/kept/tile-cache.js';
import { ByteReader } from '../tiles/packed/bytes.js';
import type { Cell } from '../tiles/packed/cell.js';
import { DecodedBlock } from '../tiles/packed/columns/column.js';
import { addStoredCounts } from '../tiles/packed/columns/company-series.js';
import { rangesOf } from '../tiles/packed/cover.js';
import { dayOf, firstQuarterOfDay, quarterLevel, startOf } from '../tiles/packed/levels.js';
import { CachedRows, cachedRows, type QuarterCells, quarterCells } from '../tiles/scan/cached-rows.js';
import { decodePromptMonth, nameOfPrompts } from '../tiles/scan/prompt-source.js';
import type { RunSelection } from '../tiles/scan/run-selection.js';
import type { Accumulator, Scan, Source, StoredRow } from '../tiles/scan/scan.js';
import { PageCounts } from './page-counts.js';
import type { Weights } from './weights.js';

const gap = outcomeClasses.indexOf('gap');

/** What the tiles are asked in place of a page. */
export function setOf({ brandId, promptId, window, model, tags, filter }: PageAsk): RunSet {
  return { brandId, promptId, window, model, tags, filter, outcome: 'all' };
}

/** Counts by day over the window, and by quarter hour where that is what is read; of some days alone, by quarter hour. */
export function countScan(ask: PageAsk, weights: Weights, days: readonly number[] | null = null): Scan<RunCounts> {
  const set = setOf(ask);
  const within = days && rangesOf([...days].sort((a, b) => a - b));
  return {
    key: JSON.stringify([set, [...weights], days]),
    set,
    models: set.model === null ? null : new Set([set.model]),
    wanted: { columns: new Set([days ? 'companyQuarters' : 'companyDays']) },
    isCheapFromRows: true,
    create: (runs) => new RunCounts(weights, runs),
    ...(within && {
      quarters: within.map(({ first, last }) => ({
        first: firstQuarterOfDay(first),
        last: firstQuarterOfDay(last + 1) - 1,
      })),
    }),
  };
}

class RunCounts implements Accumulator {
  readonly sections = new Set(['companies'] as const);
  readonly counts = new PageCounts();

  constructor(
    private readonly weights: Weights,
    private readonly runs: RunSelection,
  ) {}

  namesOf(source: Source): readonly string[] {
    if (source.from === 'prompt') return source.columns.map((column) => `${column} ${nameOfPrompts(source)}`);
    if (source.from !== 'tiles') return ['cells'];
    return [`blocks ${source.columns.join()} ${source.scopes.join()}`];
  }

  decode(source: Source, period: number, rows: readonly StoredRow[], pause: Pause): ReturnType<Accumulator['decode']> {
    if (source.from !== 'prompt') return [source.level === quarterLevel ? quarterCells(rows) : cachedRows(rows)];
    const start = startOf(period, source.level);
    const places = { day: (quarter: number) => dayOf(quarter - start), quarter: () => 0 };
    return inTurns(decodePromptMonth(source, rows, places), pause);
  }

  add(source: Source, period: number, [cached]: readonly (Cached | null)[]): void {
    const first = startOf(period, source.level);
    if (cached instanceof DecodedBlock) this.addColumn(cached.read(), first, true);
    if (!(cached instanceof CachedRows)) return;
    if (source.from === 'quarters') cached.eachCell(this);
    if (source.from !== 'tiles') return;
    const isByDay = source.columns.includes('companyDays');
    for (const { block } of cached.rows) this.addColumn(new ByteReader(block), first, isByDay);
  }

  private addColumn(from: ByteReader, first: number, isByDay: boolean): void {
    addStoredCounts(from, this.runs.slotOf, (company) => {
      const weight = this.weights.get(company);
      if (!weight) return null;
      const sum = (mentions: number, gaps: number) => weight.mentions * mentions + weight.gaps * gaps;
      if (isByDay) return { add: (place, all, gaps) => this.counts.addDay(dayOf(first) + place, sum(all, gaps)) };
      return { add: (place, all, gaps) => this.counts.addQuarter(first + place, sum(all, gaps)) };
    });
  }

  addCells(cells: QuarterCells): void {
    cells.eachCell(this);
  }

  addCell({ prompt, channel, outcome, runs, companies }: Cell, quarter: number): void {
    if (!this.runs.admits(prompt, channel)) return;
    const add = (company: number, count: number) => {
      const weight = this.weights.get(company);
      if (weight)
        this.counts.addQuarter(quarter, weight.mentions * count + (outcome === gap ? weight.gaps * count : 0));
    };
    add(allRunsKey, runs);
    for (let at = 0; at < companies.length; at++) add(companies.companies[at] ?? 0, companies.sums[at]?.mentions ?? 0);
  }
}
