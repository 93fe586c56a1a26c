// What a window is compared with: other days, by their place beside it or any. Pure.

import { addDays, addMonths, countDays, endOfMonth, isDay } from './days.js';
import type { Days } from './period.js';

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
