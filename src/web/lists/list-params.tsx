// The parameters that all lists have in their addresses: page, order, direction and search.

import type { ComponentChildren } from 'preact';
import { useAddress } from '../app/navigation.js';
import { type Column, columnsFor, type Sort } from './column.js';
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

export type ListParams = ReturnType<typeof useListParams>;

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
