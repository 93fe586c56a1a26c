// How many of a brand's runs a filter selects, by day and, of some days, by quarter hour: what tells a page where its runs are. Pure.

import { dayMs, quarterMs } from '../domain/limits.js';
import type { RunPlace } from '../domain/run.js';
import type { Window } from '../domain/window.js';
import type { Cached } from '../tiles/kept/tile-cache.js';
import { dayOf } from '../tiles/packed/levels.js';
import { quarterOf } from '../tiles/stored/marks.js';

/** Where a page begins: its first run is the one after `skip` runs before `end`, newest first. */
interface PagePlace {
  readonly end: number;
  readonly skip: number;
}

/** Rows to look at for a page; `prompts`: of each window, the number of the prompt that alone is looked at. */
export interface Stretches {
  readonly within: readonly Window[];
  readonly prompts?: readonly number[];
}

/** How many runs there are, and where those of the page are. */
export interface Placed {
  readonly total: number;
  /** Where the next `runs` runs after a place are, of a page that is sparse. */
  readonly stretchesOf: (after: RunPlace | null, runs: number) => Stretches;
  /** The place after the newest `skip` runs; `null` past the last run. */
  readonly placeAfter: (skip: number) => PagePlace | null;
}

export function placedBy(total: number, counts: PageCounts): Placed {
  return {
    total,
    stretchesOf: (after, runs) => ({ within: counts.stretchesOfPage(after, runs) }),
    placeAfter: (skip) => counts.placeAfter(skip),
  };
}

/** What a day or a quarter hour takes of memory, about. */
const countBytes = 50;

export class PageCounts implements Cached {
  total = 0;
  private readonly days = new Map<number, number>();
  private readonly quarters = new Map<number, number>();

  private readonly unlocated = new Set<number>();

  addDay(day: number, runs: number): void {
    this.total += runs;
    this.unlocated.add(day);
    add(this.days, day, runs);
  }

  addQuarter(quarter: number, runs: number): void {
    this.total += runs;
    add(this.days, dayOf(quarter), runs);
    this.locate(quarter, runs);
  }

  /** Adds others, whose days are each either whole or located. */
  addAll({ days, quarters, unlocated }: PageCounts): void {
    for (const day of unlocated) this.addDay(day, days.get(day) ?? 0);
    for (const [quarter, runs] of quarters) this.addQuarter(quarter, runs);
  }

  get bytes(): number {
    return countBytes * (1 + this.days.size + this.quarters.size);
  }

  /** Whether runs of any of these days were added without their quarter hours. */
  hasUnlocated(days: readonly number[]): boolean {
    return days.some((day) => this.unlocated.has(day));
  }

  /** Says in which quarter hour runs of a day are that were added already. */
  locate(quarter: number, runs: number): void {
    add(this.quarters, quarter, runs);
  }

  /** The place after the newest `skip` runs; `null` past the last run. */
  placeAfter(skip: number): PagePlace | null {
    let left = skip;
    for (const [day, runs] of [...this.days].sort(([a], [b]) => b - a)) {
      if (left < runs) return { end: (day + 1) * dayMs, skip: left };
      left -= runs;
    }
    return null;
  }

  /** The days in which the next `runs` runs after a place are, newest first. */
  daysOfPage(after: RunPlace | null, runs: number): readonly number[] {
    return newest(this.days, after && dayOf(quarterOf(after.createdAt)), runs);
  }

  /** The quarter hours in which they are, as far as they are located: neighbours are one stretch, the newest first. */
  stretchesOfPage(after: RunPlace | null, runs: number): readonly Window[] {
    const quarters = newest(this.quarters, after && quarterOf(after.createdAt), runs);
    const stretches: { start: number; end: number }[] = [];
    for (const quarter of quarters) {
      const start = quarter * quarterMs;
      const last = stretches.at(-1);
      if (last && last.start === start + quarterMs) last.start = start;
      else stretches.push({ start, end: start + quarterMs });
    }
    return stretches;
  }
}

/** The newest keys up to `last` that have `runs` runs together. Runs of `last` itself may be newer than the place in it, and do not count. */
function newest(counts: ReadonlyMap<number, number>, last: number | null, runs: number): readonly number[] {
  const keys = [...counts.keys()].filter((key) => (counts.get(key) ?? 0) > 0 && (last === null || key <= last));
  const found: number[] = [];
  let left = runs;
  for (const key of keys.sort((a, b) => b - a)) {
    if (left <= 0) break;
    found.push(key);
    if (key !== last) left -= counts.get(key) ?? 0;
  }
  return found;
}

function add(counts: Map<number, number>, key: number, runs: number): void {
  counts.set(key, (counts.get(key) ?? 0) + runs);
}
