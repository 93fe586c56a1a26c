// From the number of a page to its place in time, by counting runs a day at a time from the newest. Pure.

import { dayMs } from '../domain/limits.js';
import type { Window } from '../domain/window.js';

/** A stretch of a window, and how many runs lie in it. */
export interface Stretch extends Window {
  readonly runs: number;
}

/** Where a page begins: its first run is the one after `skip` runs before `end`, newest first. */
export interface PagePlace {
  readonly end: number;
  readonly skip: number;
}

/** A window's whole UTC days, and the days that it cuts. */
interface WindowParts {
  /** From the first to the last whole day; `null`: there is none. */
  readonly whole: Window | null;
  /** At most two, oldest first, cut to the window. */
  readonly cut: readonly Window[];
}

/** The parts of `window`, which are not more however long it is. */
export function partsOf(window: Window): WindowParts {
  const [start, end] = [Math.ceil(window.start / dayMs) * dayMs, Math.floor(window.end / dayMs) * dayMs];
  if (start > end) return { whole: null, cut: [window] };
  const edges = [
    { start: window.start, end: start },
    { start: end, end: window.end },
  ];
  return { whole: start < end ? { start, end } : null, cut: edges.filter((edge) => edge.start < edge.end) };
}

/** The place of the page that begins after `skip` runs; `null` past the last run. `stretches` are newest first. */
export function placeOf(stretches: readonly Stretch[], skip: number): PagePlace | null {
  let left = skip;
  for (const { end, runs } of stretches) {
    if (left < runs) return { end, skip: left };
    left -= runs;
  }
  return null;
}
