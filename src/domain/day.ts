// Calendar days of a window: UTC days, or the days of an IANA time zone. The only source of time zone rules for all readers.

import { Temporal } from 'temporal-polyfill';
import type { Fault } from '../errors.js';
import { dayMs, firstInstant, lastInstant } from './limits.js';
import type { Window } from './window.js';
import { remembered } from './windows/remembered.js';

/** One calendar day: its date and the instants `[start, end)` that lie in it, epoch milliseconds, the whole day even if only a part is in the window. */
export interface Day extends Window {
  readonly date: string;
}

/** Maximum length of a zone's name. */
const maxZoneLength = 100;

/** The fault of a `timeZone` that is not an IANA zone, or `null`. Offsets such as `+02:00` are not zones. */
export function timeZoneFault(timeZone: string): Fault | null {
  if (timeZone.length <= maxZoneLength && /^[A-Za-z]/.test(timeZone) && isZone(timeZone)) return null;
  return {
    field: 'timeZone',
    message: `timeZone must be an IANA time zone such as Europe/Berlin or UTC; given was ${JSON.stringify(timeZone.slice(0, 100))}.`,
  };
}

const isZone = remembered(1_000, (timeZone: string) => {
  try {
    new Intl.DateTimeFormat('en', { timeZone });
    return true;
  } catch {
    // Intl throws a RangeError for an unknown zone
    return false;
  }
});

/** The calendar days that overlap `window`, ascending, including days without a run. A date that the zone skipped is not a day. */
export function daysOf(window: Window, timeZone = 'UTC'): readonly Day[] {
  return timeZone === 'UTC' ? utcDaysOf(window) : zoneDaysOf(window, timeZone);
}

/** The number of dates that `daysOf` spans, without listing them. A date that the zone skipped in between is counted. */
export function countDays({ start, end }: Window, timeZone = 'UTC'): number {
  if (timeZone === 'UTC') return Math.ceil(end / dayMs) - Math.floor(start / dayMs);
  return plainDateAt(start, timeZone).until(plainDateAt(end - 1, timeZone)).days + 1;
}

/** The calendar date of an instant in a zone. */
export function dateAt(instant: number, timeZone: string): string {
  return plainDateAt(instant, timeZone).toString();
}

function plainDateAt(instant: number, timeZone: string): Temporal.PlainDate {
  return Temporal.Instant.fromEpochMilliseconds(instant).toZonedDateTimeISO(timeZone).toPlainDate();
}

function utcDaysOf({ start, end }: Window): readonly Day[] {
  const days: Day[] = [];
  for (let at = Math.floor(start / dayMs) * dayMs; at < end; at += dayMs) {
    days.push({ date: new Date(at).toISOString().slice(0, 10), start: at, end: at + dayMs });
  }
  return days;
}

function zoneDaysOf({ start, end }: Window, timeZone: string): readonly Day[] {
  const days: Day[] = [];
  let number = Date.parse(`${dateAt(start, timeZone)}T00:00:00Z`) / dayMs;
  for (let at = startOfNumbered(number, timeZone); at < end; ) {
    const nextStart = startOfNumbered(number + 1, timeZone);
    if (nextStart > at) days.push({ date: dateOf(number), start: at, end: nextStart });
    number += 1;
    at = nextStart;
  }
  return days;
}

/** Where the day of a date, given as its number since 1970, starts in a zone. */
const startOfNumbered = remembered(50_000, (number: number, timeZone: string) => {
  const date = Temporal.PlainDate.from('1970-01-01').add({ days: number });
  return date.toZonedDateTime(timeZone).startOfDay().epochMilliseconds;
});

function dateOf(number: number): string {
  return new Date(number * dayMs).toISOString().slice(0, 10);
}

const bareDate = /^(?!0000)\d{4}-\d\d-\d\d$/;

/** The whole calendar day of `date`, which clients call `name`, in `timeZone`, or its fault. */
export function parseDay(date: string, timeZone = 'UTC', name = 'date'): Day | Fault {
  const fault = (what: string): Fault => ({ field: name, message: `${name} ${what}` });
  if (date === '') return fault('is required: give a calendar day such as 2026-03-01.');
  if (!bareDate.test(date))
    return fault(`must be a calendar day such as 2026-03-01; given was ${JSON.stringify(date.slice(0, 100))}.`);
  const noon = Date.parse(`${date}T12:00:00Z`);
  if (Number.isNaN(noon) || new Date(noon).toISOString().slice(0, 10) !== date)
    return fault(`("${date}") does not exist: give a day that its month has, with months from 01 to 12.`);
  const number = Math.floor(noon / dayMs);
  const day = { date, start: startOfNumbered(number, timeZone), end: startOfNumbered(number + 1, timeZone) };
  if (day.start === day.end) return fault(`("${date}") was skipped in ${timeZone}.`);
  if (day.start < firstInstant || day.end > lastInstant)
    return fault(
      `("${date}") does not lie within the years 0001 to 9999 of UTC in ${timeZone}: its range could not be written.`,
    );
  return day;
}
