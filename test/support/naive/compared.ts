// The window that a question is compared with, by trying every quarter hour for that of the same local time a year ago.

import { alignDown, localDate, quarterMs } from './days.js';
import { type NaiveWindow, windowOf } from './selection.js';

/** How a question names that window, as a client would write it; nothing: the one before. */
export interface Comparison {
  readonly compare?: 'previous' | 'year' | undefined;
  readonly compareStart?: string | undefined;
  readonly compareEnd?: string | undefined;
}

/** Which elements of a list of items: by default those of the window. */
export type Presence = 'current' | 'lost' | 'all';

/** The names of both windows that a list has. */
export function namesPresent(own: readonly string[], compared: readonly string[], presence: Presence = 'current') {
  const lost = compared.filter((name) => !own.includes(name));
  if (presence === 'lost') return new Set(lost);
  return new Set(presence === 'all' ? [...own, ...lost] : own);
}

interface Compared extends Comparison {
  readonly start: string;
  readonly end: string;
  readonly timeZone?: string | undefined;
}

/** `null` where it begins before year 1. */
export function comparedOf(question: Compared): NaiveWindow | null {
  const { compare, compareStart, compareEnd, timeZone = 'UTC' } = question;
  if (compareStart !== undefined && compareEnd !== undefined) return windowOf({ start: compareStart, end: compareEnd });
  const own = windowOf(question);
  const { start, end } = own;
  const compared = compare === 'year' ? yearBefore(own, timeZone) : { start: start - (end - start), end: start };
  return compared.start < Date.parse('0001-01-01T00:00:00Z') ? null : compared;
}

function yearBefore({ start, end }: NaiveWindow, timeZone: string): NaiveWindow {
  const [from, to] = [sameTimeAgo(start, timeZone), sameTimeAgo(end, timeZone)];
  return { start: from, end: to > from ? to : from + (end - start) };
}

/** The first instant of the same local time; of a time that clocks skipped, as long after the last one before it. */
function sameTimeAgo(instant: number, timeZone: string): number {
  const [date, minutes] = localTime(instant, timeZone);
  const year = String(Number(date.slice(0, 4)) - 1).padStart(4, '0');
  const wanted = `${year}${date.slice(4)}`.replace(/-02-29$/, '-02-28');
  const guess = Date.parse(`${wanted}T00:00:00Z`);
  if (Number.isNaN(guess)) return Number.NEGATIVE_INFINITY;
  const quarters = Array.from({ length: 4 * 96 }, (_, index) => alignDown(guess) + (index - 144) * quarterMs);
  const local = quarters.map((at) => ({ at, time: localTime(at, timeZone) }));
  const same = local.find(({ time }) => time[0] === wanted && time[1] === minutes);
  if (same) return same.at;
  const last = local.findLast(({ time }) => time[0] < wanted || (time[0] === wanted && time[1] < minutes));
  return last ? last.at + (minutes - last.time[1]) * 60_000 : guess;
}

/** The local date of an instant, and the minutes since its midnight that clocks show. */
function localTime(instant: number, timeZone: string): readonly [date: string, minutes: number] {
  const format = new Intl.DateTimeFormat('en-US', { timeZone, hourCycle: 'h23', hour: '2-digit', minute: '2-digit' });
  const [hours = '', minutes = ''] = format.format(instant).split(':');
  return [localDate(instant, timeZone), Number(hours) * 60 + Number(minutes)];
}
