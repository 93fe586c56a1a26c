// Tables of exact values: the data of a chart for reading, for screen readers and for spreadsheets.

import { h } from './dom.js';

export type Value = string | number | null;

export interface Column {
  readonly label: string;
  /** Formats a value for display; default: unformatted. */
  readonly format?: (value: never) => string;
}

export interface Table {
  readonly columns: readonly Column[];
  readonly rows: readonly (readonly Value[])[];
}

/** The rows as an HTML table with exact numbers as titles of the rounded ones. With `onPick` the first cell of a row is a button. */
export function tableElement(
  { columns, rows }: Table,
  { caption, onPick }: { readonly caption: string; readonly onPick?: ((row: number) => void) | undefined },
): HTMLTableElement {
  const isNumeric = columns.map((_, column) => rows.some((row) => typeof row[column] === 'number'));
  const classOf = (column: number) => (isNumeric[column] ? 'number' : undefined);
  const body = rows.map((row, index) =>
    h(
      'tr',
      {},
      ...row.map((value, column) => {
        const text = textOf(value, columns[column]);
        if (column > 0) return h('td', { class: classOf(column), title: titleOf(value) }, text);
        const label = onPick
          ? h('button', { type: 'button', class: 'link', on: { click: () => onPick(index) } }, text)
          : text;
        return h('th', { scope: 'row' }, label);
      }),
    ),
  );
  const heads = columns.map(({ label }, column) => h('th', { scope: 'col', class: classOf(column) }, label));
  return h(
    'table',
    {},
    h('caption', { class: 'visually-hidden' }, caption),
    h('thead', {}, h('tr', {}, ...heads)),
    h('tbody', {}, ...body),
  );
}

/** The rows as CSV (RFC 4180) with exact numbers; `null` is empty. Text that a spreadsheet would interpret as a formula is prefixed with `'`. */
export function toCsv({ columns, rows }: Table): string {
  const lines = [columns.map(({ label }) => label), ...rows];
  return lines.map((line) => `${line.map(csvField).join(',')}\r\n`).join('');
}

function csvField(value: Value): string {
  if (value === null) return '';
  if (typeof value === 'number') return String(value);
  const safe = /^[=+\-@\t\r]/.test(value) ? `'${value}` : value;
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}

function textOf(value: Value, column: Column | undefined): string {
  const format = column?.format as ((value: Value) => string) | undefined; // safe because a column's format goes with its values
  return format ? format(value) : value === null ? '–' : String(value);
}

const titleOf = (value: Value) => (typeof value === 'number' && !Number.isInteger(value) ? String(value) : undefined);
