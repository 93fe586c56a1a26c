// What runs cite and search for: URLs, their domains and web queries, each by a dense number within its brand. Numbers are given out in the
// order in which items are recorded and never change.

export const itemKinds = ['url', 'domain', 'query'] as const;
export type ItemKind = (typeof itemKinds)[number];

/** An item by its name: a URL or a query in its normalised form, a domain. */
export interface NamedItem {
  readonly kind: ItemKind;
  /** The first of these that is one. */
  readonly names: readonly string[];
}

/** The items of one kind that runs of a question cite or issue; the arrays run parallel, by item ascending. */
export interface ItemCounts {
  /** All runs of the question, with an item or without. */
  readonly allRuns: number;
  /** Those of them with at least one web query. */
  readonly searchedRuns: number;
  readonly ids: Int32Array;
  /** Runs that cite or issue the item. */
  readonly runs: Float64Array;
  /** Citations of the item, every occurrence counted; of a query, its runs. */
  readonly citations: Float64Array;
  /** Those of `runs` that mention the brand. */
  readonly mentioned: Float64Array;
}
