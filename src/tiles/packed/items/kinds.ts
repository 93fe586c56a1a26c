// The kinds of items, as their rows are numbered. The runs themselves are counted as items too: what a filter selects of them is found in
// the same way as what it selects of a URL's.

import type { ItemKind } from '../../../domain/lists/items.js';

export const postingKinds = ['runs', 'url', 'domain', 'query'] as const satisfies readonly (ItemKind | 'runs')[];
export type PostingKind = (typeof postingKinds)[number];

/** The items of kind `runs`: all runs, and those that searched: with at least one query. */
export const allRunsItem = 0;
export const searchedRunsItem = 1;
