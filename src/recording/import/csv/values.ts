// The cells of a CSV file as values of a record. What cannot be read stays text, so that the recorder says what would be right. Pure.

import { Temporal } from 'temporal-polyfill';
import type { DateReader } from './date-format.js';

const local = /^(\d{4})[-/](\d\d)[-/](\d\d)(?:[T ](\d\d:\d\d(?::\d\d(?:\.\d{1,9})?)?))?$/;

/**
 * A date and time without an offset is one of `timeZone`, but for those that a change of its clocks skips or repeats; a date is its first instant.
 * Seconds and milliseconds since 1970 are read too.
 */
export function instantOf(cell: string, timeZone: string): string {
  const text = cell.trim();
  if (/^\d{10}$/.test(text)) return new Date(Number(text) * 1000).toISOString();
  if (/^\d{13}$/.test(text)) return new Date(Number(text)).toISOString();
  const parts = local.exec(text);
  if (!parts) return text.replace(/^(\d{4}-\d\d-\d\d) (\d\d:\d\d:\d\d(?:\.\d+)?) ?(Z|[+-]\d\d:\d\d)$/i, '$1T$2$3');
  const [, year, month, day, time] = parts;
  try {
    return plainOf(`${year}-${month}-${day}`, time)
      .toZonedDateTime(timeZone, { disambiguation: time === undefined ? 'compatible' : 'reject' })
      .toInstant()
      .toString();
  } catch {
    return text;
  }
}

/** Throws for what does not exist; Temporal alone would take a second 60 for the one before it. */
function plainOf(date: string, time = '00:00'): Temporal.PlainDateTime {
  if (/^\d\d:\d\d:60/.test(time)) throw new RangeError('A minute has no second 60.');
  return Temporal.PlainDateTime.from(`${date}T${time}`);
}

interface DatesRead {
  readonly dates: DateReader;
  readonly timeZone: string;
}

/** Why a cell is no instant, and what would be. */
export function instantFault(cell: string, { dates, timeZone }: DatesRead): string {
  const given = `given was ${JSON.stringify(cell.trim().slice(0, 100))}.`;
  const [, year, month, day, time] = local.exec(dates.read(cell).trim()) ?? [];
  if (!day) {
    const format =
      dates.format === null
        ? 'other dates need --date-format, such as DD/MM/YYYY'
        : `or as --date-format ${dates.format} says`;
    return `createdAt must be a date such as 2026-03-01, a date and time such as 2026-03-01 14:05 (of ${timeZone}) or 2026-03-01T14:05:00Z, or seconds since 1970; ${format}; ${given}`;
  }
  const exists = (parse: () => unknown) => {
    try {
      return parse() !== null;
    } catch {
      return false;
    }
  };
  const date = `${year}-${month}-${day}`;
  const read = () => plainOf(date, time);
  if (!exists(read)) return `createdAt does not exist in the calendar; ${given}`;
  const { year: yearInUtc } = read().toZonedDateTime(timeZone).withTimeZone('UTC');
  if (yearInUtc < 1 || yearInUtc > 9999) return `createdAt must lie within the years 0001 to 9999 of UTC; ${given}`;
  return `createdAt is a time that the clocks of ${timeZone} skip, or show twice, that day: give it with an offset, such as ${date}T${time}:00+01:00; ${given}`;
}

/** `true` and `false` as spreadsheets and people write them. */
export function flagOf(cell: string): boolean | string {
  const text = cell.trim().toLowerCase();
  if (['true', 'yes', 'y', '1', 'x'].includes(text)) return true;
  return ['false', 'no', 'n', '0', '-'].includes(text) ? false : cell;
}

const nothing: ReadonlySet<string> = new Set(['', '-', '–', '—', 'none', 'null', 'n/a']);

/** Whether a cell says, as a whole, that there is nothing to say. */
function isNothing(cell: string): boolean {
  return nothing.has(cell.trim().toLowerCase());
}

const dividers = /[\n;|,]/;

/** Written as a list in brackets, as Python does it, or as an object. */
const inBrackets = /^\s*(?:\[.*\]|\{.*\}|\[\s*["'].*)\s*$/s;

/**
 * A JSON list, or texts divided by line ends, `;` or `|`, or by commas where none of these occurs. A text of `whole` is not divided where it stands
 * alone. Other brackets stay text.
 */
export function textsOf(cell: string, whole: readonly string[] = []): readonly unknown[] | string {
  const listed = wholeListOf(cell);
  if (listed) return listed;
  if (inBrackets.test(cell) && !whole.includes(cell.trim())) return cell;
  const held = whole.filter((text) => dividers.test(text)).sort((one, other) => other.length - one.length);
  // No text of a file may hold NUL.
  const text = held.reduce((left, each, at) => left.replace(standing(each), `\0${at}\0`), cell);
  const divider = /[\n;|]/.test(text) ? /[\n;|]/ : /,/;
  return nonBlank(text.split(divider)).map((each) => each.replace(/\0(\d+)\0/g, (_, at) => held[Number(at)] ?? ''));
}

/** A text between dividers, or the ends of a cell. */
function standing(text: string): RegExp {
  const escaped = text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
  return new RegExp(`(?<=^\\s*|[\\n;|,]\\s*)${escaped}(?=\\s*(?:$|[\\n;|,]))`, 'g');
}

interface CitationCell {
  readonly url: string;
  readonly title?: string;
}

/** A JSON list of URLs, or of objects with url and title, or URLs divided by white space, `;`, `|` or a comma before the next URL. */
export function citationsOf(cell: string): readonly unknown[] {
  const listed = wholeListOf(cell);
  if (listed) return listed.map((each) => (typeof each === 'string' ? { url: each } : each));
  return nonBlank(cell.split(/[\s;|]+|,(?=\s*https?:)/i)).map((url): CitationCell => ({ url: url.replace(/,$/, '') }));
}

/**
 * The citations of a row that has one: a URL as it is, with its title; or several URLs, as in `citationsOf`, without any. `null`: the title is not of one
 * URL.
 */
export function citationsOfRow(cell: string, title: string): readonly unknown[] | null {
  const url = cell.trim();
  const isList = url.startsWith('[') || /[\s;|,]\s*https?:/i.test(url);
  const citations = isList || isNothing(url) ? citationsOf(url) : [{ url }];
  if (title.trim() === '' || (isNothing(url) && isNothing(title))) return citations;
  return isList || isNothing(url) ? null : [{ url, title: title.trim() }];
}

/** A word of a closed set in lower case; `null` for nothing. */
export function labelOf(cell: string): string | null {
  return isNothing(cell) ? null : cell.trim().toLowerCase();
}

/** A whole number, `null` for nothing, or the cell itself. */
export function numberOf(cell: string): number | string | null {
  if (isNothing(cell)) return null;
  return /^\s*#?\d+(?:\.0+)?\s*$/.test(cell) ? Number(cell.trim().replace('#', '')) : cell;
}

/** The list that a cell is as a whole: JSON, or an empty one for nothing. */
function wholeListOf(cell: string): readonly unknown[] | null {
  if (isNothing(cell)) return [];
  if (!cell.trimStart().startsWith('[')) return null;
  try {
    const value: unknown = JSON.parse(cell);
    return Array.isArray(value) ? value : null;
  } catch {
    return null;
  }
}

function nonBlank(texts: readonly string[]): readonly string[] {
  return texts.map((each) => each.trim()).filter((each) => each !== '');
}
