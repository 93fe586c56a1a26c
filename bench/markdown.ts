// Tables, numbers and paragraphs of reports.

import type { Timing } from './measure.js';

/** Padded as the formatter of this repository does. */
export function table(heads: readonly string[], rows: readonly (readonly string[])[]): string {
  const widths = heads.map((head, at) => Math.max(3, head.length, ...rows.map((row) => row[at]?.length ?? 0)));
  const line = (cells: readonly string[]) =>
    `| ${cells.map((cell, at) => (at === 0 ? cell.padEnd(widths[at] ?? 0) : cell.padStart(widths[at] ?? 0))).join(' | ')} |`;
  const rule = widths.map((width, at) => (at === 0 ? '-'.repeat(width) : `${'-'.repeat(width - 1)}:`));
  return [line(heads), line(rule), ...rows.map(line)].join('\n');
}

interface Pivot<T> {
  readonly head?: string;
  readonly row: (item: T) => string;
  readonly column: (item: T) => string;
  readonly cell: (item: T) => string;
  /** A column after the others, from all items of a row. */
  readonly last?: readonly [head: string, cell: (items: readonly T[]) => string];
}

/** A table with a cell for each item; rows and columns come in the order of their first items. */
export function pivot<T>(items: readonly T[], { head = '', row, column, cell, last }: Pivot<T>): string {
  const [names, columns] = [row, column].map((of) => [...new Set(items.map(of))]) as [string[], string[]]; // safe because there are two
  const rows = names.map((name) => {
    const group = items.filter((item) => row(item) === name);
    const found = columns.map((each) => group.find((item) => column(item) === each));
    return [name, ...found.map((item) => (item ? cell(item) : '')), ...(last ? [last[1](group)] : [])];
  });
  return table([head, ...columns, ...(last ? [last[0]] : [])], rows);
}

/** The median, and the 95th percentile in brackets. */
export function spread({ median, p95 }: Timing, unit = ''): string {
  return `${round(median)}${unit} (${round(p95)})`;
}

/** How often `ms` is more than the median. */
export function times(ms: number, { median }: Timing): string {
  return `${round(ms / median)} ×`;
}

/** Bytes in millions. */
export function megabytes(bytes: number): string {
  return round(bytes / 1e6);
}

/** Three significant digits. */
export function round(value: number): string {
  const digits = value >= 100 ? 0 : value >= 10 ? 1 : 2;
  return value.toLocaleString('en', { minimumFractionDigits: digits, maximumFractionDigits: digits });
}

/** `text` with `paragraph` between the marks of `name`, of which it must have both: `<!-- name … -->` and `<!-- /name -->`. */
export function withParagraph(text: string, name: string, paragraph: string): string {
  const start = text.indexOf('\n', text.indexOf(`<!-- ${name}`));
  const end = text.indexOf(`<!-- /${name} -->`);
  if (!text.includes(`<!-- ${name}`) || end < start) throw new Error(`The marks of ${name} are missing.`);
  return `${text.slice(0, start)}\n\n${paragraph}\n\n${text.slice(end)}`;
}

/** How often each status was the answer. */
export function statusCounts(statuses: Readonly<Record<string, number>>): string {
  return Object.entries(statuses)
    .map(([status, count]) => `${count.toLocaleString('en')} × ${status}`)
    .join(', ');
}
