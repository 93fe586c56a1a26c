// The selected days, and their instants in a time zone. A period of the last days ends at the last midnight, so that a chart does not end
// with an incomplete day.

import { addDays, addMonths, countDays, dayOf, endOfMonth, isDay, mondayOf, startOfDay } from './days.js';

export const presets = [7, 30, 90, 365] as const;
export const calendarPeriods = ['this-month', 'last-month', 'this-quarter', 'last-quarter'] as const;

/** The last whole days, months of the calendar, or from one day to another, both included. */
export type Period = { readonly days: number } | { readonly period: (typeof calendarPeriods)[number] } | Days;

/** From one day to another, both included. */
export interface Days {
  readonly from: string;
  readonly to: string;
}

/** A half-open window, as the API expects it. */
export interface Span {
  readonly start: string;
  readonly end: string;
}

/** What one element of a series is about. */
export type Bucket = 'DAY' | 'WEEK' | 'MONTH';

/** First and last day of a period, both included, as of today in the zone. */
export function daysOf(period: Period, timeZone: string): Days {
  if ('from' in period) return period;
  const today = dayOf(Date.now(), timeZone);
  const yesterday = addDays(today, -1);
  if ('days' in period) return { from: addDays(today, -period.days), to: yesterday };
  const month = `${today.slice(0, 7)}-01`;
  const first = period.period.endsWith('month') ? month : addMonths(month, -((Number(today.slice(5, 7)) - 1) % 3));
  // Of what has just begun there is today alone.
  if (period.period.startsWith('this')) return { from: first, to: yesterday < first ? today : yesterday };
  return { from: addMonths(first, period.period === 'last-month' ? -1 : -3), to: addDays(first, -1) };
}

/** The instants from the start of the first day to the end of the last. */
export function spanOf(period: Period, timeZone: string): Span {
  const { from, to } = daysOf(period, timeZone);
  const at = (date: string) => new Date(startOfDay(date, timeZone)).toISOString().replace('.000Z', 'Z');
  return { start: at(from), end: at(addDays(to, 1)) };
}

/** The given number of days up to the day of an instant. */
export function daysUpTo(instant: string, timeZone: string, days: number): Days {
  const last = dayOf(Date.parse(instant), timeZone);
  return { from: addDays(last, 1 - days), to: last };
}

const buckets = [
  { bucket: 'DAY', length: 1, longest: 45 },
  { bucket: 'WEEK', length: 7, longest: 200 },
  { bucket: 'MONTH', length: 30, longest: Number.POSITIVE_INFINITY },
] as const;
/** Fewer answers than these swing by chance. */
const enoughAnswers = 10;
/** One point is no line. */
const leastPoints = 2;

/**
 * Days for up to a month and a half, weeks for up to half a year, then months; longer ones where a point would be of few of the answers, as long as
 * enough points are left.
 */
export function bucketFor(days: number, answers: number): Bucket {
  const first = buckets.findIndex(({ longest }) => days <= longest);
  const usual = buckets[first]?.bucket ?? 'MONTH';
  const offered = buckets.slice(first).filter(({ bucket, length }) => bucket === usual || days / length >= leastPoints);
  const found = offered.find(({ length }) => (answers * length) / days >= enoughAnswers) ?? offered.at(-1);
  return found?.bucket ?? usual;
}

/** The last day of the element of a series that has `date`. */
export const lastDayOf = (date: string, bucket: Bucket): string =>
  bucket === 'DAY' ? date : bucket === 'WEEK' ? addDays(mondayOf(date), 6) : endOfMonth(date);

/** The days of the element of a series that begins at `date`, within the window. */
export function bucketDays(date: string, bucket: Bucket, within: Days): Days {
  const last = lastDayOf(date, bucket);
  const isWhole = last <= within.to;
  return { from: date < within.from ? within.from : date, to: isWhole ? last : within.to };
}

/** What a window is compared with: other days, by their place beside it or any. */
export type Comparison = 'previous' | 'month' | 'year' | 'none' | Days;

/** The comparison that a text of the address stands for; that of the days before, if it is none. */
export function readComparison(text: string): Comparison {
  if (text === 'month' || text === 'year' || text === 'none') return text;
  const [from, to] = text.split('..');
  return isDay(from) && isDay(to) && from <= to ? { from, to } : 'previous';
}

/** The text; empty of the usual one. */
export function writeComparison(compare: Comparison): string {
  if (typeof compare === 'object') return `${compare.from}..${compare.to}`;
  return compare === 'previous' ? '' : compare;
}

/** The days compared with; `null` for none, and for days before the first year. */
export function comparedDays(compare: Comparison, window: Days): Days | null {
  if (compare === 'none') return null;
  const days = typeof compare === 'object' ? compare : besides(compare, window);
  return isDay(days.from) ? days : null;
}

function besides(compare: 'previous' | 'month' | 'year', { from, to }: Days): Days {
  if (compare === 'previous') return { from: addDays(from, -countDays(from, to)), to: addDays(from, -1) };
  const months = compare === 'year' ? -12 : -1;
  const isWhole = from.endsWith('-01') && to === endOfMonth(to);
  const last = addMonths(to, months);
  // Whole months are compared with whole months, however long they are.
  return { from: addMonths(from, months), to: isWhole ? endOfMonth(last) : last };
}
