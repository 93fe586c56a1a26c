// Windows are half-open `[start, end)` in epoch milliseconds, UTC, whole quarter hours. No clock is read here.

import type { Fault } from '../errors.js';
import { firstInstant, lastInstant, quarterMs } from './limits.js';

/** A window aligned to quarter hours: `start ≤ createdAt < end`, epoch milliseconds. */
export interface Window {
  readonly start: number;
  readonly end: number;
}

const rfc3339 = /^(\d{4})-(\d\d)-(\d\d)[Tt](\d\d):(\d\d):(\d\d)(?:\.(\d+))?(?:[Zz]|([+-])(\d\d):(\d\d))$/;
const example = 'such as 2026-03-01T00:00:00Z or 2026-03-01T02:00:00+02:00';

/** Longer texts are no date-times; to look for the reason in them would take long. */
const maxInstantLength = 200;

/** The instant of an RFC 3339 date-time in epoch milliseconds (finer fractions are cut off), or the sentence that says why it is none. */
export function parseInstant(text: string, name: string): number | Fault {
  const fault = (what: string): Fault => ({ field: name, message: `${name} ${what}` });
  if (text === '') return fault(`is required: give an RFC 3339 date-time with an offset or Z, ${example}.`);
  const isShort = text.length <= maxInstantLength;
  if (/^\d{4}-\d\d-\d\d$/.test(text))
    return fault(`is a bare date ("${text}"): give a full RFC 3339 date-time with an offset or Z, ${example}.`);
  if (isShort && /^\S+T\S+ \d\d:\d\d$/i.test(text))
    return fault(`("${text}") has a blank where its offset begins: in a query string write + as %2B.`);
  if (isShort && /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?$/i.test(text))
    return fault(`("${text}") has no offset: end it with Z or an offset, ${example}.`);
  const parts = isShort ? rfc3339.exec(text) : null;
  if (!parts)
    return fault(
      `must be an RFC 3339 date-time with an offset or Z, ${example}; given was ${JSON.stringify(text.slice(0, 100))}.`,
    );
  const instant = instantOf(parts);
  if (instant === null)
    return fault(
      `("${text.slice(0, 100)}") is a date or time that does not exist: give a day that its month has, and a time from 00:00:00 to 23:59:59.`,
    );
  if (instant < firstInstant || instant > lastInstant)
    return fault(`("${text.slice(0, 100)}") lies outside the years 0001 to 9999.`);
  return instant;
}

function instantOf(parts: RegExpExecArray): number | null {
  const [year, month, day, hour, minute, second] = parts.slice(1, 7).map(Number) as [
    number,
    number,
    number,
    number,
    number,
    number,
  ]; // safe because the expression has these groups
  const [offsetHour, offsetMinute] = [Number(parts[9] ?? 0), Number(parts[10] ?? 0)];
  if (hour > 23 || minute > 59 || second > 59 || offsetHour > 23 || offsetMinute > 59) return null;
  const date = new Date(0);
  date.setUTCFullYear(year, month - 1, day);
  if (date.getUTCMonth() !== month - 1 || date.getUTCDate() !== day) return null;
  date.setUTCHours(hour, minute, second, Number((parts[7] ?? '').padEnd(3, '0').slice(0, 3)));
  const offset = (offsetHour * 60 + offsetMinute) * 60_000 * (parts[8] === '-' ? -1 : 1);
  return date.getTime() - offset;
}

/** `instant` aligned down to a whole quarter hour. */
export function alignDown(instant: number): number {
  return Math.floor(instant / quarterMs) * quarterMs;
}

/** What clients call both ends of a window. */
type EndNames = readonly [start: string, end: string];

/** The aligned window of two date-times, of any length, or every fault of them. */
export function parseWindow(start: string, end: string, names: EndNames = ['start', 'end']): Window | readonly Fault[] {
  const [from, to] = [parseInstant(start, names[0]), parseInstant(end, names[1])];
  if (typeof from !== 'number' || typeof to !== 'number') return [from, to].filter((each) => typeof each !== 'number');
  const window = { start: alignDown(from), end: alignDown(to) };
  const fault = faultOf(window, names);
  return fault ? [fault] : window;
}

function faultOf({ start, end }: Window, [first, last]: EndNames): Fault | null {
  if (start === end) {
    return {
      field: last,
      message: `the window is empty: both fall into one quarter hour. Give ${last === 'end' ? 'an' : 'a'} ${last} at least 15 minutes after ${first}.`,
    };
  }
  if (start > end) return { field: first, message: `${first} is after ${last}: give a ${first} before ${last}.` };
  return null;
}

/** An instant as every answer writes it: `YYYY-MM-DDTHH:mm:ss.sssZ`. */
export function formatInstant(instant: number): string {
  return new Date(instant).toISOString();
}
