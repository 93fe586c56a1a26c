// A column of a list: what the page shows of a row, what its header sorts by, and its exact values in a file.

import type { ComponentChildren } from 'preact';
import type { View } from '../data/view.js';
import type { Table, Value } from '../ui/table-data.js';

export type Direction = 'ASC' | 'DESC';

export interface Sort<Order extends string = string> {
  readonly order: Order;
  readonly direction: Direction;
}

export interface Column<Row, Order extends string = string> {
  readonly id: string;
  readonly label: string;
  /** What the figure is, shown on hover. */
  readonly help?: string;
  readonly isNumber?: boolean;
  /** Compares with another window: left out where there is none. */
  readonly isChange?: boolean;
  /** Without one the column is in the file alone. */
  readonly cell?: (row: Row) => ComponentChildren;
  /** The order that the header sorts by; without it the header does not sort. */
  readonly order?: Order;
  /** The direction of a first click; default: descending. */
  readonly first?: Direction;
  /** The columns of the file by their names; the first is what rows of the page itself are sorted by. */
  readonly values?: Readonly<Record<string, (row: Row) => Value>>;
}

/** Those of a view: without changes where nothing is compared. */
export function columnsFor<Row>(columns: readonly Column<Row>[], { compare }: View): readonly Column<Row>[] {
  return columns.filter(({ isChange }) => !isChange || compare !== 'none');
}

/** The exact figures of rows, of `total` in all. */
export function tableOf<Row>(columns: readonly Column<Row>[], rows: readonly Row[], total = rows.length): Table {
  const values = columns.flatMap((column) => Object.entries(column.values ?? {}));
  return {
    columns: values.map(([name]) => name),
    rows: rows.map((row) => values.map(([, value]) => value(row))),
    total,
  };
}

/** The rows of a list that is there whole; those without the figure come last. */
export function sortRows<Row>(
  columns: readonly Column<Row>[],
  rows: readonly Row[],
  { order, direction }: Sort,
): readonly Row[] {
  const [value] = Object.values(columns.find((column) => column.order === order)?.values ?? {});
  if (!value) return rows;
  const sign = direction === 'ASC' ? 1 : -1;
  return [...rows].sort((one, other) => {
    const [a, b] = [value(one), value(other)];
    if (a === null || b === null) return Number(a === null) - Number(b === null);
    return typeof a === 'number' && typeof b === 'number'
      ? sign * (a - b)
      : sign * String(a).localeCompare(String(b), 'en');
  });
}
