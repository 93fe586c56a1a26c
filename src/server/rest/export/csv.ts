// CSV as RFC 4180 has it: a header line, CRLF, quotes where they are needed. A text that a spreadsheet would take for a formula gets a leading
// apostrophe; null is an empty cell; the texts of a list are joined by commas, or are JSON where one of them has a divider itself.

import type { Column } from './elements.js';

const lineEnd = '\r\n';

/** The header line: nested fields as `sentiment.positive`. */
export function csvHeader(columns: readonly Column[]): string {
  return columns.map(({ name }) => quoted(name)).join(',') + lineEnd;
}

/** The line of a row. */
export function csvLine(row: unknown, columns: readonly Column[]): string {
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
