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

/** The UTC days of `window`, cut to it, newest first. `isWhole`: the window does not cut the day. */
export function stretchesOf(window: Window): readonly (Window & { readonly isWhole: boolean })[] {
  const stretches: (Window & { isWhole: boolean })[] = [];
  for (let end = window.end; end > window.start; ) {
    const day = Math.floor((end - 1) / dayMs) * dayMs;
    const start = Math.max(day, window.start);
    stretches.push({ start, end, isWhole: start === day && end === day + dayMs });
    end = start;
  }
  return stretches;
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
