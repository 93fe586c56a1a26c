// A table of rows that the page renders: headers that sort and, on narrow screens, each row as a list of labelled
// values.

import type { VNode } from 'preact';
import type { Column, Sort } from './column.js';

interface DataTableProps<Row> {
  readonly caption: string;
  /** The first column names the row. */
  readonly columns: readonly Column<Row>[];
  readonly rows: readonly Row[];
  readonly sort?: Sort;
  readonly onSort?: (sort: Sort) => void;
}

/** Spelled out because a browser forgets what a table is where the style sheet lays it out otherwise. */
const role = (name: 'table' | 'rowgroup' | 'row' | 'columnheader' | 'rowheader' | 'cell') => ({ role: name });

/** The table. Sorting is left to `onSort`, which asks the server, so that it is right over all pages. */
export function DataTable<Row>({ caption, columns: all, rows, sort, onSort }: DataTableProps<Row>): VNode {
  const columns = all.filter(({ cell }) => cell);
  return (
    <table class={onSort ? 'data-table sortable' : 'data-table'} {...role('table')}>
      <caption class="visually-hidden">{caption}</caption>
      <thead {...role('rowgroup')}>
        <tr {...role('row')}>
          {columns.map((column) => (
            <Header key={column.id} column={column} sort={sort} onSort={onSort} />
          ))}
        </tr>
      </thead>
      <tbody {...role('rowgroup')}>
        {/* Rows change where they are: those of another page or order are no rows that moved. */}
        {rows.map((row, index) => (
          <tr {...role('row')} key={index}>
            {columns.map((column, place) => (
              <Cell key={column.id} column={column} row={row} isHeader={place === 0} />
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

interface HeaderProps<Row> {
  readonly column: Column<Row>;
  readonly sort: Sort | undefined;
  readonly onSort: ((sort: Sort) => void) | undefined;
}

function Header<Row>({ column, sort, onSort }: HeaderProps<Row>): VNode {
  const { label, help, isNumber, order, first = 'DESC' } = column;
  const className = isNumber ? 'number' : undefined;
  if (!order || !onSort) {
    return (
      <th scope="col" {...role('columnheader')} class={className} title={help}>
        {label}
      </th>
    );
  }
  const isSorted = sort?.order === order;
  const opposite = sort?.direction === 'ASC' ? 'DESC' : 'ASC';
  const ariaSort = isSorted ? (sort.direction === 'ASC' ? 'ascending' : 'descending') : 'none';
  return (
    <th scope="col" {...role('columnheader')} class={className} title={help} aria-sort={ariaSort}>
      <button type="button" class="sort" onClick={() => onSort({ order, direction: isSorted ? opposite : first })}>
        {label}
        <span class="sort-mark" aria-hidden="true">
          {isSorted ? (sort.direction === 'ASC' ? '↑' : '↓') : '↕'}
        </span>
      </button>
    </th>
  );
}

interface CellProps<Row> {
  readonly column: Column<Row>;
  readonly row: Row;
  readonly isHeader: boolean;
}

function Cell<Row>({ column, row, isHeader }: CellProps<Row>): VNode {
  const content = column.cell?.(row);
  if (isHeader) {
    return (
      <th scope="row" {...role('rowheader')}>
        {content}
      </th>
    );
  }
  return (
    <td {...role('cell')} class={column.isNumber ? 'number' : undefined} data-label={column.label}>
      <span>{content}</span>
    </td>
  );
}
