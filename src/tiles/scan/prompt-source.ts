// What the tiles of one prompt say of days: a month is read for those of its days that are wanted, and what they say is kept as columns.

import type { Cached } from '../kept/tile-cache.js';
import { type Column, columns, wholeColumn } from '../layout.js';
import { rangesOf } from '../packed/cover.js';
import { dayOf, firstQuarterOfDay, monthLevel, periodOf, type Range, startOf } from '../packed/levels.js';
import { at } from '../packed/maps.js';
import { eachDayCell, type PromptColumn } from '../packed/prompt-days.js';
import { type Places, Tile } from '../packed/tile.js';
import type { PromptSource, StoredRow } from './scan.js';

/** Series of other days than those of UTC are in no tile of a prompt. */
export function isOfDays(wanted: ReadonlySet<Column>): boolean {
  return !wanted.has('quarters') && !wanted.has('companyQuarters');
}

/** The months that hold some days: whole ones as one source, each of the others as its own. */
export function promptSources(scope: number, days: readonly Range[], wanted: ReadonlySet<Column>): PromptSource[] {
  const source = { from: 'prompt', level: monthLevel, scope, columns: addedFrom(wanted) } as const;
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
      at(months, month, (): Range[] => []).push({ first: day, last: end });
      day = end + 1;
    }
  }
  return months;
}

/** The days of a month. */
function daysOfMonth(month: number): Range {
  return { first: dayOf(startOf(month, monthLevel)), last: dayOf(startOf(month + 1, monthLevel)) - 1 };
}

function isWhole(month: number, [only, ...others]: readonly Range[]): boolean {
  const { first, last } = daysOfMonth(month);
  return others.length === 0 && only?.first === first && only.last === last;
}

/** The stored columns that say what a source is read for, in the order of the blocks of its rows. */
export function storedColumnsOf({ columns: wanted }: PromptSource): readonly PromptColumn[] {
  return [...new Set(wanted.map(storedIn))];
}

const cited: ReadonlySet<Column> = new Set(['urls', 'domains', 'channelUrls', 'channelDomains']);

function storedIn(column: Column): PromptColumn {
  return cited.has(column) ? 'dayCitations' : 'dayCells';
}

/** What the rows of a month say of the days that are wanted, by column of the source. Throws `CorruptBlock`. */
export function decodePromptMonth(
  source: PromptSource,
  rows: readonly StoredRow[],
  places: Places,
): readonly (Cached | null)[] {
  const { columns: wanted, days } = source;
  const isWanted = (day: number) => days?.some(({ first, last }) => day >= first && day <= last) ?? true;
  const tiles = new Map<PromptColumn, Tile>();
  for (const [index, stored] of storedColumnsOf(source).entries()) {
    const tile = new Tile(places, new Set(wanted.filter((column) => storedIn(column) === stored)));
    for (const { blocks } of rows) {
      const block = blocks[index];
      const { sections } = tile;
      if (block) eachDayCell(block, (cell, day) => tile.addCell(cell, firstQuarterOfDay(day)), { isWanted, sections });
    }
    tiles.set(stored, tile);
  }
  return wanted.map((column) => tiles.get(storedIn(column))?.decoded(column) ?? null);
}
