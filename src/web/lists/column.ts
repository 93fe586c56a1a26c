// A column of a list: what the page shows of a row, what its header sorts by, and its exact values in a file.

import type { ComponentChildren } from 'preact';
import type { View } from '../data/view.js';
import { whole } from '../ui/format.js';

export type Direction = 'ASC' | 'DESC';

export interface Sort<Order extends string = string> {
  readonly order: Order;
  readonly direction: Direction;
}

export type Value = string | number | null;

export interface Column<Row, Order extends string = string> {
  /** Unique in its list. */
  readonly label: string;
  /** What the figure is, shown on hover. */
  readonly help?: string;
  readonly isText?: boolean;
  /** Compares with another window: left out where there is none. */
  readonly isChange?: boolean;
  /** The exact figure; in a file under the label. */
  readonly value?: (row: Row) => Value;
  /** The columns of the file by their names, where they are others; the first is what rows of the page itself are sorted by. */
  readonly values?: Readonly<Record<string, (row: Row) => Value>>;
  /** Shows the first figure; default: as a count. */
  readonly format?: (value: number | null) => string;
  readonly cell?: (row: Row) => ComponentChildren;
  /** The order that the header sorts by; without it the header does not sort. */
  readonly order?: Order;
  /** The direction of a first click; default: descending. */
  readonly first?: Direction;
}

/** Those of a view: without changes where nothing is compared. */
export function columnsFor<Of extends Pick<Column<never>, 'isChange'>>(
  columns: readonly Of[],
  { compare }: View,
): readonly Of[] {
  return columns.filter(({ isChange }) => !isChange || compare !== 'none');
}

/** What the page shows of a row. */
export function cellOf<Row>(column: Column<Row>, row: Row): ComponentChildren {
  const { cell, format = whole } = column;
  if (cell) return cell(row);
  const [value] = Object.values(valuesOf(column));
  const figure = value?.(row) ?? null;
  return typeof figure === 'string' ? figure : format(figure);
}

function valuesOf<Row>({ label, value, values }: Column<Row>): Readonly<Record<string, (row: Row) => Value>> {
  return values ?? (value ? { [label]: value } : {});
}

/** The exact figures of rows, for a file. */
export function tableOf<Row>(columns: readonly Column<Row>[], rows: readonly Row[]) {
  const values = columns.flatMap((column) => Object.entries(valuesOf(column)));
  return { columns: values.map(([name]) => name), rows: rows.map((row) => values.map(([, value]) => value(row))) };
}

export type Table = ReturnType<typeof tableOf>;

/** The rows of a list that is there whole; those without the figure come last. */
export function sortRows<Row>(
  columns: readonly Column<Row>[],
  rows: readonly Row[],
  { order, direction }: Sort,
): readonly Row[] {
  const column = columns.find((each) => each.order === order);
  const [value] = column ? Object.values(valuesOf(column)) : [];
  return value ? sortBy(rows, value, direction) : rows;
}

/** The items by a figure; those without it come last. */
export function sortBy<Item>(
  items: readonly Item[],
  value: (item: Item) => Value,
  direction: Direction,
): readonly Item[] {
  const sign = direction === 'ASC' ? 1 : -1;
  return [...items].sort((one, other) => {
    const [a, b] = [value(one), value(other)];
    if (a === null || b === null) return Number(a === null) - Number(b === null);
    return sign * (typeof a === 'number' && typeof b === 'number' ? a - b : String(a).localeCompare(String(b), 'en'));
  });
}
