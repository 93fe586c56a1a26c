// Order, paging and search of a list, each by its plain definition.

import { compareNames } from '../figures.js';

/** What every list takes besides what selects the runs. */
export interface Listing {
  readonly orderBy?: string | undefined;
  readonly direction?: 'asc' | 'desc' | undefined;
  readonly search?: string | undefined;
  readonly page?: number | undefined;
  readonly limit?: number | undefined;
}

/** An element, what names it, and the key it is ordered by. */
export interface Keyed<T> {
  readonly element: T;
  readonly identity: string;
  readonly key: number | null;
}

/** By key, `null` last in both directions, equal keys by identity ascending. */
export function inDirection<T>(items: readonly Keyed<T>[], direction: 'asc' | 'desc'): readonly T[] {
  const sign = direction === 'asc' ? 1 : -1;
  return [...items]
    .sort((a, b) => {
      if (a.key !== null && b.key !== null && a.key !== b.key) return sign * (a.key - b.key);
      if ((a.key === null) !== (b.key === null)) return a.key === null ? 1 : -1;
      return compareNames(a.identity, b.identity);
    })
    .map(({ element }) => element);
}

/** One page of `elements`, and where it stands. */
export function pageOfList<T>(elements: readonly T[], listing: Listing) {
  const page = listing.page ?? 1;
  const limit = Math.min(listing.limit ?? 20, 100);
  return {
    data: elements.slice((page - 1) * limit, page * limit),
    pagination: { page, limit, total: elements.length, totalPages: Math.ceil(elements.length / limit) },
  };
}

/** Whether `text` has `search` somewhere, whatever the case of either; ς is a lower case of Σ as well. */
export function isFound(text: string, search: string | undefined): boolean {
  const lower = (given: string) => given.toLowerCase().replaceAll('ς', 'σ');
  return search === undefined || lower(text).includes(lower(search));
}
