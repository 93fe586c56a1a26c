// Files that the page makes, without a request: CSV (RFC 4180) of a table, and any other.

import type { Table, Value } from '../lists/column.js';

/**
 * Saves rows with exact numbers as a file, with a byte order mark so that spreadsheets recognize UTF-8; `null` is empty. Text that a spreadsheet
 * would interpret as a formula is prefixed with `'`.
 */
export function saveCsv(name: string, { columns, rows }: Table): void {
  const lines = [columns, ...rows].map((line) => `${line.map(csvField).join(',')}\r\n`);
  saveBlob(name, new Blob(['\uFEFF', ...lines], { type: 'text/csv;charset=utf-8' }));
}

export function saveBlob(name: string, blob: Blob): void {
  const url = URL.createObjectURL(blob);
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
  // By then the browser has read the file.
  setTimeout(() => URL.revokeObjectURL(url), 60_000);
}

function csvField(value: Value): string {
  if (value === null) return '';
  if (typeof value === 'number') return String(value);
  const safe = /^[=+\-@\t\r]/.test(value) ? `'${value}` : value;
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}
