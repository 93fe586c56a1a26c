// What the tiles of prompts say of days: a month is read for those of its days that are wanted, and what they say is kept as columns.

import { made } from '../../domain/counts/maps.js';
import type { Steps } from '../../domain/pause.js';
import type { Cached } from '../kept/tile-cache.js';
import { type Column, columns, wholeColumn } from '../layout.js';
import { eachCellOf } from '../packed/cell.js';
import { rangesOf } from '../packed/cover.js';
import type { IdSet } from '../packed/id-set.js';
import { dayLevel, firstQuarterOfDay, monthLevel, periodOf, type Range, rangeAt } from '../packed/levels.js';
import { daysOf, type PromptColumn } from '../packed/prompt-days.js';
import { type Places, Tile } from '../packed/tile.js';
import { scopeOfPrompt } from '../stored/scopes.js';
import { digestOf } from './run-selection.js';
import type { PromptSource, StoredRow } from './scan.js';

/** Series of other days than those of UTC are in no tile of a prompt. */
export function isOfDays(wanted: ReadonlySet<Column>): boolean {
  return !wanted.has('quarters') && !wanted.has('companyQuarters');
}

/** So many prompts are read at once, or, of more than some hundreds, so many times as many: a statement is bounded. */
const promptsAtOnce = 50;
const maxGroups = 32;

/** The months that hold some days, of some prompts at a time. */
export function promptSources(prompts: IdSet, days: readonly Range[], wanted: ReadonlySet<Column>): PromptSource[] {
  const scopes = [...prompts].map(scopeOfPrompt).sort((a, b) => a - b);
  const size = Math.max(promptsAtOnce, Math.ceil(scopes.length / maxGroups));
  const groups = Array.from({ length: Math.ceil(scopes.length / size) }, (_, at) =>
    scopes.slice(at * size, (at + 1) * size),
  );
  return groups.flatMap((group) => sourcesOf(group, days, wanted));
}

/** Whole months as one source, each of the others as its own. */
function sourcesOf(
  scopes: readonly number[],
  days: readonly Range[],
  wanted: ReadonlySet<Column>,
): readonly PromptSource[] {
  const source = { from: 'prompt', level: monthLevel, scopes, columns: addedFrom(wanted) } as const;
  const months = [...daysByMonth(days)];
  const whole = months.filter(([month, of]) => isWhole(month, of)).map(([month]) => month);
  const cut = months.filter(([month, of]) => !isWhole(month, of));
  return [
    ...(whole.length > 0 ? [{ ...source, ranges: rangesOf(whole), days: null }] : []),
    ...cut.map(([month, of]) => ({ ...source, ranges: [{ first: month, last: month }], days: of })),
  ];
}

/** Columns that are kept in place of those that are found in another. */
function addedFrom(wanted: ReadonlySet<Column>): readonly Column[] {
  const added = new Set([...wanted].map(wholeColumn));
  return columns.filter((column) => added.has(column));
}

function daysByMonth(days: readonly Range[]): ReadonlyMap<number, readonly Range[]> {
  const months = new Map<number, Range[]>();
  for (const { first, last } of days) {
    for (let day = first; day <= last; ) {
      const month = periodOf(firstQuarterOfDay(day), monthLevel);
      const end = Math.min(last, daysOfMonth(month).last);
      made(months, month, Array).push({ first: day, last: end });
      day = end + 1;
    }
  }
  return months;
}

/** The days of a month. */
function daysOfMonth(month: number): Range {
  return rangeAt({ first: month, last: month }, monthLevel, dayLevel);
}

function isWhole(month: number, [only, ...others]: readonly Range[]): boolean {
  const { first, last } = daysOfMonth(month);
  return others.length === 0 && only?.first === first && only.last === last;
}

/** The stored columns that say what a source is read for, in the order of the blocks of its rows. */
export function storedColumnsOf({ columns: wanted }: PromptSource): readonly PromptColumn[] {
  return [...new Set(wanted.map(storedIn))];
}

/** Equal for sources that are about the same prompts and days. */
export function nameOfPrompts({ scopes, days }: PromptSource): string {
  return `${digestOf(scopes)} ${JSON.stringify(days)}`;
}

const cited: ReadonlySet<Column> = new Set(['urls', 'domains', 'channelUrls', 'channelDomains']);

function storedIn(column: Column): PromptColumn {
  return cited.has(column) ? 'dayCitations' : 'dayCells';
}

/** So much of days is added up within a millisecond or two; a day of a prompt is added at once. */
const bytesAStep = 10_000;

/** What the rows of a month say of the days that are wanted, by column of the source. Throws `CorruptBlock`. */
export function* decodePromptMonth(
  source: PromptSource,
  rows: readonly StoredRow[],
  places: Places,
): Steps<readonly (Cached | null)[]> {
  const { columns: wanted, days } = source;
  const isWanted = (day: number) => days?.some(({ first, last }) => day >= first && day <= last) ?? true;
  const tiles = new Map<PromptColumn, Tile>();
  let left = bytesAStep;
  for (const [index, stored] of storedColumnsOf(source).entries()) {
    const tile = new Tile(places, new Set(wanted.filter((column) => storedIn(column) === stored)));
    for (const { blocks } of rows) {
      const block = blocks[index];
      if (!block) continue;
      for (const { day, from, end } of daysOf(block)) {
        left -= end - from.at;
        if (isWanted(day)) eachCellOf({ from, end }, (cell) => tile.addCell(cell, firstQuarterOfDay(day)), tile);
        if (left > 0) continue;
        yield;
        left = bytesAStep;
      }
    }
    tiles.set(stored, tile);
  }
  return wanted.map((column) => tiles.get(storedIn(column))?.decoded(column) ?? null);
}
