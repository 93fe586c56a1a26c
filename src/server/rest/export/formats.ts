// The formats of a list: JSON in pages, or all of it as CSV or newline-delimited JSON, as the client accepts them.

import { parseAccept } from 'hono/utils/accept';
import type { Column, Elements } from './elements.js';

// CSV as RFC 4180 has it: a header line, CRLF, quotes where they are needed. A text that a spreadsheet would take for a formula gets a leading
// apostrophe; null is an empty cell; the texts of a list are joined by commas, or are JSON where one of them has a divider itself.

const lineEnd = '\r\n';

/** The header line: nested fields as `sentiment.positive`. */
function csvHeader(columns: readonly Column[]): string {
  return columns.map(({ name }) => quoted(name)).join(',') + lineEnd;
}

/** The line of a row. */
function csvLine(row: unknown, columns: readonly Column[]): string {
  let line = '';
  for (const { read } of columns) line += `${cellOf(read(row))},`;
  return line.slice(0, -1) + lineEnd;
}

function cellOf(value: unknown): string {
  if (typeof value === 'string') return quoted(harmless(value));
  if (value === null) return '';
  return Array.isArray(value) ? quoted(harmless(listOf(value))) : String(value);
}

/** What an import takes for a divider of texts, or for the beginning of JSON. */
const ambiguous = /[,;|\n]|^\[/;

function listOf(texts: readonly unknown[]): string {
  return texts.some((text) => typeof text === 'string' && ambiguous.test(text))
    ? JSON.stringify(texts)
    : texts.join(',');
}

/** Spreadsheets execute what begins with one of these. */
const formula = /^[=+\-@\t\r]/;

function harmless(text: string): string {
  return formula.test(text) ? `'${text}` : text;
}

const special = /[",\r\n]/;

function quoted(text: string): string {
  return special.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

/** A format in which all elements are sent, one a line. */
export interface LineFormat {
  readonly mediaType: string;
  readonly description: string;
  /** The ending of the name of a file. */
  readonly extension: string;
  /** What comes before the first element. */
  readonly head: (elements: Elements) => string;
  readonly line: (row: unknown, elements: Elements) => string;
}

export const csv: LineFormat = {
  mediaType: 'text/csv',
  description:
    'The whole list with a header line: RFC 4180. Null is an empty cell, tags are joined by commas (a JSON list where a tag has a comma, semicolon, bar or line end), and a text that a spreadsheet would take for a formula has a leading apostrophe.',
  extension: 'csv',
  head: ({ columns }) => csvHeader(columns),
  line: (row, { columns }) => csvLine(row, columns),
};

export const ndjson: LineFormat = {
  mediaType: 'application/x-ndjson',
  description: 'The whole list: the elements of `data`, one a line.',
  extension: 'ndjson',
  head: () => '',
  line: (row, { toElement }) => `${JSON.stringify(toElement(row))}\n`,
};

export const lineFormats: readonly LineFormat[] = [csv, ndjson];

const json = 'application/json';

/** The format that an `Accept` header prefers; `null`: JSON, also where it accepts none of them. */
export function formatFor(accept: string | null): LineFormat | null {
  const ranges = parseAccept(accept ?? '').map(({ type, q }) => ({ type: type.toLowerCase(), q }));
  const named = [json, ...lineFormats.map(({ mediaType }) => mediaType)].map((mediaType) => {
    const range = ranges
      .filter(({ type }) => matches(type, mediaType))
      .sort((a, b) => specificity(b.type) - specificity(a.type))[0];
    return {
      mediaType,
      q: range?.q ?? 0,
      isNamed: range?.type === mediaType,
      place: ranges.findIndex(({ type }) => type === mediaType),
    };
  });
  // Of equals the one that is named comes first, in the client's order; a range such as `*/*` means JSON.
  const [best] = named
    .filter(({ q }) => q > 0)
    .sort((a, b) => b.q - a.q || Number(b.isNamed) - Number(a.isNamed) || (a.isNamed ? a.place - b.place : 0));
  return lineFormats.find(({ mediaType }) => mediaType === best?.mediaType) ?? null;
}

function matches(range: string, mediaType: string): boolean {
  return range === mediaType || range === '*/*' || (range.endsWith('/*') && mediaType.startsWith(range.slice(0, -1)));
}

function specificity(range: string): number {
  if (range === '*/*') return 0;
  return range.endsWith('/*') ? 1 : 2;
}
