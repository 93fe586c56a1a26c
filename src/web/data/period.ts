// The selected days, and their instants in a time zone. A period of the last days ends at the last midnight, so that a chart does not end
// with an incomplete day.

import { Temporal } from 'temporal-polyfill';

export const presets = [7, 30, 90, 365] as const;

/** The last whole days, or from one day to another, both included. */
export type Period = { readonly days: number } | { readonly from: string; readonly to: string };

/** A half-open window, as the API expects it. */
export interface Span {
  readonly start: string;
  readonly end: string;
}

/** First and last day of a period, both included, as of today in the zone. */
export function daysOf(period: Period, timeZone: string): { readonly from: string; readonly to: string } {
  if (!('days' in period)) return period;
  const today = Temporal.Now.plainDateISO(timeZone);
  return { from: today.subtract({ days: period.days }).toString(), to: today.subtract({ days: 1 }).toString() };
}

/** The instants from the start of the first day to the end of the last. */
export function spanOf(period: Period, timeZone: string): Span {
  const { from, to } = daysOf(period, timeZone);
  return { start: startOf(from, timeZone), end: startOf(next(to), timeZone) };
}

/** The part of one day that is in `within`. */
export function spanOfDay(date: string, timeZone: string, within: Span): Span {
  const start = startOf(date, timeZone);
  const end = startOf(next(date), timeZone);
  const isBefore = (a: string, b: string) => Date.parse(a) < Date.parse(b);
  return {
    start: isBefore(start, within.start) ? within.start : start,
    end: isBefore(within.end, end) ? within.end : end,
  };
}

/** The given number of days up to the day of an instant. */
export function daysUpTo(instant: string, timeZone: string, days: number): Period {
  const last = Temporal.Instant.from(instant).toZonedDateTimeISO(timeZone).toPlainDate();
  return { from: last.subtract({ days: days - 1 }).toString(), to: last.toString() };
}

/** Whether a text is a calendar day. */
export function isDay(text: string | null): text is string {
  if (!text || !/^\d{4}-\d\d-\d\d$/.test(text)) return false;
  try {
    Temporal.PlainDate.from(text);
    return true;
  } catch {
    return false;
  }
}

function next(date: string): string {
  return Temporal.PlainDate.from(date).add({ days: 1 }).toString();
}

function startOf(date: string, timeZone: string): string {
  return Temporal.PlainDate.from(date).toZonedDateTime(timeZone).toInstant().toString();
}
