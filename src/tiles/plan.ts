// What a question needs from the tables: which tiles, which of their columns, and which raw rows. Pure.

import type { Ask, Question } from '../domain/summary.js';
import { dayMs, quarterMs } from '../domain/window.js';
import type { CitingCell } from './cell.js';
import { literal } from './copy-rows.js';
import { type Cover, cover, dayOf, firstDayOfMonth, type Range } from './cover.js';
import { type Mark, quarterOf, sortMarks } from './marks.js';
import type { Selection } from './scopes.js';
import { columnNames, dayLevel, everyPrompt, monthLevel } from './store.js';
import { type Column, columns, type Places, Tile } from './tile.js';

/** The level of quarter tiles, whose one block holds cells. */
export const quarterLevel = 0;

/** Stored tiles to read: some columns of some periods and scopes of one level. */
export interface TileRead {
  readonly level: number;
  readonly scopes: readonly number[];
  readonly ranges: readonly Range[];
  readonly columns: readonly Column[];
}

export interface Plan {
  readonly ask: Ask;
  /** Gathers the answer. */
  readonly tile: Tile;
  readonly reads: readonly TileRead[];
  /** Quarters to compute from raw rows, and new runs that the tiles lack. */
  readonly raw: readonly number[];
  readonly added: readonly string[];
  /** Gathers what those cite, by prompt, where the prompts of sources are asked for. */
  readonly unrolled: CitingCell[];
  readonly quarters: Range;
  readonly prompts: Selection['prompts'] | null;
  readonly wantsModel: (model: number) => boolean;
  readonly wantsCell: (prompt: number, model: number) => boolean;
}

/** What is known of a brand before its tiles are read, in the same snapshot. */
export interface Circumstances {
  readonly marks: readonly Mark[];
  /** Model ids by number. */
  readonly models: ReadonlyMap<number, string>;
  /** What the question's tags select; `null` without tags. */
  readonly selection: Selection | null;
}

/** Where more quarters than these, and most of the window, are stale, the plain definition is faster than cells from raw rows. */
const fewStaleQuarters = 200;

/** How to answer from tiles; `null` where only raw rows can: one prompt's runs, tags on the move, days that cut quarter hours. */
export function planOf(ask: Ask, { marks, models, selection }: Circumstances): Plan | null {
  const { question, parts } = ask;
  if (question.promptId !== null || selection?.moved || (parts.has('days') && cutsQuarters(question))) return null;
  const quarters = { first: quarterOf(question.window.start), last: quarterOf(question.window.end) - 1 };
  const { stale, added } = sortMarks(
    marks.filter(({ quarter }) => quarter >= quarters.first && quarter <= quarters.last),
  );
  const covered = cover(quarters.first, quarters.last + 1, stale);
  if (covered.raw.length > fewStaleQuarters && covered.raw.length > (quarters.last - quarters.first) / 2) return null;
  const wanted = columnsOf(ask);
  const prompts = selection?.prompts ?? null;
  const wantsModel = (model: number) => question.model === null || models.get(model) === question.model;
  return {
    ask,
    tile: new Tile(placesOf(question), wanted),
    reads: readsOf(covered, wanted, selection?.scopes ?? [everyPrompt]),
    raw: covered.raw,
    added,
    unrolled: [],
    quarters,
    prompts,
    wantsModel,
    wantsCell: (prompt, model) => wantsModel(model) && (prompts?.has(prompt) ?? true),
  };
}

/** The columns that hold the wanted parts. Sets that span all models and prompts are kept apart from those of each model. */
function columnsOf({ question, parts }: Ask): ReadonlySet<Column> {
  const wanted = new Set<Column>();
  if (parts.has('sums')) wanted.add('sums');
  if (parts.has('days')) wanted.add(hasUtcDays(question) ? 'days' : 'quarters');
  if (parts.has('prompts')) wanted.add('prompts');
  if (parts.has('domainSources')) wanted.add('modelDomains').add('domainCitations');
  if (parts.has('urlSources')) wanted.add('modelUrls').add('urlCitations');
  if (!parts.has('distinct')) return wanted;
  const unfiltered = question.model === null && question.tags.length === 0;
  return new Set([
    ...wanted,
    ...(unfiltered ? (['urls', 'domains'] as const) : (['modelUrls', 'modelDomains'] as const)),
  ]);
}

function readsOf(
  { months, days, quarters }: Cover,
  wanted: ReadonlySet<Column>,
  scopes: readonly number[],
): readonly TileRead[] {
  const ofScopes = columns.filter((column) => wanted.has(column) && column !== 'prompts' && column !== 'quarters');
  const reads: TileRead[] = [
    { level: monthLevel, scopes, ranges: months, columns: ofScopes },
    { level: dayLevel, scopes, ranges: days, columns: ofScopes },
    { level: quarterLevel, scopes, ranges: quarters, columns: [...wanted] },
  ];
  if (wanted.has('prompts')) {
    // Sets of prompts are cut down to the filter's afterwards, so they are kept for all prompts only.
    reads.push({ level: monthLevel, scopes: [everyPrompt], ranges: months, columns: ['prompts'] });
    reads.push({ level: dayLevel, scopes: [everyPrompt], ranges: days, columns: ['prompts'] });
  }
  if (wanted.has('quarters')) {
    reads.push({ level: dayLevel, scopes, ranges: [...days, ...months.map(daysOfMonths)], columns: ['quarters'] });
  }
  return reads.filter((read) => read.ranges.length > 0 && read.scopes.length > 0 && read.columns.length > 0);
}

function daysOfMonths({ first, last }: Range): Range {
  return { first: firstDayOfMonth(first), last: firstDayOfMonth(last + 1) - 1 };
}

function hasUtcDays({ days }: Question): boolean {
  return days.every(({ start, end }) => start % dayMs === 0 && end - start === dayMs);
}

function cutsQuarters({ days, window }: Question): boolean {
  return days.some(({ start }) => start > window.start && start % quarterMs !== 0);
}

/** Where a quarter falls among the days of the question: UTC days by arithmetic, others by a table. */
function placesOf({ days, window }: Question): Places {
  const firstDay = dayOf(quarterOf(days[0]?.start ?? window.start));
  const first = quarterOf(window.start);
  let table: Int32Array | null = null;
  const tabulate = () => {
    const places = new Int32Array(quarterOf(window.end) - first);
    for (const [place, day] of days.entries())
      places.fill(place, Math.max(0, quarterOf(day.start) - first), Math.max(0, quarterOf(day.end) - first));
    return places;
  };
  return {
    day: (quarter) => dayOf(quarter) - firstDay,
    quarter: (quarter) => {
      table ??= tabulate();
      return table[quarter - first] ?? 0;
    },
  };
}

/** A SELECT of the tiles of `read`: its number, the period, and the blocks in the order of `columns` (quarters: cells first). */
export function selectOf(read: TileRead, number: number, brandId: string): string {
  const ranges = read.ranges.map(({ first, last }) => `(${literal(first)}, ${literal(last)})`).join(',');
  const [table, period, blocks, filter] =
    read.level === quarterLevel
      ? ['quarter_tile', 'quarter', columns.map((_, at) => (at === 0 ? 'cells' : 'null::bytea')), '']
      : [
          'tile',
          'period',
          columns.map((column) => (read.columns.includes(column) ? columnNames[column] : 'null::bytea')),
          `and scope = any(${literal(read.scopes)}::integer[]) and level = ${literal(read.level)}`,
        ];
  return `select ${literal(number)}::integer, ${period}, ${blocks.join(', ')}
    from (values ${ranges}) as range (first, last) cross join lateral (
      select * from ${table} where brand_id = ${literal(brandId)} ${filter} and ${period} between first and last
    ) as ${table}`;
}
