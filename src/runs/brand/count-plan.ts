// What of the tiles is read to count the runs that a filter selects, and what only the rows can tell. Pure.

import type { BrandRunsAsk } from '../../domain/run.js';
import type { Ask } from '../../domain/summary.js';
import type { BrandState } from '../../tiles/answer/brand-state.js';
import type { TileRead } from '../../tiles/answer/plan.js';
import { cover, cutToMonths, rangesOf } from '../../tiles/packed/cover.js';
import { dayLevel, dayOf, monthLevel, quarterLevel, type Range } from '../../tiles/packed/levels.js';
import { at } from '../../tiles/packed/maps.js';
import { quarterOf, sortMarks } from '../../tiles/stored/marks.js';
import { everyPrompt } from '../../tiles/stored/scopes.js';

export interface CountPlan {
  readonly reads: readonly TileRead[];
  /** The tiles that say what a day's quarter hours hold. */
  readonly scopes: readonly number[];
  /** Of days that are not read as a whole: the quarters that count. */
  readonly quartersOfDay: ReadonlyMap<number, ReadonlySet<number>>;
  /** Quarters to count from rows, and new runs that the tiles lack. */
  readonly stale: readonly Range[];
  readonly added: readonly string[];
}

/** Where more quarters than these are stale, counting all rows is simpler and not much slower. */
const maxStaleQuarters = 200;

/** The question that the tiles are asked in place of a page. */
export function questionOf({ brandId, window, model, tags }: BrandRunsAsk): Ask {
  const question = { brandId, window, model, tags, promptId: null, outcome: 'all', series: null } as const;
  return { question, parts: new Set() };
}

/** How to count from tiles; `null` where only rows can: tags on the move, and much that is not rolled. */
export function countPlanOf(ask: Ask, { marks, selections, spans }: BrandState): CountPlan | null {
  const { brandId, window, tags } = ask.question;
  const selection = selections.get(ask);
  if (selection?.moved) return null;
  const span = spans.get(ask);
  const whole = { first: quarterOf(window.start), last: quarterOf(window.end) - 1 };
  const quarters = span ? cutToMonths(whole, { first: quarterOf(span.first), last: quarterOf(span.last) }) : whole;
  const within = (marks.get(brandId) ?? []).filter(
    ({ quarter }) => quarter >= quarters.first && quarter <= quarters.last,
  );
  const { stale, added } = sortMarks(within);
  if (stale.size > maxStaleQuarters) return null;
  const { ranges, raw } = cover(quarters.first, quarters.last + 1, stale, [dayLevel, monthLevel]);
  const scopes = tags.length > 0 ? (selection?.combinations ?? []) : [everyPrompt];
  const quartersOfDay = byDay(ranges.get(quarterLevel) ?? []);
  const days = [...(ranges.get(dayLevel) ?? []), ...rangesOf([...quartersOfDay.keys()].sort((a, b) => a - b))];
  const reads = [
    readOf(monthLevel, 'companyDays', scopes, ranges.get(monthLevel) ?? []),
    readOf(dayLevel, 'companyQuarters', scopes, days),
  ];
  return { reads: reads.flat(), scopes, quartersOfDay, stale: rangesOf(raw), added };
}

/** The tiles that say what the quarter hours of `days` hold. */
export function quarterReads(scopes: readonly number[], days: readonly number[]): readonly TileRead[] {
  return readOf(dayLevel, 'companyQuarters', scopes, rangesOf([...days].sort((a, b) => a - b)));
}

function readOf(
  level: number,
  column: 'companyDays' | 'companyQuarters',
  scopes: readonly number[],
  ranges: readonly Range[],
): readonly TileRead[] {
  if (scopes.length === 0 || ranges.length === 0) return [];
  return [{ table: 'tile_detail', level, scopes, ranges, columns: [column] }];
}

function byDay(ranges: readonly Range[]): ReadonlyMap<number, ReadonlySet<number>> {
  const days = new Map<number, Set<number>>();
  for (const { first, last } of ranges) {
    for (let quarter = first; quarter <= last; quarter++)
      at(days, dayOf(quarter), () => new Set<number>()).add(quarter);
  }
  return days;
}
