// Gathers stored tiles in plans, letting others have their turn meanwhile: straight from their rows, or through what is kept of them in
// memory, so that the next question finds it there.

import type { BinaryRow } from '../../database/copy/copy-rows.js';
import { quarterMs } from '../../domain/limits.js';
import type { Pause } from '../../domain/pause.js';
import type { Window } from '../../domain/window.js';
import type { TileCache } from '../kept/tile-cache.js';
import type { Column } from '../layout.js';
import { isWhole } from '../packed/bytes.js';
import { eachCell } from '../packed/cell.js';
import type { KeptColumn } from '../packed/columns/column.js';
import { rangesOf } from '../packed/cover.js';
import { dayOf, monthLevel, periodOf, quarterLevel, startOf } from '../packed/levels.js';
import { at } from '../packed/maps.js';
import { Tile } from '../packed/tile.js';
import { everyPrompt } from '../stored/scopes.js';
import { type Stamps, scopesMonth } from '../stored/stamps.js';
import type { Plan, TileRead } from './plan.js';
import type { PlannedRead, StoredRow } from './stored-rows.js';

/** What is kept, and the stamps of the snapshot that is read. */
interface KeptTiles {
  readonly cache: TileCache;
  readonly stamps: Stamps;
}

/** Plans with a corrupt block, and the period of the first one of each. */
export type CorruptPlans = ReadonlyMap<Plan, Window>;

/** Gathers rows as they are. */
export async function gatherRows(rows: readonly StoredRow[], pause: Pause): Promise<CorruptPlans> {
  const corrupt = new Map<Plan, Window>();
  for (const { plan, read, period, blocks } of rows) {
    if (corrupt.has(plan)) continue;
    if (pause.isDue()) await pause.take();
    const place = { plan, read, selects: plan.admitsModel, selectsCell: plan.admitsCell };
    if (isWhole(() => addRow(plan.tile, place, { period, blocks }))) continue;
    corrupt.set(plan, windowOf(period, read.table === 'quarter_tile' ? quarterLevel : read.level));
  }
  return corrupt;
}

/** Gathers what is kept. Resolves to what is left to be read. */
export async function gatherKept(
  plans: readonly Plan[],
  kept: KeptTiles,
  pause: Pause,
): Promise<readonly PlannedRead[]> {
  const missing: PlannedRead[] = [];
  for (const plan of plans) {
    for (const read of plan.reads) {
      const periods: number[] = [];
      for (const { first, last } of read.ranges) {
        for (let period = first; period <= last; period++) {
          if (!includeKept({ plan, read }, period, kept)) periods.push(period);
          if (pause.isDue()) await pause.take();
        }
      }
      if (periods.length > 0) missing.push({ plan, read: { ...read, ranges: rangesOf(periods) } });
    }
  }
  return missing;
}

/** Gathers the rows of what was left, and keeps them. */
export async function gatherMissing(
  missing: readonly PlannedRead[],
  rows: readonly StoredRow[],
  { kept, pause }: { readonly kept: KeptTiles; readonly pause: Pause },
): Promise<CorruptPlans> {
  const corrupt = new Map<Plan, Window>();
  const byRead = new Map<TileRead, Map<number, StoredRow[]>>();
  for (const row of rows) {
    const period = row.read.table === 'quarter_tile' ? periodOf(row.period, row.read.level) : row.period;
    at(at(byRead, row.read, newPeriods), period, newRows).push(row);
  }
  for (const { plan, read } of missing) {
    for (const { first, last } of read.ranges) {
      for (let period = first; period <= last; period++) {
        if (pause.isDue()) await pause.take();
        const ofPeriod = byRead.get(read)?.get(period) ?? [];
        const isKept = isWhole(() => keepPeriod({ plan, read }, { period, rows: ofPeriod }, kept));
        if (!isKept && !corrupt.has(plan)) corrupt.set(plan, windowOf(period, read.level));
      }
    }
  }
  return corrupt;
}

function windowOf(period: number, level: number): Window {
  return { start: startOf(period, level) * quarterMs, end: startOf(period + 1, level) * quarterMs };
}

const newPeriods = () => new Map<number, StoredRow[]>();
const newRows = (): StoredRow[] => [];

/** Adds one period of a read from memory; false where some of it is not there. */
function includeKept({ plan, read }: PlannedRead, period: number, { cache, stamps }: KeptTiles): boolean {
  const stamp = stampOf({ plan, read }, period, stamps);
  // Nothing was ever rolled of the month.
  if (stamp === null) return true;
  const found: (KeptColumn | null)[] = [];
  for (const column of read.columns) {
    const kept = cache.get(keyOf({ plan, read }, period, column), stamp);
    if (kept === undefined) return false;
    found.push(kept);
  }
  include({ plan, read }, period, found);
  return true;
}

interface PeriodRows {
  readonly period: number;
  readonly rows: readonly Pick<StoredRow, 'period' | 'blocks'>[];
}

/** Adds up the rows of one period by themselves, keeps that, and adds it. */
function keepPeriod({ plan, read }: PlannedRead, { period, rows }: PeriodRows, { cache, stamps }: KeptTiles): void {
  const { level, columns } = read;
  const start = startOf(period, level);
  const places = { day: (quarter: number) => dayOf(quarter - start), quarter: (quarter: number) => quarter - start };
  const tile = new Tile(places, new Set(columns));
  const selectsCell = (prompt: number) => plan.prompts?.has(prompt) ?? true;
  for (const row of rows) addRow(tile, { plan, read, selects: () => true, selectsCell }, row);
  const kept = columns.map((column) => tile.keep(column));
  const stamp = stampOf({ plan, read }, period, stamps) ?? '';
  for (const [index, column] of columns.entries())
    cache.set(keyOf({ plan, read }, period, column), stamp, kept[index] ?? null);
  include({ plan, read }, period, kept);
}

function include({ plan, read }: PlannedRead, period: number, columns: readonly (KeptColumn | null)[]): void {
  const start = startOf(period, read.level);
  for (const [index, column] of read.columns.entries()) {
    const kept = columns[index];
    if (kept) plan.tile.include(column, read.level, { kept, start, selects: plan.admitsModel });
  }
}

interface RowPlace extends PlannedRead {
  readonly selects: Plan['admitsModel'];
  readonly selectsCell: Plan['admitsCell'];
}

/** Adds what a row says to a tile. Throws `CorruptBlock`. */
function addRow(
  tile: Tile,
  { read: { table, level, columns }, selects, selectsCell }: RowPlace,
  { period, blocks }: { readonly period: number; readonly blocks: BinaryRow },
): void {
  if (table === 'quarter_tile') {
    const { sections } = tile;
    eachCell(blocks[0] ?? Buffer.alloc(0), (cell) => tile.add(cell, period), { selects: selectsCell, sections });
    return;
  }
  const start = startOf(period, level);
  for (const [index, column] of columns.entries()) {
    const block = blocks[index];
    if (block) tile.unite(column, { block, level, start, selects });
  }
}

/** The brand comes last, because its id can hold any character. */
function keyOf({ plan, read }: PlannedRead, period: number, column: Column): string {
  return `${column} ${read.level} ${period} ${read.scopes.join()} ${plan.group.ask.question.brandId}`;
}

/** The stamp of what is read of a period: of its month, and of the scopes where they are not all prompts. */
function stampOf({ plan, read: { level, scopes } }: PlannedRead, period: number, stamps: Stamps): string | null {
  const ofBrand = stamps.get(plan.group.ask.question.brandId);
  const ofMonth = ofBrand?.get(periodOf(startOf(period, level), monthLevel));
  if (!ofMonth) return null;
  return scopes[0] === everyPrompt ? ofMonth : `${ofMonth} ${ofBrand?.get(scopesMonth)}`;
}
