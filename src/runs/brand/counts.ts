// Counts the runs that filters select, from tiles and, where these are not up to date, from rows: three statements for any number of filters.

import type pg from 'pg';
import { copyRows, int } from '../../database/copy/copy-rows.js';
import { createPause } from '../../domain/pause.js';
import type { BrandRunsAsk } from '../../domain/run.js';
import type { Ask } from '../../domain/summary.js';
import { type BrandState, readBrandState } from '../../tiles/answer/brand-state.js';
import { modelFilterOf } from '../../tiles/answer/model-group.js';
import { selectOf, type TileRead } from '../../tiles/answer/plan.js';
import { isWhole } from '../../tiles/packed/bytes.js';
import type { ModelFilter } from '../../tiles/packed/columns/column.js';
import { addStoredCounts } from '../../tiles/packed/columns/company-series.js';
import { dayLevel, dayOf, firstQuarterOfDay, startOf } from '../../tiles/packed/levels.js';
import { countByQuarter } from '../list.js';
import { type CountPlan, countPlanOf, quarterReads, questionOf } from './count-plan.js';
import { rowFilterOf } from './page.js';
import { PageCounts } from './page-counts.js';
import type { Weight } from './weights.js';

/** A page whose runs are to be counted. */
export interface Countable {
  readonly ask: BrandRunsAsk;
  readonly weights: ReadonlyMap<number, Weight>;
}

/** A page whose runs are counted. */
export interface Counted extends Countable {
  readonly counts: PageCounts;
  readonly plan: CountPlan;
  readonly admits: ModelFilter;
}

interface CountResult {
  readonly counted: readonly Counted[];
  /** Those whose tiles are corrupt. */
  readonly corrupt: readonly Countable[];
}

/** Counts the runs of `pages` by day; of days with runs that are not rolled, and those that the window cuts, by quarter hour. */
export async function countPages(client: pg.ClientBase, pages: readonly Countable[]): Promise<CountResult> {
  if (pages.length === 0) return { counted: [], corrupt: [] };
  const asks = pages.map(({ ask }) => questionOf(ask));
  const state = await readBrandState(client, asks);
  const planned = pages.flatMap((page, index): Counted[] => {
    const plan = asks[index] ? countPlanOf(asks[index], state) : null;
    return plan ? [{ ...page, plan, counts: new PageCounts(), admits: modelsOf(asks[index], state) }] : [];
  });
  const corrupt = await gather(
    client,
    planned.flatMap((page) => page.plan.reads.map((read) => ({ page, read }))),
    addPeriod,
  );
  const counted = planned.filter((page) => !corrupt.has(page));
  const fresh = await countByQuarter(
    client,
    counted.map(({ ask, plan }) => ({ filter: rowFilterOf(ask), quarters: plan.stale, ids: plan.added })),
  );
  for (const [index, { counts }] of counted.entries()) {
    for (const [quarter, runs] of fresh[index] ?? []) counts.addQuarter(quarter, runs);
  }
  return { counted, corrupt: [...corrupt] };
}

function modelsOf(ask: Ask | undefined, { models }: BrandState): ModelFilter {
  return modelFilterOf(ask ? [ask] : [], models);
}

/** Says in which quarter hours the runs of `days` are, in one statement. Resolves to the pages whose tiles are corrupt. */
export async function locateDays(
  client: pg.ClientBase,
  pages: readonly { readonly page: Counted; readonly days: readonly number[] }[],
): Promise<ReadonlySet<Counted>> {
  const reads = pages.flatMap(({ page, days }) => {
    const { scopes, reads, quartersOfDay } = page.plan;
    const known = new Set(quartersOfDay.keys());
    const isRead = (day: number) =>
      known.has(day) ||
      reads.some(
        ({ level, ranges }) => level === dayLevel && ranges.some(({ first, last }) => day >= first && day <= last),
      );
    return quarterReads(
      scopes,
      days.filter((day) => !isRead(day)),
    ).map((read) => ({ page, read }));
  });
  return gather(client, reads, locatePeriod);
}

interface PageRead {
  readonly page: Counted;
  readonly read: TileRead;
}

interface StoredCounts extends PageRead {
  readonly period: number;
  readonly block: Buffer;
}

/** Reads tiles, all in one statement, and takes from each. Resolves to the pages some of whose tiles are corrupt. */
async function gather(
  client: pg.ClientBase,
  reads: readonly PageRead[],
  take: (stored: StoredCounts) => void,
): Promise<ReadonlySet<Counted>> {
  const corrupt = new Set<Counted>();
  if (reads.length === 0) return corrupt;
  const selects = reads.map(({ page, read }, number) =>
    selectOf(read, number, { brandId: page.ask.brandId, width: 1 }),
  );
  const rows = await copyRows(client, selects.join('\nunion all\n'));
  const pause = createPause();
  for (const [number, period, block] of rows) {
    const entry = reads[int(number)];
    if (!entry || !block || corrupt.has(entry.page)) continue;
    if (pause.isDue()) await pause.take();
    if (!isWhole(() => take({ ...entry, period: int(period), block }))) corrupt.add(entry.page);
  }
  return corrupt;
}

/** Visits the counts of a tile that the page's filter selects, by their place in its period. */
function eachCount({ page: { weights, admits }, block }: StoredCounts, visit: (place: number, runs: number) => void) {
  addStoredCounts(block, admits, (company) => {
    const weight = weights.get(company);
    return weight
      ? { add: (place, mentions, gaps) => visit(place, weight.mentions * mentions + weight.gaps * gaps) }
      : null;
  });
}

function addPeriod(stored: StoredCounts): void {
  const { page, read, period } = stored;
  const { counts, plan } = page;
  if (read.level !== dayLevel) {
    const first = dayOf(startOf(period, read.level));
    eachCount(stored, (place, runs) => counts.addDay(first + place, runs));
    return;
  }
  const first = firstQuarterOfDay(period);
  const quarters = plan.quartersOfDay.get(period);
  eachCount(stored, (place, runs) => {
    if (!quarters || quarters.has(first + place)) counts.addQuarter(first + place, runs);
  });
}

function locatePeriod(stored: StoredCounts): void {
  const first = firstQuarterOfDay(stored.period);
  eachCount(stored, (place, runs) => stored.page.counts.locate(first + place, runs));
}
