// The roller: brings the tiles up to what is recorded, a month in one transaction, newest first. Everything is taken from the raw
// rows and the marks of one snapshot, and the marks of that snapshot go with it: a crash, a retry or a second roller changes nothing.

import type pg from 'pg';
import type { Database } from '../database/postgres.js';
import { CorruptBlock } from './bytes.js';
import { decodeCells, encodeCells } from './cell.js';
import { dayOf, firstQuarterOfDay, monthOfDay, quartersADay, type Range, rangesOf } from './cover.js';
import { deleteMarks, type Mark, markedQuarters, markStale, readMarks, sortMarks } from './marks.js';
import { moveScopes } from './move-scopes.js';
import { Periods, type ScopeOf, startOf } from './period.js';
import { addPromptMonths, replacePromptMonths } from './prompt-months.js';
import { type CellsByQuarter, cellsOfRuns, uniteCells } from './raw-cells.js';
import { type Transaction, withRollLock } from './roll-lock.js';
import * as store from './store.js';
import { at } from './tile.js';
import { UrlDomains } from './url-domains.js';

/** A day with at least this many new runs is made anew from its quarters; below, they are merged into what is there. */
const rebuildFromRuns = 200;

interface Rolling {
  readonly client: pg.ClientBase;
  readonly brandId: string;
  readonly scopeOf: ScopeOf;
  readonly domains: UrlDomains;
}

export interface RollOptions {
  /** Called after each month with how many of the marked quarters are left. */
  readonly onProgress?: (left: number) => void;
  readonly signal?: AbortSignal;
  /** Give up at once where another roller is at work on the brand. */
  readonly skipWhenBusy?: boolean;
}

/** Rolls a brand until no mark that was there at the start is left. Resolves to the number of quarters that were rolled. */
export async function rollBrand(db: Database, brandId: string, options: RollOptions = {}): Promise<number> {
  let rolled = 0;
  const domains = new UrlDomains();
  await withRollLock(db, brandId, options.skipWhenBusy ?? false, async (transaction) => {
    await transaction((client) => moveScopes(client, brandId));
    const marked = await transaction((client) => markedQuarters(client, brandId));
    for (const [month, quarters] of [...groupBy(marked, monthOfQuarter)].sort(([a], [b]) => b - a)) {
      if (options.signal?.aborted) break;
      await rollOrRepair(transaction, brandId, { month, domains });
      rolled += quarters.length;
      options.onProgress?.(marked.length - rolled);
    }
  });
  return rolled;
}

/** Rolls a month; where a stored block turns out corrupt, makes the whole month anew from its raw rows. */
async function rollOrRepair(transaction: Transaction, brandId: string, toRoll: MonthToRoll): Promise<void> {
  try {
    await transaction((client) => rollMonth(client, brandId, toRoll));
  } catch (error) {
    if (!(error instanceof CorruptBlock)) throw error;
    await transaction((client) => markStale(client, brandId, quartersOfMonth(toRoll.month)));
    await transaction((client) => rollMonth(client, brandId, toRoll));
  }
}

interface MonthToRoll {
  readonly month: number;
  readonly domains: UrlDomains;
}

async function rollMonth(client: pg.ClientBase, brandId: string, { month, domains }: MonthToRoll): Promise<void> {
  // Prompts and tags of the same snapshot as the runs: a prompt that no combination knows would be missing from them for good.
  const rolling = { client, brandId, scopeOf: await moveScopes(client, brandId), domains };
  const quarters = quartersOfMonth(month);
  const marks = (await readMarks(client, [brandId], quarters)).get(brandId) ?? [];
  const days = [...groupBy(marks, (mark) => dayOf(mark.quarter))];
  const anew = days.filter(([, marksOfDay]) => needsRebuild(marksOfDay));
  const merged = days.filter(([, marksOfDay]) => !needsRebuild(marksOfDay));
  for (const [day, marksOfDay] of anew) await rebuildDay(rolling, day, marksOfDay);
  const late = await mergeLate(
    rolling,
    merged.flatMap(([, marksOfDay]) => marksOfDay),
  );
  if (anew.length > 0) await rebuildMonth(rolling, month);
  else await mergeMonth(rolling, month, late);
  await deleteMarks(client, brandId, quarters);
}

function quartersOfMonth(month: number): Range {
  return { first: startOf(month, store.monthLevel), last: startOf(month + 1, store.monthLevel) - 1 };
}

function monthOfQuarter(quarter: number): number {
  return monthOfDay(dayOf(quarter));
}

function groupBy<T>(values: readonly T[], keyOf: (value: T) => number): Map<number, T[]> {
  const groups = new Map<number, T[]>();
  for (const value of values) at(groups, keyOf(value), (): T[] => []).push(value);
  return groups;
}

function needsRebuild(marks: readonly Mark[]): boolean {
  const { stale, added } = sortMarks(marks);
  return stale.size > 0 || added.length >= rebuildFromRuns;
}

/** Makes the marked quarters of a day from their raw rows, then the day from all its quarters. */
async function rebuildDay(rolling: Rolling, day: number, marks: readonly Mark[]): Promise<void> {
  const { client, brandId, scopeOf, domains } = rolling;
  const marked = [...new Set(marks.map((mark) => mark.quarter))].sort((a, b) => a - b);
  const raw = await cellsOfRuns(client, { brandId, quarters: rangesOf(marked) }, domains);
  await store.deleteQuarterTiles(
    client,
    brandId,
    marked.filter((quarter) => !raw.has(quarter)),
  );
  await store.writeQuarterTiles(
    client,
    brandId,
    new Map([...raw].map(([quarter, cells]) => [quarter, encodeCells(cells)])),
  );
  const days = new Periods(store.dayLevel, scopeOf);
  for (const { quarter, cells } of await store.readQuarterTiles(client, brandId, quartersOfDay(day))) {
    for (const cell of decodeCells(cells, () => true)) days.add(cell, quarter);
  }
  await replaceTiles(rolling, days, day);
}

/** Merges late runs into their quarters and days. Resolves to their cells by quarter. */
async function mergeLate(
  { client, brandId, scopeOf, domains }: Rolling,
  marks: readonly Mark[],
): Promise<CellsByQuarter> {
  const late = await cellsOfRuns(client, { brandId, ids: sortMarks(marks).added }, domains);
  if (late.size === 0) return late;
  const stored = await store.readListedQuarterTiles(client, brandId, [...late.keys()]);
  const quarters = new Map<number, Buffer>();
  const days = new Periods(store.dayLevel, scopeOf);
  for (const [quarter, cells] of late) {
    const before = stored.get(quarter);
    quarters.set(quarter, encodeCells(before ? uniteCells([...decodeCells(before, () => true), ...cells]) : cells));
    for (const cell of cells) days.add(cell, quarter);
  }
  await store.writeQuarterTiles(client, brandId, quarters);
  await days.uniteStored(client, brandId);
  await store.writeTiles(client, brandId, store.dayLevel, days.placed());
  return late;
}

/** Makes a month from its days. */
async function rebuildMonth(rolling: Rolling, month: number): Promise<void> {
  const { client, brandId, scopeOf } = rolling;
  const [first, last] = [dayOf(startOf(month, store.monthLevel)), dayOf(startOf(month + 1, store.monthLevel)) - 1];
  const days = Array.from({ length: last - first + 1 }, (_, index) => first + index);
  const months = new Periods(store.monthLevel, scopeOf);
  for (const row of await store.readTileRows(client, brandId, store.dayLevel, everyScope(scopeOf), days)) {
    months.unite(row, store.dayLevel, month);
  }
  await replaceTiles(rolling, months, month);
  await replacePromptMonths(client, brandId, month, months.get(month, store.everyPrompt));
}

/** Merges late runs into their month. */
async function mergeMonth({ client, brandId, scopeOf }: Rolling, month: number, late: CellsByQuarter): Promise<void> {
  if (late.size === 0) return;
  const months = new Periods(store.monthLevel, scopeOf);
  for (const [quarter, cells] of late) for (const cell of cells) months.add(cell, quarter);
  const runs = months.get(month, store.everyPrompt);
  if (runs) await addPromptMonths(client, brandId, month, runs);
  await months.uniteStored(client, brandId);
  await store.writeTiles(client, brandId, store.monthLevel, months.placed());
}

/** Stores the tiles of a period in place of all that it had; a combination that has no run there any more loses its tile. */
async function replaceTiles({ client, brandId, scopeOf }: Rolling, made: Periods, period: number): Promise<void> {
  const placed = made.placed();
  const kept = new Set(placed.map(({ scope }) => scope));
  const gone = everyScope(scopeOf).filter((scope) => !kept.has(scope));
  if (gone.length > 0) await store.deleteTiles(client, brandId, made.level, { scopes: gone, period });
  await store.writeTiles(client, brandId, made.level, placed);
}

function quartersOfDay(day: number): Range {
  return { first: firstQuarterOfDay(day), last: firstQuarterOfDay(day) + quartersADay - 1 };
}

function everyScope(scopeOf: ScopeOf): number[] {
  return [store.everyPrompt, ...new Set(scopeOf.values())];
}
