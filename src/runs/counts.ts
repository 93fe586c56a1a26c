// How many runs of a brand filters select, by day and quarter hour: weighted counts of the companies that runs mention.

import { outcomeClasses } from '../domain/outcome.js';
import type { Pause } from '../domain/pause.js';
import type { PageAsk } from '../domain/run.js';
import { allRunsKey, type RunSet } from '../domain/summary.js';
import { Columns } from '../tiles/accumulate/columns.js';
import type { Cached } from '../tiles/kept/tile-cache.js';
import type { Column } from '../tiles/layout.js';
import { ByteReader } from '../tiles/packed/bytes.js';
import { type Cell, eachCell } from '../tiles/packed/cell.js';
import { DecodedBlock, type DecodedColumn } from '../tiles/packed/columns/column.js';
import { addStoredCounts } from '../tiles/packed/columns/company-series.js';
import { rangesOf } from '../tiles/packed/cover.js';
import { dayOf, firstQuarterOfDay, quarterLevel, startOf } from '../tiles/packed/levels.js';
import type { RunSelection } from '../tiles/scan/run-selection.js';
import type { Scan, Source, StoredRow } from '../tiles/scan/scan.js';
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
  const columns = new Set<Column>([days ? 'companyQuarters' : 'companyDays']);
  const within = days && rangesOf([...days].sort((a, b) => a - b));
  return {
    key: JSON.stringify([set, [...weights], days]),
    set,
    models: set.model === null ? null : new Set([set.model]),
    wanted: { columns },
    isCheapFromRows: true,
    create: (runs) => new RunCounts(columns, runs, weights),
    ...(within && {
      quarters: within.map(({ first, last }) => ({
        first: firstQuarterOfDay(first),
        last: firstQuarterOfDay(last + 1) - 1,
      })),
    }),
  };
}

type StoredColumn = Omit<DecodedColumn, 'decoded'>;

/** Whether its periods are made of several rows: those of several scopes, or the quarters of an hour. */
function isOfSeveral(source: Source): source is Extract<Source, { readonly from: 'tiles' | 'quarters' }> {
  return source.from === 'tiles' ? source.scopes.length > 1 : source.from === 'quarters' && source.level > quarterLevel;
}

class RunCounts extends Columns {
  /** At once, whatever its size: a column is passed over whole for few companies, and would be as often as there are turns. */
  protected override readonly bytesATurn = Number.POSITIVE_INFINITY;
  readonly sections = new Set(['companies'] as const);
  readonly counts = new PageCounts();

  constructor(
    columns: ReadonlySet<Column>,
    runs: RunSelection,
    private readonly weights: Weights,
  ) {
    super(columns, runs);
  }

  override namesOf(source: Source): readonly string[] {
    const names = super.namesOf(source);
    if (!isOfSeveral(source)) return names;
    return names.map((name) => `${name} ${this.runs.key} ${JSON.stringify([...this.weights])}`);
  }

  /** Of several rows, the counts: to add up what they say of all companies takes longer. */
  override decode(source: Source, period: number, rows: readonly StoredRow[], pause: Pause) {
    if (!isOfSeveral(source)) return super.decode(source, period, rows, pause);
    const into = new PageCounts();
    const [start, [column], { slotOf }] = [startOf(period, source.level), source.columns, this.runs];
    for (const { period: quarter, blocks } of rows) {
      const [block] = blocks;
      if (!block || !column) continue;
      if (source.from === 'quarters') eachCell(block, (cell) => this.countCell(cell, quarter, into), this);
      else this.addBlock(new ByteReader(block), { column, start, slotOf }, into);
    }
    return [into];
  }

  override add(source: Source, period: number, cached: readonly (Cached | null)[], pause: Pause): void | Promise<void> {
    if (cached[0] instanceof PageCounts) return this.counts.addAll(cached[0]);
    return super.add(source, period, cached, pause);
  }

  protected addColumn(_: number, { decoded, ...column }: DecodedColumn): void {
    if (decoded instanceof DecodedBlock) this.addBlock(decoded.read(), column, this.counts);
  }

  private addBlock(from: ByteReader, { column, start, slotOf }: StoredColumn, into: PageCounts): void {
    addStoredCounts(from, slotOf, (company) => {
      const weight = this.weights.get(company);
      if (!weight) return null;
      const sum = (mentions: number, gaps: number) => weight.mentions * mentions + weight.gaps * gaps;
      if (column === 'companyDays')
        return { add: (place, all, gaps) => into.addDay(dayOf(start) + place, sum(all, gaps)) };
      return { add: (place, all, gaps) => into.addQuarter(start + place, sum(all, gaps)) };
    });
  }

  addCell(cell: Cell, quarter: number): void {
    this.countCell(cell, quarter, this.counts);
  }

  private countCell(cell: Cell, quarter: number, into: PageCounts): void {
    const { prompt, channel, outcome, runs, companies } = cell;
    if (!this.runs.admits(prompt, channel)) return;
    const add = (company: number, count: number) => {
      const weight = this.weights.get(company);
      if (weight) into.addQuarter(quarter, weight.mentions * count + (outcome === gap ? weight.gaps * count : 0));
    };
    add(allRunsKey, runs);
    for (let at = 0; at < companies.length; at++) add(companies.companies[at] ?? 0, companies.sums[at]?.mentions ?? 0);
  }
}
