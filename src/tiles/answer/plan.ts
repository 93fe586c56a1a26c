// What a question needs from the tables: which tiles, which of their columns, and which raw rows. Pure.

import { literal } from '../../database/copy/copy-rows.js';
import { dayMs, hourMs, quarterMs } from '../../domain/limits.js';
import type { Ask, Question } from '../../domain/summary.js';
import { type Column, columnName, columnsIn, holderOf, scopeKinds, type Table, tableNames } from '../layout.js';
import type { CitingCell } from '../packed/cell.js';
import { cover } from '../packed/cover.js';
import { dayLevel, dayOf, everyLevel, hourLevel, quarterLevel, quartersOf, type Range } from '../packed/levels.js';
import { type Places, Tile } from '../packed/tile.js';
import { quarterOf, sortMarks } from '../stored/marks.js';
import { everyPrompt, type Selection } from '../stored/scopes.js';
import type { Known } from './known.js';

/** Stored tiles to read: some columns of some periods and scopes of one level; quarter tiles have neither columns nor scopes. */
export interface TileRead {
  readonly table: Table | 'quarter_tile';
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

/** Where more quarters than these, and most of the window, are stale, the plain definition is faster than cells from raw rows. */
const fewStaleQuarters = 200;

/** How to answer from tiles; `null` where only raw rows can: one prompt's runs, tags on the move, days that cut quarter hours. */
export function planOf(ask: Ask, { marks, models, selections }: Known, levels = everyLevel): Plan | null {
  const { question, parts } = ask;
  const selection = selections.get(ask) ?? null;
  if (question.promptId !== null || selection?.moved || (parts.has('days') && cutsQuarters(question))) return null;
  const quarters = { first: quarterOf(question.window.start), last: quarterOf(question.window.end) - 1 };
  const { stale, added } = sortMarks(
    (marks.get(question.brandId) ?? []).filter(({ quarter }) => quarter >= quarters.first && quarter <= quarters.last),
  );
  const wanted = columnsOf(ask);
  const covered = cover(quarters.first, quarters.last + 1, stale, levelsFor(question, wanted, levels));
  if (covered.raw.length > fewStaleQuarters && covered.raw.length > (quarters.last - quarters.first) / 2) return null;
  const prompts = selection?.prompts ?? null;
  const wantsModel = (model: number) => question.model === null || models.get(model) === question.model;
  return {
    ask,
    tile: new Tile(placesOf(question), wanted),
    reads: readsOf(covered.ranges, wanted, selection),
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
  if (question.model === null) return wanted.add('urls').add('domains');
  return wanted.add('modelUrls').add('modelDomains');
}

/** Those of `levels` that hold what is wanted; hours also need local days that begin with one. */
function levelsFor(
  { days, window, tags }: Question,
  wanted: ReadonlySet<Column>,
  levels: readonly number[],
): readonly number[] {
  const cutsHours = wanted.has('quarters') && days.some(({ start }) => start > window.start && start % hourMs !== 0);
  const isHeld = (level: number) => [...wanted].every((column) => holderOf(column, level, tags.length > 0));
  return levels.filter((level) => isHeld(level) && !(cutsHours && level === hourLevel));
}

type Ranges = ReadonlyMap<number, readonly Range[]>;

/** `selection` null: no filter, so that everything is read of the tiles of all prompts. */
function readsOf(ranges: Ranges, wanted: ReadonlySet<Column>, selection: Selection | null): readonly TileRead[] {
  const reads = new Map<string, TileRead>();
  for (const [level, ofLevel] of ranges) {
    if (level === quarterLevel)
      reads.set('quarter_tile', { table: 'quarter_tile', level, scopes: [], ranges: ofLevel, columns: [] });
    else for (const read of readsOfLevel({ level, ranges: ofLevel }, wanted, selection)) join(reads, read);
  }
  return [...reads.values()];
}

function readsOfLevel(
  { level, ranges }: Pick<TileRead, 'level' | 'ranges'>,
  wanted: ReadonlySet<Column>,
  selection: Selection | null,
): readonly TileRead[] {
  const scopes = { all: [everyPrompt], combination: selection?.combinations ?? [], tag: selection?.tagScopes ?? [] };
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
function daysOf({ first, last }: Range, level: number): Range {
  return { first: dayOf(quartersOf(first, level).first), last: dayOf(quartersOf(last, level).last) };
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

/** A SELECT of the tiles of `read`: its number, the period, and `width` blocks: the cells, or those in the order of `read.columns`. */
export function selectOf(
  read: TileRead,
  number: number,
  { brandId, width }: { brandId: string; width: number },
): string {
  const { table, level, scopes, columns } = read;
  const ranges = read.ranges.map(({ first, last }) => `(${literal(first)}, ${literal(last)})`).join(',');
  const isQuarters = table === 'quarter_tile';
  const period = isQuarters ? 'quarter' : 'period';
  const names = isQuarters ? ['cells'] : columns.map(columnName);
  const blocks = Array.from({ length: width }, (_, at) => names[at] ?? 'null::bytea');
  const filter = isQuarters ? '' : `and scope = any(${literal(scopes)}::integer[]) and level = ${literal(level)}`;
  return `select ${literal(number)}::integer, ${period}, ${blocks.join(', ')}
    from (values ${ranges}) as range (first, last) cross join lateral (
      select * from ${table} where brand_id = ${literal(brandId)} ${filter} and ${period} between first and last
    ) as ${table}`;
}
