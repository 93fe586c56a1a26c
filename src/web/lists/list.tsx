// A page of a list: its rows and what turns its pages, or why it has none.

import type { ComponentChildren, VNode } from 'preact';
import { Link, useAddress } from '../app/navigation.js';
import { DataTable, type DataTableProps, type Sort } from './data-table.js';
import { Pager, type PagerProps } from './pager.js';

interface ListProps<Row> extends Omit<DataTableProps<Row>, 'rows' | 'onSort'>, Pick<PagerProps, 'page' | 'noun'> {
  /** As the API answers it. */
  readonly list: {
    readonly data: readonly Row[];
    readonly pagination: { readonly limit: number; readonly total: number };
  };
  /** What is said where the whole list is empty. */
  readonly empty: ComponentChildren;
  readonly setPage: (page: number) => void;
  readonly setSort: (sort: Sort) => void;
}

export function List<Row>({ list: { data, pagination }, empty, setPage, setSort, ...props }: ListProps<Row>): VNode {
  const { route, params } = useAddress();
  return (
    <>
      {data.length > 0 ? (
        <DataTable {...props} rows={data} onSort={setSort} />
      ) : (
        <p class="empty">
          {pagination.total === 0 ? (
            empty
          ) : (
            <>
              The list ends before page {props.page}.{' '}
              <Link to={{ ...route, params: { ...params, page: undefined } }}>Show its first page</Link>
            </>
          )}
        </p>
      )}
      <Pager {...props} {...pagination} onPage={setPage} />
    </>
  );
}
