// Where the quarters of a window fall among the days that its series lists. Pure.

import type { Day } from '../../domain/day.js';
import { dayMs, quarterMs } from '../../domain/limits.js';
import type { RunSet } from '../../domain/summary.js';
import { dayOf } from '../packed/levels.js';
import type { Places } from '../packed/tile.js';
import { quarterOf } from '../stored/marks.js';

/** Whether all days are those of UTC. */
export function hasUtcDays(days: readonly Day[]): boolean {
  return days.every(({ start, end }) => start % dayMs === 0 && end - start === dayMs);
}

/** Whether a day, or the window itself, begins within a quarter hour: so days begin where offsets had seconds. */
export function cutsQuarters(days: readonly Day[], { window }: RunSet): boolean {
  if (window.start % quarterMs !== 0 || window.end % quarterMs !== 0) return true;
  return days.some(({ start }) => start > window.start && start % quarterMs !== 0);
}

/** Where a quarter falls among the days of the question: UTC days by arithmetic, others by a table. */
export function placesOf(days: readonly Day[], { window }: RunSet): Places {
  const firstDay = dayOf(quarterOf(days[0]?.start ?? window.start));
  const first = Math.max(quarterOf(window.start), quarterOf(days[0]?.start ?? window.start));
  let table: Int32Array | null = null;
  const tabulate = () => {
    const end = Math.min(quarterOf(window.end), Math.ceil((days.at(-1)?.end ?? window.start) / quarterMs));
    const places = new Int32Array(Math.max(0, end - first));
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
