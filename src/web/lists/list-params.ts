// The parameters that all lists have in their addresses: page, order, direction and search.

import type { Navigation } from '../app/navigation.js';
import type { Sort } from './data-table.js';

interface ListParams<Order extends string> {
  readonly page: number;
  readonly sort: { readonly order: Order; readonly direction: Sort['direction'] };
  readonly search: string;
  readonly setPage: (page: number) => void;
  readonly setSort: (sort: Sort) => void;
  readonly setSearch: (search: string) => void;
}

interface Defaults<Order extends string> {
  readonly orders: readonly Order[];
  readonly order: Order;
  readonly direction: Sort['direction'];
}

/** What the address selects of a list. Every change but that of the page leads back to the first one. */
export function listParams<Order extends string>(
  { params, changeParams }: Pick<Navigation, 'params' | 'changeParams'>,
  defaults: Defaults<Order>,
): ListParams<Order> {
  const page = Number(params.page);
  const order = defaults.orders.find((each) => each === params.order) ?? defaults.order;
  const isDirection = params.direction === 'ASC' || params.direction === 'DESC';
  const direction = isDirection ? (params.direction === 'ASC' ? 'ASC' : 'DESC') : defaults.direction;
  return {
    page: Number.isInteger(page) && page >= 1 && page <= 1_000_000 ? page : 1,
    sort: { order, direction },
    search: (params.search ?? '').slice(0, 200),
    setPage: (next) => changeParams({ page: next > 1 ? String(next) : undefined }),
    setSort: (sort) => changeParams({ ...sort, page: undefined }),
    setSearch: (search) => changeParams({ search: search || undefined, page: undefined }, { replace: true }),
  };
}
