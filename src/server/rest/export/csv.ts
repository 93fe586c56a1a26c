// CSV as RFC 4180 has it: a header line, CRLF, quotes where they are needed. A text that a spreadsheet would take for a formula gets a leading
// apostrophe; null is an empty cell; the texts of a list are joined by commas.

import type { Column, Element } from './elements.js';

const lineEnd = '\r\n';

/** The header line: nested fields as `sentiment.positive`. */
export function csvHeader(columns: readonly Column[]): string {
  return columns.map((path) => quoted(path.join('.'))).join(',') + lineEnd;
}

/** The line of an element. */
export function csvLine(element: Element, columns: readonly Column[]): string {
  let line = '';
  for (const [at, path] of columns.entries()) line += (at === 0 ? '' : ',') + cellOf(valueAt(element, path));
  return line + lineEnd;
}

/** `null` also within an object that is null. */
function valueAt(element: Element, path: readonly string[]): unknown {
  let value: unknown = element;
  for (const name of path) value = (value as Element | null)?.[name] ?? null; // safe because the path goes through objects
  return value;
}

function cellOf(value: unknown): string {
  if (value === null) return '';
  if (typeof value === 'string') return quoted(harmless(value));
  return Array.isArray(value) ? quoted(harmless(value.join(','))) : String(value);
}

/** Spreadsheets execute what begins with one of these. */
function harmless(text: string): string {
  return /^[=+\-@\t\r]/.test(text) ? `'${text}` : text;
}

function quoted(text: string): string {
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
