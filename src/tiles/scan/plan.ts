// Where a scan finds what it wants: which tiles, which chunks, and which raw rows. The only planner. Pure.

import type { Day } from '../../domain/day.js';
import { hourMs } from '../../domain/limits.js';
import type { RunSet } from '../../domain/summary.js';
import { type Column, columnsIn, columnsWithinHours, entryLevel, holderOf, scopeKinds, tableNames } from '../layout.js';
import { cover, cutToMonths, type Damage, withinMonths } from '../packed/cover.js';
import { dayLevel, everyLevel, hourLevel, monthLevel, quarterLevel, type Range, rangeAt } from '../packed/levels.js';
import { quarterOf } from '../stored/marks.js';
import type { ReadMark } from '../stored/read-marks.js';
import { everyPrompt } from '../stored/scopes.js';
import { rolledMonths } from '../stored/stamps.js';
import { type BrandState, isLong } from './brand-state.js';
import { cutsQuarters } from './places.js';
import { isOfDays, promptSources } from './prompt-source.js';
import { type RunSelection, selectRuns } from './run-selection.js';
import type { Scan, Source, WantedItems } from './scan.js';

export interface ScanPlan {
  readonly sources: readonly Source[];
  /** Quarters to compute from their raw rows. */
  readonly raw: readonly number[];
  /** All marks of these and of quarters with new runs that no tile holds. */
  readonly marks: readonly ReadMark[];
  /** Whether a quarter hour is looked at. */
  readonly holds: (quarter: number) => boolean;
  readonly runs: RunSelection;
}

/** Where more quarters than these, and most of the window, are stale, the plain definition is faster than cells from raw rows. */
const fewStaleQuarters = 200;
/** Where all prompts have more new runs than these, the figures of one are read from its own rows. */
const fewNewRuns = 2_000;

interface PlanOptions {
  /** Tiles and chunks of other levels are not read. */
  readonly levels?: readonly number[];
  /** Periods whose blocks are known to be corrupt. */
  readonly damaged?: readonly Damage[];
}

/**
 * `null` where only the plain definition can answer: series of one prompt by days that are not those of UTC, days that cut quarter hours, much that
 * is not rolled.
 */
export function planScan(
  scan: Scan,
  state: BrandState,
  { levels = everyLevel, damaged = [] }: PlanOptions = {},
): ScanPlan | null {
  const { set, models, days = [], wanted, isCheapFromRows = false } = scan;
  const isOfPrompt = 'columns' in wanted && set.promptId !== null;
  if ('columns' in wanted && cutsQuarters(days, set)) return null;
  if (isCheapFromRows && state.tags?.isInTiles === false) return null;
  const whole = quartersOfSet(set, state);
  const within = (scan.quarters ?? [whole]).map(({ first, last }) => {
    return { first: Math.max(first, whole.first), last: Math.min(last, whole.last) };
  });
  const holds = (quarter: number) => within.some(({ first, last }) => quarter >= first && quarter <= last);
  const marks = state.marks.filter(({ quarter }) => holds(quarter));
  const marked = marks.flatMap(({ isRaw, quarter }) => (isRaw ? [quarter] : []));
  const lost = damaged.flatMap(({ level, period }) => (level === quarterLevel && holds(period) ? [period] : []));
  const stale = new Set([...marked, ...lost]);
  const added = marks.reduce((sum, mark) => sum + (stale.has(mark.quarter) ? 0 : mark.added), 0);
  if (isOfPrompt && ((!isOfDays(wanted.columns) && !scan.quarters) || added > fewNewRuns)) return null;
  const size = within.reduce((sum, { first, last }) => sum + last - first + 1, 0);
  if (stale.size > fewStaleQuarters && (isCheapFromRows || isOfPrompt || stale.size > size / 2)) return null;
  const runs = selectRuns(set, models, state);
  const rolled = withinMonths(within, rolledMonths(state.stamps));
  const covered = (of: readonly number[]) => cover(rolled, { stale, damaged, levels: of });
  const sources =
    'columns' in wanted
      ? (isOfPrompt ? sourcesOfPrompts : columnSources)(
          { set, days, wanted: wanted.columns, state },
          { levels, covered },
        )
      : itemSources(wanted, runs.key !== '', { levels, covered });
  // Without a whole day in tiles, its rows are fewer than the cells of all prompts.
  const isEmpty = sources.length + stale.size + added === 0;
  if (isOfPrompt && !isEmpty && !scan.quarters && !sources.some(({ from }) => from === 'prompt')) return null;
  return { sources, raw: [...stale], marks, holds, runs };
}

type Ranges = ReadonlyMap<number, readonly Range[]>;

/** The quarters of the window; of a long one those of the months in which the brand has runs, and none where it has no run. */
function quartersOfSet(set: RunSet, { span }: BrandState): Range {
  const quarters = { first: quarterOf(set.window.start), last: quarterOf(set.window.end) - 1 };
  if (span) return cutToMonths(quarters, { first: quarterOf(span.first), last: quarterOf(span.last) });
  return isLong(set) ? { first: quarters.first, last: quarters.first - 1 } : quarters;
}

interface Covering {
  readonly levels: readonly number[];
  readonly covered: (levels: readonly number[]) => Ranges;
}

interface WantedColumns extends Required<Pick<Scan, 'set' | 'days'>> {
  readonly wanted: ReadonlySet<Column>;
  readonly state: BrandState;
}

/**
 * Levels hold what is wanted where they hold all of it; what lies between them is made of quarters, an hour at a time. Where filters select prompts
 * of which no level holds that, their own tiles do.
 */
function columnSources(given: WantedColumns, { levels, covered }: Covering): readonly Source[] {
  const { set, days, wanted, state } = given;
  const isInTiles = state.tags?.isInTiles !== false && !state.isOfPrompts;
  const isUsable = (column: Column, level: number) => {
    const holder = holderOf(column, level, state.prompts !== null);
    // Otherwise, only what is kept by prompt can be cut down to the prompts of now.
    return holder !== null && (isInTiles || holder.kind === 'all');
  };
  const held = levels.filter((level) => [...wanted].every((column) => isUsable(column, level)));
  if (held.length === 0 && state.isOfPrompts && isOfDays(wanted)) return sourcesOfPrompts(given, { levels, covered });
  const hours = levels.length > 1 && !cutsHours(days, set, wanted) ? [hourLevel] : [];
  const ranges = covered([...hours, ...held]);
  const sources = [...ranges].flatMap(([level, ofLevel]): readonly Source[] => {
    if (held.includes(level)) return tileSources({ level, ranges: ofLevel }, wanted, state);
    return [{ from: 'quarters', level, ranges: ofLevel, columns: columnsWithinHours(wanted) }];
  });
  return joined(sources);
}

/** The days of prompts, and the quarters that make up no whole day. */
function sourcesOfPrompts(
  { wanted, state: { prompts } }: WantedColumns,
  { levels, covered }: Covering,
): readonly Source[] {
  if (!prompts || prompts.size === 0) return [];
  return [...covered(levels.includes(monthLevel) && isOfDays(wanted) ? [dayLevel] : [])].flatMap(
    ([level, ranges]): readonly Source[] => {
      if (level === dayLevel) return promptSources(prompts, ranges, wanted);
      return [{ from: 'quarters', level, ranges, columns: columnsWithinHours(wanted) }];
    },
  );
}

/** Whether a local day begins within an hour. */
function cutsHours(days: readonly Day[], { window }: RunSet, wanted: ReadonlySet<Column>): boolean {
  return wanted.has('quarters') && days.some(({ start }) => start > window.start && start % hourMs !== 0);
}

/** The tiles of a level that hold what is wanted, or those of its days. */
function tileSources(
  { level, ranges }: Pick<Source, 'level' | 'ranges'>,
  wanted: ReadonlySet<Column>,
  { tags, prompts }: BrandState,
): readonly Source[] {
  const scopes = { all: [everyPrompt], combination: tags?.combinations ?? [] };
  const holders = [...wanted].flatMap((column) => holderOf(column, level, prompts !== null) ?? []);
  return [...new Set([level, dayLevel])].flatMap((of) => {
    const within = ranges.map((range) => rangeAt(range, level, of));
    return scopeKinds.flatMap((kind) => {
      const held = holders.filter((holder) => holder.kind === kind && holder.level === of).map(({ column }) => column);
      const sorted = scopes[kind].toSorted((a, b) => a - b);
      return tableNames.map((table): Source => {
        return { from: 'tiles', table, level: of, scopes: sorted, ranges: within, columns: columnsIn(table, held) };
      });
    });
  });
}

/** Sources without the empty ones, and those that differ in their ranges alone as one. */
function joined(sources: readonly Source[]): readonly Source[] {
  const found = new Map<string, Source>();
  for (const source of sources) {
    if (source.ranges.length === 0 || ('columns' in source && source.columns.length === 0)) continue;
    if (source.from === 'tiles' && source.scopes.length === 0) continue;
    const { ranges, ...rest } = source;
    const key = JSON.stringify(rest);
    found.set(key, { ...source, ranges: [...(found.get(key)?.ranges ?? []), ...ranges] });
  }
  return [...found.values()];
}

/** Where only some prompts and models count, months are made of the entries of their days; hours are of quarters. */
function itemSources(
  { kind, chunks, needsEntries, isByChunk = false }: WantedItems,
  isFiltered: boolean,
  { levels, covered }: Covering,
): readonly Source[] {
  const hasEntries = needsEntries || isFiltered;
  const stored = levels.filter((level) => !hasEntries || level === entryLevel);
  const isMadeOfDays = hasEntries && !isByChunk && stored.includes(entryLevel) && levels.includes(monthLevel);
  const whole = isMadeOfDays ? [entryLevel, monthLevel] : stored;
  return [...covered(levels.length > 1 ? [hourLevel, ...whole] : whole)].map(([level, ofLevel]): Source => {
    if (level < dayLevel) return { from: 'quarters', level, ranges: ofLevel, columns: [] };
    return { from: 'chunks', level, ranges: ofLevel, kind, chunks, hasEntries, isByChunk };
  });
}
