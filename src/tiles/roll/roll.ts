// The roller: updates the tiles from the marks, a month in one transaction, newest first. Everything is taken from the raw
// rows and the marks of one snapshot, and the marks of that snapshot go with it: a crash, a retry or a second roller changes nothing.

import type { Database } from '../../database/postgres.js';
import { made } from '../../domain/counts/maps.js';
import { type CellsByQuarter, cellsOfSelections } from '../cells/raw-cells.js';
import { UrlDomains } from '../cells/url-domains.js';
import { CorruptBlock } from '../packed/bytes.js';
import { appendCells, encodeCells } from '../packed/cell.js';
import { dayLevel, dayOf, monthLevel, periodOf, quartersOf } from '../packed/levels.js';
import { MonthPrompts, PromptDays } from '../packed/prompt-days.js';
import { deleteMarks, type Mark, markedQuarters, markStale, readMarks, sortMarks } from '../stored/marks.js';
import type { OfBrand } from '../stored/of-brand.js';
import { renewStamp } from '../stored/stamps.js';
import * as store from '../stored/store.js';
import { type DayMaker, openDayMaker } from './day-maker.js';
import { moveScopes } from './move-scopes.js';
import { appendPrompts, replacePrompts } from './prompt-tiles.js';
import { rebuildDays } from './rebuild-days.js';
import { type Transaction, withRollLock } from './roll-lock.js';
import { appendTiles, makeMonth, type Rolling } from './write.js';

/** A day whose new runs are at least this share of those that its tiles hold is rebuilt: below, a further part costs less. */
const rebuildFromShare = 1 / 4;
/** Fewer new runs than these are a further part in any case. */
const fewRuns = 20;
/** What a run takes in its quarter tile, about. */
const bytesARun = 45;
/** A tile in this many parts is rebuilt as one: each part costs a reader a row. */
const maxParts = 8;
/** Up to so many new runs of days that are rebuilt are a further part of their month: to make it again takes all of its days. */
const maxRunsOfPart = 1_000;

export interface RollOptions {
  /** Called after each month with how many of the marked quarters are left. */
  readonly onProgress?: (left: number) => void;
  readonly signal?: AbortSignal;
  /** Give up at once where another roller is at work on the brand. */
  readonly skipWhenBusy?: boolean;
  /** Leave out days that had a mark in this time, in milliseconds: more of them is about to come. */
  readonly settledMs?: number;
  /** A month that rebuilds more days than these makes them on threads. */
  readonly inlineDays?: number;
  /** Makes the days of several rolls; default: one of its own. */
  readonly maker?: DayMaker;
}

/** Rolls a brand until no mark that was there at the start is left. Resolves to the number of quarters that were rolled. */
export async function rollBrand(db: Database, brandId: string, options: RollOptions = {}): Promise<number> {
  let rolled = 0;
  const domains = new UrlDomains();
  const maker = options.maker ?? openDayMaker(options.inlineDays);
  await using _own = options.maker ? null : maker;
  await withRollLock(db, brandId, options.skipWhenBusy ?? false, async (transaction) => {
    await transaction(moveScopes);
    const marked = await transaction((brand) => markedQuarters(brand, options.settledMs ?? 0));
    for (const [month, quarters] of [...groupBy(marked, (quarter) => periodOf(quarter, monthLevel))].sort(
      ([a], [b]) => b - a,
    )) {
      if (options.signal?.aborted) break;
      await rollOrRepair(transaction, { month, days: new Set(quarters.map(dayOf)), domains, maker });
      rolled += quarters.length;
      options.onProgress?.(marked.length - rolled);
    }
  });
  return rolled;
}

/** Rolls a month; where a stored block turns out corrupt, rebuilds the whole month from its raw rows. */
async function rollOrRepair(transaction: Transaction, toRoll: MonthToRoll): Promise<void> {
  try {
    await transaction((brand) => rollMonth(brand, toRoll));
  } catch (error) {
    if (!(error instanceof CorruptBlock)) throw error;
    await transaction(({ client, brandId }) => markStale(client, brandId, quartersOf(toRoll.month, monthLevel)));
    await transaction((brand) => rollMonth(brand, { ...toRoll, days: null }));
  }
}

interface MonthToRoll {
  readonly month: number;
  /** `null`: all of it. */
  readonly days: ReadonlySet<number> | null;
  readonly domains: UrlDomains;
  readonly maker: DayMaker;
}

async function rollMonth(brand: OfBrand, { month, days: selected, ...making }: MonthToRoll): Promise<void> {
  // Prompts and tags of the same snapshot as the runs: a prompt that no combination knows would be missing from them for good.
  const rolling = { ...brand, ...making, scopes: await moveScopes(brand), prompts: new MonthPrompts() };
  const found = await readMarks(brand, quartersOf(month, monthLevel));
  const marks = found.filter((mark) => selected?.has(dayOf(mark.quarter)) ?? true);
  if (marks.length === 0) return; // another roller was here since they were listed
  const days = groupBy(marks, (mark) => dayOf(mark.quarter));
  const parts = await store.countParts(brand, dayLevel, [...days.keys()]);
  const rebuilt = await daysToRebuild(rolling, days, parts);
  const isOfRebuilt = ({ quarter }: Mark) => rebuilt.has(dayOf(quarter));
  const ofRebuilt = marks.filter(isOfRebuilt);
  const partsOfMonth = (await store.countParts(brand, monthLevel, [month])).get(month) ?? 0;
  const isAppended = selected !== null && partsOfMonth < maxParts && isFurtherPart(ofRebuilt, partsOfMonth);
  // A month that stays has their prompts already, but for new runs.
  await rebuildDays(
    isAppended ? { ...rolling, prompts: new MonthPrompts() } : rolling,
    [...rebuilt].map((day) => ({ day, marks: days.get(day) ?? [], isFirst: !parts.has(day) })),
  );
  const late = await appendLate(
    rolling,
    marks.filter((mark) => !isOfRebuilt(mark)),
  );
  if (isAppended) {
    await appendTiles(rolling, monthLevel, new Map([...late, ...(await readLate(rolling, ofRebuilt))]));
    await appendPrompts(rolling, { month, made: rolling.prompts }, partsOfMonth);
  } else {
    await makeMonth(rolling, month);
    const { scopes, prompts } = rolling;
    await replacePrompts(rolling, { month, scopes, made: prompts }, selected ? rebuilt : null);
  }
  await deleteMarks(brand, [...days.keys()]);
  await renewStamp(brand, month, selected ? [...days.keys()] : null);
}

/** The days to rebuild: with a stale quarter, in too many parts, or with more new runs than are worth a part. */
async function daysToRebuild(
  brand: OfBrand,
  days: ReadonlyMap<number, readonly Mark[]>,
  parts: ReadonlyMap<number, number>,
): Promise<ReadonlySet<number>> {
  const sorted = [...days].map(([day, marks]) => ({ day, ...sortMarks(marks) }));
  const many = sorted.filter(({ added }) => added.length >= fewRuns).map(({ day }) => day);
  const bytes = await store.bytesOfDays(brand, many);
  const isWorthIt = ({ day, added }: (typeof sorted)[number]) =>
    added.length >= fewRuns && added.length * bytesARun >= (bytes.get(day) ?? 0) * rebuildFromShare;
  const rebuilt = sorted.filter(
    (each) => each.stale.size > 0 || isWorthIt(each) || (parts.get(each.day) ?? 0) >= maxParts,
  );
  return new Set(rebuilt.map(({ day }) => day));
}

function groupBy<T>(values: readonly T[], keyOf: (value: T) => number): Map<number, T[]> {
  const groups = new Map<number, T[]>();
  for (const value of values) made(groups, keyOf(value), Array).push(value);
  return groups;
}

/** Whether what is new of days that are rebuilt can be added to a month of so many parts: nothing of them is replaced, and it is little. */
function isFurtherPart(ofRebuilt: readonly Mark[], parts: number): boolean {
  if (ofRebuilt.length === 0) return true;
  const { stale, added } = sortMarks(ofRebuilt);
  return parts > 0 && stale.size === 0 && added.length <= maxRunsOfPart;
}

/** The cells by quarter of the new runs of marks, whose prompts are noted. */
async function readLate({ client, brandId, prompts }: Rolling, marks: readonly Mark[]): Promise<CellsByQuarter> {
  const [late = new Map()] = await cellsOfSelections(client, [{ brandId, ids: sortMarks(marks).added }]);
  const days = new PromptDays();
  for (const [quarter, cells] of late) for (const cell of cells) days.add(cell, quarter);
  if (late.size > 0) prompts.addList(days.list());
  return late;
}

/** Stores late runs in their quarters, and as further parts of their days. Resolves to their cells by quarter. */
async function appendLate(rolling: Rolling, marks: readonly Mark[]): Promise<CellsByQuarter> {
  const late = await readLate(rolling, marks);
  if (late.size === 0) return late;
  const quarters = [...late.keys()];
  const stored = await store.readListedQuarterTiles(rolling, quarters);
  const blocks = [...late].map(([quarter, cells]) => {
    const before = stored.get(quarter);
    return [quarter, before ? appendCells(before, cells) : encodeCells(cells)] as const;
  });
  await store.replaceQuarterTiles(rolling, quarters, new Map(blocks));
  await appendTiles(rolling, dayLevel, late);
  return late;
}
