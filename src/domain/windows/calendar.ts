// Windows of whole calendar days of a zone: from one to another, or the last of them up to today. Pure: what time it is, is given.

import { Temporal } from 'temporal-polyfill';
import type { Fault } from '../../errors.js';
import { parseDay } from '../day.js';
import { firstInstant } from '../limits.js';
import { alignDown, type Window } from '../window.js';
import { remembered } from './remembered.js';

/** The window of the days `from` to `to`, both included, or every fault of them. */
export function parseDays(from: string, to: string, timeZone: string): Window | readonly Fault[] {
  const [first, last] = [parseDay(from, timeZone, 'from'), parseDay(to, timeZone, 'to')];
  const faults = [first, last].filter((each) => 'message' in each);
  if ('message' in first || 'message' in last) return faults;
  if (first.start > last.start) return [{ field: 'from', message: 'from is after to: give a from no later than to.' }];
  return { start: alignDown(first.start), end: alignDown(last.end) };
}

/** What a unit is a number of. */
const units = { d: ['days', 1], w: ['days', 7], mo: ['months', 1], y: ['months', 12] } as const;

/** So many local days, weeks of seven days, calendar months or years, up to the end of the day of `now`. */
type LastDays = (now: number, timeZone: string) => Window;

/** Reads a text such as `7d`, `4w`, `3mo` or `1y`; what would begin before year 1 begins with it. */
export function parseLast(text: string): LastDays | Fault {
  const [, digits = '', unit = ''] = /^(\d+)([a-z]+)$/.exec(text) ?? [];
  const count = Number(digits);
  if (!isUnit(unit) || count < 1)
    return {
      field: 'last',
      message: `last must be a number of days, weeks, months or years, at least 1, such as 7d, 4w, 3mo or 1y; given was ${JSON.stringify(text.slice(0, 100))}.`,
    };
  const [name, factor] = units[unit];
  return (now, timeZone) => lastDays(now, Math.min(count * factor, maxLength), name, timeZone);
}

const lastDays = remembered(1_000, (now: number, length: number, unit: 'days' | 'months', timeZone: string): Window => {
  const today = Temporal.Instant.fromEpochMilliseconds(now).toZonedDateTimeISO(timeZone).startOfDay();
  const end = today.add({ days: 1 }).startOfDay();
  const start = end.subtract({ [unit]: length }).startOfDay().epochMilliseconds;
  return { start: Math.max(firstInstant, alignDown(start)), end: alignDown(end.epochMilliseconds) };
});

function isUnit(text: string): text is keyof typeof units {
  return Object.hasOwn(units, text);
}

/** More days than there are since year 1, and as many months as any calendar counts back. */
const maxLength = 1_000_000;
