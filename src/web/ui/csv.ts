// CSV (RFC 4180) of a table.

import type { Table, Value } from '../lists/column.js';

/** The rows with exact numbers; `null` is empty. Text that a spreadsheet would interpret as a formula is prefixed with `'`. */
export function toCsv({ columns, rows }: Table): string {
  return [columns, ...rows].map((line) => `${line.map(csvField).join(',')}\r\n`).join('');
}

function csvField(value: Value): string {
  if (value === null) return '';
  if (typeof value === 'number') return String(value);
  const safe = /^[=+\-@\t\r]/.test(value) ? `'${value}` : value;
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}
