// What a question needs from the tables: which tiles, which of their columns, and which raw rows. Pure.

import { literal } from '../../database/copy/copy-rows.js';
import type { Day } from '../../domain/day.js';
import { hourMs } from '../../domain/limits.js';
import type { Ask, Part, Question } from '../../domain/summary.js';
import {
  type Column,
  columnName,
  columnsIn,
  columnsWithinHours,
  holderOf,
  scopeKinds,
  type Table,
  tableNames,
} from '../layout.js';
import type { ModelFilter } from '../packed/columns/column.js';
import { cover, cutToMonths } from '../packed/cover.js';
import { dayLevel, dayOf, everyLevel, hourLevel, quartersOf, type Range } from '../packed/levels.js';
import { Tile } from '../packed/tile.js';
import { type DatedAsk, needsSpan } from '../plain/run-spans.js';
import { quarterOf, type ReadMark, sortMarks } from '../stored/marks.js';
import { everyPrompt, type TagSelection } from '../stored/scopes.js';
import type { BrandState } from './brand-state.js';
import { type ModelGroup, modelFilterOf } from './model-group.js';
import { cutsQuarters, hasUtcDays, placesOf } from './places.js';

/**
 * Stored tiles to read: some columns of some periods and scopes of one level. Quarter tiles have neither; they are read for the columns that
 * the cells of a period of `level`, which is not stored as such, say of these scopes.
 */
export interface TileRead {
  readonly table: Table | 'quarter_tile';
  readonly level: number;
  readonly scopes: readonly number[];
  readonly ranges: readonly Range[];
  readonly columns: readonly Column[];
}

/** Asks that one plan answers, and the days of their series. */
export type DatedGroup = ModelGroup & DatedAsk;

export interface Plan {
  readonly group: ModelGroup;
  /** The days of the series. */
  readonly days: readonly Day[];
  /** Gathers the answers to all asks of the group, by model. */
  readonly tile: Tile;
  readonly reads: readonly TileRead[];
  /** Whether what is read may be kept. */
  readonly isKept: boolean;
  /** Quarters to compute from raw rows, and new runs that the tiles lack. */
  readonly raw: readonly number[];
  readonly added: readonly string[];
  /** Of the window. */
  readonly marks: readonly ReadMark[];
  readonly quarters: Range;
  readonly prompts: TagSelection['prompts'] | null;
  readonly admitsModel: ModelFilter;
  readonly admitsCell: (prompt: number, model: number) => boolean;
}

/** Where more quarters than these, and most of the window, are stale, the plain definition is faster than cells from raw rows. */
export const fewStaleQuarters = 200;

interface PlanOptions {
  /** Those of stored tiles to read. */
  readonly levels?: readonly number[];
  /** Whether hours are made of their quarters, because they are kept. */
  readonly keepsHours?: boolean;
}

/**
 * How to answer from tiles; `null` where only raw rows can: one prompt's runs, days that cut quarter hours. Until prompts with other tags are moved
 * in the tiles, a filter by tags is answered from quarter tiles, whose cells know no tags; the scopes that identify what is kept do not say which.
 */
export function planOf(
  { ask, asks, days }: DatedGroup,
  state: BrandState,
  { levels = everyLevel, keepsHours = false }: PlanOptions = {},
): Plan | null {
  const { models, selections } = state;
  const { question } = ask;
  const selection = selections.get(ask) ?? null;
  if (question.promptId !== null || cutsQuarters(days, question)) return null;
  const isMoved = selection?.moved ?? false;
  const quarters = quartersOfRuns(ask, state);
  const marks = (state.marks.get(question.brandId) ?? []).filter(
    ({ quarter }) => quarter >= quarters.first && quarter <= quarters.last,
  );
  const { stale, added } = sortMarks(marks);
  const wanted = columnsOf(asks, days);
  const held = isMoved ? [] : levelsFor(question, wanted, levels);
  const hours = keepsHours && !isMoved && !cutsHours({ question, days }, wanted) ? [hourLevel] : [];
  const covered = cover(quarters.first, quarters.last + 1, stale, [...hours, ...held]);
  if (covered.raw.length > fewStaleQuarters && covered.raw.length > (quarters.last - quarters.first) / 2) return null;
  const prompts = selection?.prompts ?? null;
  const admitsModel = modelFilterOf(asks, models);
  return {
    group: { ask, asks },
    days,
    tile: new Tile(placesOf(days, question), wanted),
    reads: readsOf(covered.ranges, { wanted, selection, held }),
    isKept: !isMoved,
    marks,
    raw: covered.raw,
    added,
    quarters,
    prompts,
    admitsModel,
    admitsCell: (prompt, model) => admitsModel(model) && (prompts?.has(prompt) ?? true),
  };
}

/** The quarters of the window; of a long one those of the months in which the brand has runs, and none where it has no run. */
export function quartersOfRuns(ask: Ask, { spans }: Pick<BrandState, 'spans'>): Range {
  const { start, end } = ask.question.window;
  const quarters = { first: quarterOf(start), last: quarterOf(end) - 1 };
  if (!needsSpan(ask)) return quarters;
  const span = spans.get(ask);
  if (!span) return { first: quarters.first, last: quarters.first - 1 };
  return cutToMonths(quarters, { first: quarterOf(span.first), last: quarterOf(span.last) });
}

/**
 * The columns that hold the selected parts. Sets that span all models are kept apart from those of each model, and an ask about all models alone
 * reads them; in a group the sets of each model, which the others need, say the same.
 */
function columnsOf(asks: readonly Ask[], days: readonly Day[]): ReadonlySet<Column> {
  const wanted = new Set<Column>();
  const parts = new Set(asks.flatMap((ask) => [...ask.parts]));
  if (parts.has('sums')) wanted.add('sums');
  if (parts.has('days')) wanted.add(hasUtcDays(days) ? 'days' : 'quarters');
  if (parts.has('prompts')) wanted.add('prompts');
  for (const column of promptColumnsOf(asks, parts)) wanted.add(column);
  if (parts.has('companySeries')) wanted.add(hasUtcDays(days) ? 'companyDays' : 'companyQuarters');
  if (!parts.has('distinct')) return wanted;
  if (asks.every(({ question }) => question.model === null)) return wanted.add('urls').add('domains');
  return wanted.add('modelUrls').add('modelDomains');
}

/** Whoever needs all figures of prompts by model finds the others among them; those of all models together do for a single ask. */
function promptColumnsOf(asks: readonly Ask[], parts: ReadonlySet<Part>): readonly Column[] {
  if (parts.has('promptFigures') || (parts.has('promptTotals') && asks.length > 1)) return ['promptFigures'];
  return (['promptMentions', 'promptTotals'] as const).filter((part) => parts.has(part));
}

/** Those of `levels` that hold these columns. */
function levelsFor({ tags }: Question, wanted: ReadonlySet<Column>, levels: readonly number[]): readonly number[] {
  return levels.filter((level) => [...wanted].every((column) => holderOf(column, level, tags.length > 0)));
}

type DatedQuestion = { readonly question: Question; readonly days: readonly Day[] };

/** Whether a local day begins within an hour. */
function cutsHours({ question: { window }, days }: DatedQuestion, wanted: ReadonlySet<Column>): boolean {
  return wanted.has('quarters') && days.some(({ start }) => start > window.start && start % hourMs !== 0);
}

type Ranges = ReadonlyMap<number, readonly Range[]>;

interface Reading {
  readonly wanted: ReadonlySet<Column>;
  /** `null`: no filter, so that everything is read of the tiles of all prompts. */
  readonly selection: TagSelection | null;
  /** The levels whose tiles hold what is wanted; what lies between them is made of quarter tiles. */
  readonly held: readonly number[];
}

function readsOf(ranges: Ranges, { wanted, selection, held }: Reading): readonly TileRead[] {
  const reads = new Map<string, TileRead>();
  const scopes = selection?.combinations.toSorted((a, b) => a - b) ?? [everyPrompt];
  const columns = columnsWithinHours(wanted);
  for (const [level, ofLevel] of ranges) {
    if (held.includes(level))
      for (const read of readsOfLevel({ level, ranges: ofLevel }, wanted, selection)) join(reads, read);
    else reads.set(`quarter_tile ${level}`, { table: 'quarter_tile', level, scopes, ranges: ofLevel, columns });
  }
  return [...reads.values()];
}

function readsOfLevel(
  { level, ranges }: Pick<TileRead, 'level' | 'ranges'>,
  wanted: ReadonlySet<Column>,
  selection: TagSelection | null,
): readonly TileRead[] {
  const scopes = { all: [everyPrompt], combination: selection?.combinations ?? [] };
  const holders = [...wanted].flatMap((column) => holderOf(column, level, selection !== null) ?? []);
  return [...new Set([level, dayLevel])].flatMap((of) =>
    scopeKinds.flatMap((kind) => {
      const held = holders.filter((holder) => holder.kind === kind && holder.level === of).map(({ column }) => column);
      const within = of === level ? ranges : ranges.map((range) => daysOf(range, level));
      const read = { level: of, scopes: scopes[kind], ranges: within };
      return tableNames.map((table) => ({ table, ...read, columns: columnsIn(table, held) }));
    }),
  );
}

/** Adds a read to those that there are: to one that differs in its ranges alone, where there is one. */
function join(reads: Map<string, TileRead>, read: TileRead): void {
  const { table, level, scopes, ranges, columns } = read;
  if (ranges.length * columns.length * scopes.length === 0) return;
  const key = `${table} ${level} ${scopes.join()} ${columns.join()}`;
  reads.set(key, { ...read, ranges: [...(reads.get(key)?.ranges ?? []), ...ranges] });
}

/** The days of some periods of `level`. */
function daysOf(range: Range, level: number): Range {
  const { first, last } = quartersOfRange(range, level);
  return { first: dayOf(first), last: dayOf(last) };
}

/** The quarters of some periods of `level`. */
function quartersOfRange({ first, last }: Range, level: number): Range {
  return { first: quartersOf(first, level).first, last: quartersOf(last, level).last };
}

/** A SELECT of the tiles of `read`: its number, the period, and `width` blocks: the cells, or those in the order of `read.columns`. */
export function selectOf(
  read: TileRead,
  number: number,
  { brandId, width }: { brandId: string; width: number },
): string {
  const { table, level, scopes, columns } = read;
  const isQuarters = table === 'quarter_tile';
  const within = isQuarters ? read.ranges.map((range) => quartersOfRange(range, level)) : read.ranges;
  const ranges = within.map(({ first, last }) => `(${literal(first)}, ${literal(last)})`).join(',');
  const period = isQuarters ? 'quarter' : 'period';
  const names = isQuarters ? ['cells'] : columns.map(columnName);
  const blocks = Array.from({ length: width }, (_, at) => names[at] ?? 'null::bytea');
  const filter = isQuarters ? '' : `and scope = any(${literal(scopes)}::integer[]) and level = ${literal(level)}`;
  return `select ${literal(number)}::integer, ${period}, ${blocks.join(', ')}
    from (values ${ranges}) as range (first, last) cross join lateral (
      select * from ${table} where brand_id = ${literal(brandId)} ${filter} and ${period} between first and last
    ) as ${table}`;
}
