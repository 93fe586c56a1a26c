// What is stored where: the columns of a tile, the table that holds each, and of which prompts and which periods it is kept. Whatever is
// not kept somewhere is found in another column or in smaller tiles, and that follows from here. Pure.

import { promptParts, totalParts } from '../domain/summary.js';
import { dayLevel, everyLevel, hourLevel, monthLevel } from './packed/levels.js';
import type { PromptColumn } from './packed/prompt-days.js';

/** The columns of a tile, each apart so that a question reads only what it needs. */
export const columns = [
  'sums',
  'days',
  'quarters',
  'prompts',
  'urls',
  'domains',
  'channelUrls',
  'channelDomains',
  'promptFigures',
  'companyDays',
  'companyQuarters',
] as const;
/** What is found in a stored column, and read without the rest of it. */
export const partialColumns = ['allPrompts', ...promptParts, ...totalParts] as const;
export type Column = (typeof columns)[number] | (typeof partialColumns)[number];

/** What nearly every question reads stands in `tile`, small rows close together; the rest in `tile_detail`. */
export const tableNames = ['tile', 'tile_detail'] as const;
export type Table = (typeof tableNames)[number];

/** Which prompts a tile is about: all of a brand, or those with exactly the same tags; those of one prompt have columns of their own. */
export const scopeKinds = ['all', 'combination'] as const;
export type ScopeKind = (typeof scopeKinds)[number];

interface ColumnLayout extends Readonly<Partial<Record<ScopeKind, readonly number[]>>> {
  readonly table: Table;
  /** Another column that says the same of periods up to a level. */
  readonly from?: ColumnSource;
  /** Kept by prompt, so that what is stored of all prompts can be cut down to those of a filter. */
  readonly byPrompt?: true;
}

const ofAll = { all: everyLevel };
const ofBoth = { all: everyLevel, combination: everyLevel };
const ofFigures = {
  table: 'tile_detail',
  byPrompt: true,
  from: { column: 'promptFigures', upTo: monthLevel },
} as const;
const onDays = { all: [dayLevel], combination: [dayLevel] };
const onMonths = { all: [monthLevel], combination: [monthLevel] };

/** By kind of scope the levels that store a column. Days need no series of days: their sums are one place of it. */
const layout: Readonly<Record<Column, ColumnLayout>> = {
  sums: { table: 'tile', ...ofBoth },
  days: { table: 'tile', ...onMonths, from: { column: 'sums', upTo: dayLevel } },
  quarters: { table: 'tile_detail', ...onDays, from: { column: 'sums', upTo: hourLevel } },
  prompts: { table: 'tile', ...ofAll, byPrompt: true },
  allPrompts: { table: 'tile', byPrompt: true, from: { column: 'prompts', upTo: monthLevel } },
  urls: { table: 'tile', ...ofAll, from: { column: 'channelUrls', upTo: monthLevel } },
  domains: { table: 'tile', ...ofAll, from: { column: 'channelDomains', upTo: monthLevel } },
  channelUrls: { table: 'tile', ...ofBoth },
  channelDomains: { table: 'tile', ...ofBoth },
  promptFigures: { table: 'tile_detail', ...ofAll, byPrompt: true },
  ...{ promptMentions: ofFigures, promptSums: ofFigures, promptCompanies: ofFigures },
  ...{ promptTotals: ofFigures, mentionTotals: ofFigures, sumTotals: ofFigures, companyTotals: ofFigures },
  companyDays: { table: 'tile_detail', ...onMonths, from: { column: 'companyQuarters', upTo: dayLevel } },
  companyQuarters: { table: 'tile_detail', ...onDays },
};

/** The tables of the columns of a prompt's tile, which is one of a month. */
const tableOfPrompt: Readonly<Record<PromptColumn, Table>> = {
  dayRuns: 'tile',
  dayCells: 'tile_detail',
  dayCitations: 'tile_detail',
};

/** A column that some tile stores. */
export type StoredColumn = Column | PromptColumn;

/** The columns that a table holds, among `selected`. */
export function columnsIn<Of extends StoredColumn>(table: Table, selected: readonly Of[]): readonly Of[] {
  const tableOf = (column: StoredColumn) => (isOfPrompt(column) ? tableOfPrompt[column] : layout[column].table);
  return [...new Set(selected)].filter((column) => tableOf(column) === table);
}

function isOfPrompt(column: StoredColumn): column is PromptColumn {
  return column in tableOfPrompt;
}

/** The name of a column in the database. */
export function columnName(column: StoredColumn): string {
  return column.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
}

/** What a tile of a level stores; nothing where there is no such tile. */
export function storedColumns(kind: ScopeKind, level: number): ReadonlySet<Column> {
  return new Set(columns.filter((column) => layout[column][kind]?.includes(level)));
}

/** Tiles that hold what is looked for, maybe in another column of another level. */
interface ColumnHolder {
  readonly column: Column;
  readonly kind: ScopeKind;
  readonly level: number;
}

/** Where what `column` says of a period of `level` is found, the days of it if need be; `null` where no tile says it. */
export function holderOf(column: Column, level: number, isFiltered: boolean): ColumnHolder | null {
  const kinds: readonly ScopeKind[] = isFiltered
    ? ['combination', ...(layout[column].byPrompt ? (['all'] as const) : [])]
    : ['all'];
  const found = kinds.flatMap((kind) =>
    [column, ...sameOf(column, level)].map((each) => ({ column: each, kind, level })),
  );
  const holder = found.find(isStored);
  if (holder || level <= dayLevel) return holder ?? null;
  return holderOf(column, dayLevel, isFiltered);
}

/** The column itself, or the one that it is found in. */
export function wholeColumn(column: Column): Column {
  const isPartial = partialColumns.some((partial) => partial === column);
  return (isPartial && layout[column].from?.column) || column;
}

/** The columns that say all that `wanted` say of an hour or less. */
export function columnsWithinHours(wanted: Iterable<Column>): readonly Column[] {
  const sources = [...wanted].map((column) => {
    const { from } = layout[column];
    return from && from.upTo <= dayLevel ? from.column : wholeColumn(column);
  });
  return columns.filter((column) => sources.includes(column));
}

/** A column whose stored blocks are added to another, of periods up to a level. */
interface ColumnSource {
  readonly column: Column;
  readonly upTo: number;
}

/** The stored columns that a column is added up from, in a tile that keeps some: itself, and another that stands in for it where it is not stored. */
export function sourcesOf(column: Column, kept: readonly Column[]): readonly ColumnSource[] {
  const { from } = layout[column];
  const itself = { column, upTo: monthLevel };
  if (!from || (kept.includes(from.column) && areStoredTogether(column, from))) return [itself];
  return [itself, from];
}

function areStoredTogether(column: Column, { column: other, upTo }: ColumnSource): boolean {
  return scopeKinds.some((kind) =>
    everyLevel.some(
      (level) => level <= upTo && isStored({ column, kind, level }) && isStored({ column: other, kind, level }),
    ),
  );
}

function isStored({ column, kind, level }: ColumnHolder): boolean {
  return layout[column][kind]?.includes(level) ?? false;
}

function sameOf(column: Column, level: number): readonly Column[] {
  const { from } = layout[column];
  return from && level <= from.upTo ? [from.column] : [];
}

/** The level that stores the prompts and channels of the runs of items, whose counts every level has. */
export const entryLevel = dayLevel;
