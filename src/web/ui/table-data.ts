// The exact values behind a card, and their CSV.

export type Value = string | number | null;

export interface Table {
  readonly columns: readonly string[];
  readonly rows: readonly (readonly Value[])[];
  /** How many there are where `rows` may be a part of them. */
  readonly total?: number;
}

/** The rows as CSV (RFC 4180) with exact numbers; `null` is empty. Text that a spreadsheet would interpret as a formula is prefixed with `'`. */
export function toCsv({ columns, rows }: Table): string {
  return [columns, ...rows].map((line) => `${line.map(csvField).join(',')}\r\n`).join('');
}

function csvField(value: Value): string {
  if (value === null) return '';
  if (typeof value === 'number') return String(value);
  const safe = /^[=+\-@\t\r]/.test(value) ? `'${value}` : value;
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}
