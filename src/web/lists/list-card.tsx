// A page of a list as a card: its rows, what turns its pages and sorts it, its files, or why it has no rows.

import type { ComponentChildren } from 'preact';
import { Link, useAddress } from '../app/navigation.js';
import { Card, type CardProps } from '../ui/card.js';
import { type Column, columnsFor, tableOf } from './column.js';
import { DataTable } from './data-table.js';
import type { ListParams } from './list-params.js';
import { Pager, type PagerProps } from './pager.js';

/** As the API answers a page of a list. */
export interface ListPage<Row> {
  readonly data: readonly Row[];
  readonly pagination: { readonly limit: number; readonly total: number };
}

interface ListCardProps<Data, Row>
  extends Omit<CardProps<Data>, 'children' | 'table' | 'page' | 'size' | 'hasPicture'>,
    Pick<PagerProps, 'noun'> {
  readonly columns: readonly Column<Row>[];
  readonly params: ListParams;
  readonly listOf: (data: Data) => ListPage<Row>;
  /** What is said where the whole list is empty, but not the card. */
  readonly emptyList: ComponentChildren;
  /** Stands above the rows. */
  readonly above?: (data: Data) => ComponentChildren;
}

export function ListCard<Data, Row>(props: ListCardProps<Data, Row>) {
  const { columns: all, params, listOf, noun, emptyList, above, ...card } = props;
  const { view } = useAddress();
  const columns = columnsFor(all, view);
  const { page, sort, setPage, setSort } = params;
  return (
    <Card
      {...card}
      size="wide"
      page={page}
      table={(data) => tableOf(columns, listOf(data).data, listOf(data).pagination.total)}
      hasPicture
    >
      {(data) => {
        const { data: rows, pagination } = listOf(data);
        return (
          <>
            {above?.(data)}
            {rows.length > 0 ? (
              <DataTable caption={card.title} columns={columns} rows={rows} sort={sort} onSort={setSort} />
            ) : (
              <p class="empty">{pagination.total === 0 ? emptyList : <BeyondEnd page={page} />}</p>
            )}
            <Pager page={page} {...pagination} noun={noun} onPage={setPage} />
          </>
        );
      }}
    </Card>
  );
}

function BeyondEnd({ page }: { readonly page: number }) {
  const { route, params } = useAddress();
  return (
    <>
      The list ends before page {page}.{' '}
      <Link to={{ ...route, params: { ...params, page: undefined } }}>Show its first page</Link>
    </>
  );
}
