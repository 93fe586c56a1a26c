// Which tiles make up a window: the largest that fit, and quarters of raw rows wherever a tile cannot be trusted. Pure.

import { monthLevel, periodOf, quarterLevel, type Range, rangeAt, startOf } from './levels.js';

/** A period of a level, or a quarter hour, that cannot be read. */
export interface Damage {
  readonly level: number;
  readonly period: number;
}

/** The same of a brand. */
export interface BrandDamage extends Damage {
  readonly brandId: string;
}

/** The periods to read, by level. */
type Cover = ReadonlyMap<number, readonly Range[]>;

interface CoverOptions {
  readonly stale: ReadonlySet<number>;
  readonly damaged?: readonly Damage[];
  readonly levels: readonly number[];
}

/**
 * The tiles of stretches of quarters, of the given `levels` and of single quarters. `stale` quarters are left to raw rows, and no tile that holds
 * one is read; nor is one of a damaged period, or of what that is a part of.
 */
export function cover(within: readonly Range[], { stale, damaged = [], levels }: CoverOptions): Cover {
  const largestFirst = [...levels].sort((a, b) => b - a);
  const unfit = new Map(levels.map((level) => [level, unfitPeriods(level, stale, damaged)]));
  const fits = (at: number, level: number, last: number) => {
    const period = periodOf(at, level);
    return startOf(period, level) === at && startOf(period + 1, level) <= last + 1 && !unfit.get(level)?.has(period);
  };
  const ranges = new Map<number, Range[]>();
  for (const { first, last } of within) {
    for (let at = first; at <= last; ) {
      if (stale.has(at)) {
        at++;
        continue;
      }
      const level = largestFirst.find((each) => fits(at, each, last)) ?? quarterLevel;
      const period = periodOf(at, level);
      ranges.set(level, extended(ranges.get(level) ?? [], period));
      at = startOf(period + 1, level);
    }
  }
  return ranges;
}

function unfitPeriods(level: number, stale: ReadonlySet<number>, damaged: readonly Damage[]): ReadonlySet<number> {
  const within = damaged.filter((each) => each.level <= level).map((each) => startOf(each.period, each.level));
  return new Set([...stale, ...within].map((quarter) => periodOf(quarter, level)));
}

/** `quarters` without the months before the first and after the last of `runs`; whole months, because a tile of one costs the least. */
export function cutToMonths(quarters: Range, runs: Range): Range {
  return shared(quarters, rangeAt(rangeAt(runs, quarterLevel, monthLevel), monthLevel, quarterLevel));
}

/** The quarters of ranges that lie in one of some months, which are in ascending order. */
export function withinMonths(quarters: readonly Range[], months: readonly number[]): readonly Range[] {
  const stretches = rangesOf(months).map((range) => rangeAt(range, monthLevel, quarterLevel));
  return quarters.flatMap((range) =>
    stretches.map((stretch) => shared(range, stretch)).filter(({ first, last }) => first <= last),
  );
}

/** What two ranges share; it ends before it begins where that is nothing. */
function shared(one: Range, other: Range): Range {
  return { first: Math.max(one.first, other.first), last: Math.min(one.last, other.last) };
}

/** Numbers in ascending order as ranges. */
export function rangesOf(numbers: readonly number[]): readonly Range[] {
  return numbers.reduce(extended, []);
}

/** `ranges` with `number` in the last range where it follows it, or in one of its own. Changes `ranges`. */
function extended(ranges: Range[], number: number): Range[] {
  const last = ranges.at(-1);
  if (last && last.last === number - 1) ranges[ranges.length - 1] = { first: last.first, last: number };
  else ranges.push({ first: number, last: number });
  return ranges;
}
