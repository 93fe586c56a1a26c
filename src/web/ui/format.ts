// Formats figures for display: the only place where they are rounded. Titles, tables and CSV files have exact values.

import { endOfMonth } from '../data/days.js';
import type { Bucket, Days } from '../data/period.js';

const percents = new Intl.NumberFormat('en', { style: 'percent', minimumFractionDigits: 1, maximumFractionDigits: 1 });
const wholes = new Intl.NumberFormat('en');
const decimals = new Intl.NumberFormat('en', { minimumFractionDigits: 2, maximumFractionDigits: 2 });
const days = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'short', year: 'numeric', timeZone: 'UTC' });
const shortDays = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'short', timeZone: 'UTC' });
const months = new Intl.DateTimeFormat('en-GB', { month: 'short', year: 'numeric', timeZone: 'UTC' });
const weekdays = new Intl.DateTimeFormat('en-GB', { weekday: 'short', timeZone: 'UTC' });

/** Shown in place of a missing value. */
export const none = '–';

export const percent = (ratio: number | null): string => (ratio === null ? none : percents.format(ratio));

/** A ratio as an axis label: with a decimal only where the labels are that close. */
export const axisPercent = (ratio: number): string => `${Math.round(ratio * 1000) / 10}%`;

/** `47%` where there is no room for more; what is not all or nothing does not look so. */
export function roundedPercent(ratio: number): string {
  if (ratio > 0 && ratio < 0.005) return '<1%';
  return ratio < 1 && ratio >= 0.995 ? '>99%' : `${Math.round(ratio * 100)}%`;
}

export const whole = (count: number | null): string => (count === null ? none : wholes.format(count));

export const decimal = (value: number | null): string => (value === null ? none : decimals.format(value));

/** `0.21%` of a probability. */
export const probability = (value: number | null): string =>
  value !== null && value < 0.0001 ? '< 0.01%' : `${(100 * (value ?? 0)).toFixed(2)}%`;

/** `+3.2 pts` of a difference of two ratios. */
export function points(difference: number | null): string {
  if (difference === null) return none;
  const rounded = Math.abs(difference * 100).toFixed(1);
  const sign = Number(rounded) === 0 ? '±' : difference > 0 ? '+' : '−';
  return `${sign}${rounded} pts`;
}

/** `+12` of a difference of two counts. */
export const signed = (difference: number): string =>
  `${difference > 0 ? '+' : difference < 0 ? '−' : '±'}${wholes.format(Math.abs(difference))}`;

/** `positive` of `POSITIVE`, a value of an enum. */
export function word<Value extends string>(value: Value): Lowercase<Value> {
  return value.toLowerCase() as Lowercase<Value>; // safe because that is what the type says
}

/** `Last month` of `last month`. */
export const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

/** `1 answer`, `2 answers`. */
export const counted = (count: number, one: string, many = `${one}s`): string =>
  `${wholes.format(count)} ${count === 1 ? one : many}`;

/** `12 Nov 2026` of `2026-11-12`. */
export const day = (date: string): string => days.format(new Date(`${date}T00:00:00Z`));

/** `12 Nov`. */
export const shortDay = (date: string): string => shortDays.format(new Date(`${date}T00:00:00Z`));

/** `Thu, 12 Nov 2026`. */
export const weekday = (date: string): string => `${weekdays.format(new Date(`${date}T00:00:00Z`))}, ${day(date)}`;

/** `23 Oct – 21 Nov 2026`; of one day `Thu, 12 Nov 2026`. */
export function dayRange({ from, to }: Days): string {
  if (from === to) return weekday(from);
  return `${from.slice(0, 4) === to.slice(0, 4) ? shortDay(from) : day(from)} – ${day(to)}`;
}

/** `Sept 2026` of a whole month, and otherwise the days. */
export function bucketText(range: Days, bucket: Bucket): string {
  const isWhole = range.from.endsWith('-01') && range.to === endOfMonth(range.from);
  return bucket === 'MONTH' && isWhole ? months.format(new Date(`${range.from}T00:00:00Z`)) : dayRange(range);
}

/** `12 Nov 2026, 14:05` of an instant in a zone. */
export function instant(at: string, timeZone: string): string {
  const options = { day: 'numeric', month: 'short', year: 'numeric', hour: '2-digit', minute: '2-digit' } as const;
  return new Intl.DateTimeFormat('en-GB', { ...options, timeZone }).format(new Date(at));
}
