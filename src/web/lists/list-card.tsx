// A list of which the API answers a page: what the address selects of it, the controls above it, and its card, with its rows, what turns its pages
// and sorts it, its files, or why it has no rows.

import type { ComponentChildren } from 'preact';
import { Link, useAddress } from '../app/navigation.js';
import { Card, type CardProps } from '../ui/card.js';
import { counted, whole } from '../ui/format.js';
import { type Column, columnsFor, type Sort } from './column.js';
import { DataTable } from './data-table.js';
import { SearchField } from './search-field.js';

/**
 * What the address selects of a list, and how to select something else. Without a choice, and where its column is not shown, the list has the
 * order of `usual`. Every change but that of the page leads back to the first one.
 */
export function useListParams<Order extends string>(
  columns: readonly Pick<Column<never, Order>, 'order' | 'isChange'>[],
  usual: Sort<Order>,
) {
  const { view, params, changeParams } = useAddress();
  const given = Number(params.page);
  const page = Number.isInteger(given) && given >= 1 && given <= 1_000_000 ? given : 1;
  const order = columnsFor(columns, view).find((each) => each.order && each.order === params.order)?.order;
  const direction = (['ASC', 'DESC'] as const).find((each) => each === params.direction);
  const sort: Sort<Order> =
    params.order && !order ? usual : { order: order ?? usual.order, direction: direction ?? usual.direction };
  const search = (params.search ?? '').slice(0, 200);
  return {
    page,
    sort,
    search,
    /** What asks for a page of the list, as the API takes it. */
    variables: { page, ...sort, ...(search ? { search } : {}) },
    setPage: (next: number) => changeParams({ page: next > 1 ? String(next) : undefined }),
    setSort: (sort: Sort) => changeParams({ ...sort, page: undefined }),
    setSearch: (text: string) => changeParams({ search: text || undefined, page: undefined }, { replace: true }),
  };
}

type ListParams = ReturnType<typeof useListParams>;

interface ListToolsProps {
  readonly list: Pick<ListParams, 'search' | 'setSearch'>;
  /** What is searched. */
  readonly what: string;
  readonly children?: ComponentChildren;
}

/** The controls above a list. */
export function ListTools({ list, what, children }: ListToolsProps) {
  return (
    <div class="list-tools" data-export="no">
      {children}
      <SearchField label={`Search ${what}`} value={list.search} onSearch={list.setSearch} />
    </div>
  );
}

/** As the API answers a page of a list. */
interface ListPage<Row> {
  readonly data: readonly Row[];
  readonly pagination: { readonly limit: number; readonly total: number };
}

interface ListCardProps<Data, Row> extends Omit<CardProps<Data, Row>, 'noun' | 'empty'> {
  readonly columns: readonly Column<Row>[];
  readonly params: ListParams;
  readonly listOf: (data: Data) => ListPage<Row>;
  /** What is said where the whole list is empty. */
  readonly empty: string;
  /** The noun of an element and of several. */
  readonly noun: readonly [one: string, many: string];
  /** Stands above the rows. */
  readonly above?: (data: Data) => ComponentChildren;
}

export function ListCard<Data, Row>(props: ListCardProps<Data, Row>) {
  const { params, listOf, noun, empty, above, ...card } = props;
  const { page, sort, search, setSort } = params;
  const { route, params: given } = useAddress();
  return (
    <Card
      {...card}
      selection={search && !card.title.includes(search) ? `with “${search}”` : ''}
      page={page}
      rowsOf={(data) => listOf(data).data}
      totalOf={(data) => listOf(data).pagination.total}
      empty={() => false}
    >
      {(data, rows) => {
        const { pagination } = listOf(data);
        return (
          <>
            {above?.(data)}
            {rows.length > 0 ? (
              <DataTable caption={card.title} columns={card.columns} rows={rows} sort={sort} onSort={setSort} />
            ) : (
              <p class="empty">
                {pagination.total === 0 ? (
                  empty
                ) : (
                  <>
                    The list ends before page {page}.{' '}
                    <Link to={{ ...route, params: { ...given, page: undefined } }}>Show its first page</Link>
                  </>
                )}
              </p>
            )}
            <Pager {...pagination} params={params} noun={noun} />
          </>
        );
      }}
    </Card>
  );
}

type PagerProps = Pick<ListCardProps<unknown, unknown>, 'noun' | 'params'> & ListPage<unknown>['pagination'];

/** `21–40 of 96 prompts` between two buttons; the count alone if one page holds all. */
function Pager({ params: { page, setPage }, limit, total, noun: [one, many] }: PagerProps) {
  const pages = Math.max(1, Math.ceil(total / limit));
  if (pages === 1 && page === 1) return <p class="pager-count quiet">{counted(total, one, many)}</p>;
  const first = (page - 1) * limit + 1;
  const last = Math.min(total, page * limit);
  return (
    <nav class="pager" aria-label={`Pages of ${many}`} data-export="no">
      <button type="button" class="tool" disabled={page <= 1} onClick={() => setPage(page - 1)}>
        ← Previous
      </button>
      <span class="pager-count quiet" aria-live="polite">
        {first > total
          ? `Nothing on this page; ${counted(total, one, many)}`
          : `${whole(first)}–${whole(last)} of ${counted(total, one, many)}`}
      </span>
      <button type="button" class="tool" disabled={page >= pages} onClick={() => setPage(page + 1)}>
        Next →
      </button>
    </nav>
  );
}
