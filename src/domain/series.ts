// Determines which days a series lists: those of its window, or if these are too many, those from the brand's first run in the window
// to its last one. Used by both the response and its cost.

import type { Fault } from '../errors.js';
import { countDays, type Day, dateAt, daysOf } from './day.js';
import type { Window } from './window.js';

/** The time zone of a series, and its maximum number of days. */
export interface SeriesRule {
  readonly timeZone: string;
  readonly maxDays: number;
}

/** Instants of the first and the last run, epoch milliseconds. */
export interface RunSpan {
  readonly first: number;
  readonly last: number;
}

/** More dates than any zone ever skipped. */
const maxSkippedDays = 4;

/** Whether the series of `window` may have to be trimmed, so that the listed days depend on the brand's runs in the window. */
export function needsRunSpan(window: Window, { timeZone, maxDays }: SeriesRule): boolean {
  return countDays(window, timeZone) > maxDays;
}

/**
 * The days that a series lists, ascending, or why there is no series. `span` holds the brand's runs in the window, filters not considered;
 * `null`: it has none. It counts only where `needsRunSpan`.
 */
export function listedDays(window: Window, rule: SeriesRule, span: RunSpan | null): readonly Day[] | Fault {
  const whole = daysWithin(window, rule);
  if (whole) return yearFault(whole, rule.timeZone) ?? whole;
  if (!span) return [];
  const trimmed = windowOfRuns(span);
  const days = daysWithin(trimmed, rule);
  if (days) return yearFault(days, rule.timeZone) ?? days;
  return excessFault(trimmed, rule);
}

/** The number of days that `listedDays` lists, without listing them: never fewer, and more than `maxDays` if it refuses. */
export function countListedDays(window: Window, rule: SeriesRule, span: RunSpan | null): number {
  if (!needsRunSpan(window, rule)) return countDays(window, rule.timeZone);
  return span ? countDays(windowOfRuns(span), rule.timeZone) : 0;
}

function windowOfRuns({ first, last }: RunSpan): Window {
  return { start: first, end: last + 1 };
}

/** The days of `window`; `null` if they are too many. */
function daysWithin(window: Window, { timeZone, maxDays }: SeriesRule): readonly Day[] | null {
  if (countDays(window, timeZone) > maxDays + maxSkippedDays) return null;
  const days = daysOf(window, timeZone);
  return days.length > maxDays ? null : days;
}

function excessFault(window: Window, { timeZone, maxDays }: SeriesRule): Fault {
  const [first, last] = [dateAt(window.start, timeZone), dateAt(window.end - 1, timeZone)];
  return {
    field: 'end',
    message:
      `the brand's runs in the window lie on ${countDays(window, timeZone)} days, ${first} to ${last}, and at most ` +
      `${maxDays} days are listed: give a shorter window, or ask for nothing by time.`,
  };
}

/** Dates are written with four digits, and there is no year 0. */
function yearFault(days: readonly Day[], timeZone: string): Fault | null {
  const ends = [days[0], days.at(-1)].flatMap((day) => day?.date ?? []);
  if (ends.every((date) => /^(?!0000)\d{4}-/.test(date))) return null;
  return {
    field: 'timeZone',
    message: `timeZone ${timeZone} gives a day outside the years 0001 to 9999: give a shorter window, or another time zone.`,
  };
}
