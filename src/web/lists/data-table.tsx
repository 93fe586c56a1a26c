// A table of rows that the page renders: headers that sort and, on narrow screens, each row as a list of labelled
// values; and the first rows of what is there whole, with a button that shows the others.

import type { ComponentChildren, JSX } from 'preact';
import { useState } from 'preact/hooks';
import { useAddress } from '../app/navigation.js';
import { whole } from '../ui/format.js';
import { type Column, cellOf, columnsFor, type Direction, type Sort } from './column.js';

interface Sorting {
  readonly sort?: Sort | undefined;
  readonly onSort?: ((sort: Sort) => void) | undefined;
}

interface DataTableProps<Row> extends Sorting {
  readonly caption: string;
  /** The first column names the row. */
  readonly columns: readonly Column<Row>[];
  readonly rows: readonly Row[];
}

/** Spelled out because a browser forgets what a table is where the style sheet lays it out otherwise. */
const role = (name: 'table' | 'rowgroup' | 'row' | 'columnheader' | 'rowheader' | 'cell') => ({ role: name });

/** The table. Sorting is left to `onSort`, which asks the server, so that it is right over all pages. */
export function DataTable<Row>({ caption, columns: all, rows, sort, onSort }: DataTableProps<Row>) {
  const { view } = useAddress();
  const [name, ...figures] = columnsFor(all, view);
  if (!name) return null;
  return (
    <table class={onSort ? 'data-table sortable' : 'data-table'} {...role('table')}>
      <caption class="visually-hidden">{caption}</caption>
      <thead {...role('rowgroup')}>
        <tr {...role('row')}>
          <Header column={{ ...name, isText: true }} sort={sort} onSort={onSort} />
          {figures.map((column) => (
            <Header key={column.label} column={column} sort={sort} onSort={onSort} />
          ))}
        </tr>
      </thead>
      <tbody {...role('rowgroup')}>
        {/* Rows change where they are: those of another page or order are no rows that moved. */}
        {rows.map((row, index) => (
          <tr {...role('row')} key={index}>
            <th scope="row" {...role('rowheader')} dir="auto">
              {cellOf(name, row)}
            </th>
            {figures.map((column) => (
              <td {...role('cell')} class={classOf(column)} data-label={column.label} key={column.label}>
                <span>{cellOf(column, row)}</span>
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

const classOf = ({ isText }: { readonly isText?: boolean }) => (isText ? undefined : 'number');

function Header<Row>({ column, sort, onSort }: Sorting & { readonly column: Column<Row> }) {
  const { label, help, order, first = 'DESC' } = column;
  const shared = { ...role('columnheader'), class: classOf(column), title: help };
  if (!order || !onSort)
    return (
      <th scope="col" {...shared}>
        {label}
      </th>
    );
  const sorted = sort?.order === order ? sort.direction : null;
  const direction = sorted ? (sorted === 'ASC' ? 'DESC' : 'ASC') : first;
  return <SortHeader {...shared} text={label} sorted={sorted} mark="↕" onSort={() => onSort({ order, direction })} />;
}

interface SortHeaderProps extends JSX.HTMLAttributes<HTMLTableCellElement> {
  readonly text: string;
  readonly sorted: Direction | null;
  /** Stands beside the text of a header that is not sorted by. */
  readonly mark?: string;
  readonly onSort: () => void;
}

export function SortHeader({ text, sorted, mark = '', onSort, ...rest }: SortHeaderProps) {
  return (
    <th scope="col" {...rest} aria-sort={sorted ? (sorted === 'ASC' ? 'ascending' : 'descending') : 'none'}>
      <button type="button" class="sort" onClick={onSort}>
        {text}
        <span class="sort-mark" aria-hidden="true">
          {sorted ? (sorted === 'ASC' ? '↑' : '↓') : mark}
        </span>
      </button>
    </th>
  );
}

const firstShown = 15;

interface FirstRowsProps<Row> {
  readonly rows: readonly Row[];
  readonly noun: string;
  readonly children: (rows: readonly Row[]) => ComponentChildren;
}

export function FirstRows<Row>({ rows, noun, children }: FirstRowsProps<Row>) {
  const [isWhole, setWhole] = useState(false);
  return (
    <>
      {children(isWhole ? rows : rows.slice(0, firstShown))}
      {!isWhole && rows.length > firstShown && (
        <p class="spaced">
          <button type="button" class="link" onClick={() => setWhole(true)}>
            Show all {whole(rows.length)} {noun}
          </button>
        </p>
      )}
    </>
  );
}
