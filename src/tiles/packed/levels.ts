// The periods that tiles summarise, from a quarter hour to a month, each level made of whole periods of the one below. Pure.
// All are counted from 1970 UTC: quarter = epoch ÷ 15 min, hour = quarter ÷ 4, day = hour ÷ 24, month = year × 12 + month.

import { dayMs, hourMs, quarterMs } from '../../domain/limits.js';

/** Quarters have a table of their own, whose one block holds cells; hours are made of them where they are kept in memory, and not stored. */
export const quarterLevel = 0;
export const hourLevel = 1;
export const dayLevel = 2;
export const monthLevel = 3;
/** The levels of stored tiles. */
export const everyLevel: readonly number[] = [dayLevel, monthLevel];

export const quartersADay = dayMs / quarterMs;
const quartersAnHour = hourMs / quarterMs;

/** From first to last, both within. */
export interface Range {
  readonly first: number;
  readonly last: number;
}

/** The number of the day in which a quarter lies. */
export const dayOf = (quarter: number): number => Math.floor(quarter / quartersADay);
export const firstQuarterOfDay = (day: number): number => day * quartersADay;

/** The period of `level` in which a quarter lies. */
export function periodOf(quarter: number, level: number): number {
  if (level === quarterLevel) return quarter;
  if (level === hourLevel) return Math.floor(quarter / quartersAnHour);
  const day = dayOf(quarter);
  if (level === dayLevel) return day;
  const date = new Date(day * dayMs);
  return date.getUTCFullYear() * 12 + date.getUTCMonth();
}

/** The first quarter of a period. */
export function startOf(period: number, level: number): number {
  if (level === quarterLevel) return period;
  if (level === hourLevel) return period * quartersAnHour;
  return firstQuarterOfDay(level === dayLevel ? period : firstDayOfMonth(period));
}

/** The periods of `other` that periods of `level` touch. */
export function rangeAt({ first, last }: Range, level: number, other: number): Range {
  return { first: periodOf(startOf(first, level), other), last: periodOf(startOf(last + 1, level) - 1, other) };
}

/** The quarters of a period. */
export function quartersOf(period: number, level: number): Range {
  return rangeAt({ first: period, last: period }, level, quarterLevel);
}

/** The periods of `level` that the quarters of a range touch. */
export function periodsOf({ first, last }: Range, level: number): readonly number[] {
  const from = periodOf(first, level);
  return Array.from({ length: periodOf(last, level) - from + 1 }, (_, index) => from + index);
}

function firstDayOfMonth(month: number): number {
  const date = new Date(0);
  date.setUTCFullYear(Math.floor(month / 12), month - Math.floor(month / 12) * 12, 1);
  return date.getTime() / dayMs;
}
