// The long lists behind a summary: how they are filtered and ordered, and their rows as sums, from which every ratio follows.

import type { CompanySums } from '../company-sums.js';
import type { Outcome } from '../outcome.js';
import type { Question } from '../summary.js';
import type { Window } from '../window.js';

export const listKinds = ['prompts', 'domains', 'urls', 'queries'] as const;
export type ListKind = (typeof listKinds)[number];

export const directions = ['asc', 'desc'] as const;
export type Direction = (typeof directions)[number];

export const promptOrders = ['visibility', 'change', 'runs', 'share', 'position', 'gap', 'citations'] as const;
export const sourceOrders = ['citations', 'runs', 'prompts', 'change'] as const;
export const queryOrders = ['runs', 'prompts', 'visibility', 'change'] as const;

/** What the rows of each list may be ordered by. */
interface ListOrders {
  readonly prompts: (typeof promptOrders)[number];
  readonly domains: (typeof sourceOrders)[number];
  readonly urls: (typeof sourceOrders)[number];
  readonly queries: (typeof queryOrders)[number];
}

/** Whose domain it is: the brand's, a tracked competitor's, or neither's. */
export const categories = ['own', 'competitor', 'other'] as const;
export type Category = (typeof categories)[number];

/** Items of the window, of the compared window alone, or of either. */
export const presences = ['current', 'lost', 'all'] as const;
export type Presence = (typeof presences)[number];

/** What a client selects of a list. What it orders by is read in any case. */
export const listWants = ['rows', 'total', 'previous', 'prompts', 'urls', 'models', 'summary'] as const;
export type ListWant = (typeof listWants)[number];

/** One list: of which runs, which of its rows, in which order. */
export interface ListAsk<Kind extends ListKind = ListKind> {
  readonly kind: Kind;
  /** Its `series` is `null`; its outcome is for domains and URLs, `all` for the others. */
  readonly question: Question;
  /** The window that is compared with; `null` where it would begin before year 1, and then as if it had no run. */
  readonly compared: Window | null;
  /** Which prompts; `all` for other lists. */
  readonly outcome: Outcome;
  /** Occurs in the row's name, in any case; `null`: no filter. */
  readonly search: string | null;
  /** Of items; `current` for prompts. */
  readonly presence: Presence;
  /** Of domains and URLs; empty: no filter. */
  readonly categories: readonly Category[];
  readonly orderBy: ListOrders[Kind];
  readonly direction: Direction;
  /** Rows before the page. */
  readonly skip: number;
  /** Rows on the page. */
  readonly limit: number;
  readonly wants: ReadonlySet<ListWant>;
}

/** One prompt with at least one run. */
export interface PromptRow {
  readonly id: string;
  readonly text: string;
  readonly tags: readonly string[];
  readonly runs: number;
  readonly citations: number;
  readonly brand: CompanySums;
  /** Mentions of all companies, the brand among them. */
  readonly allMentions: number;
  /** The company other than the brand with most mentions, ties by name ascending; `null` where none is mentioned. */
  readonly leader: { readonly name: string; readonly mentions: number } | null;
  /** When its first and its last run were created, epoch milliseconds. */
  readonly first: number;
  readonly last: number;
  /** In the compared window; `null` where it was not asked for. */
  readonly previous: { readonly runs: number; readonly brandMentions: number } | null;
}

/** One cited domain, or one cited URL. */
export interface SourceRow {
  readonly domain: string;
  /** In its normalised form; `null`: the row is a domain. */
  readonly url: string | null;
  /** `null` also where no run gave it one. */
  readonly title: string | null;
  readonly category: Category;
  /** The owner of the domain; `null` where the category is `other`. */
  readonly company: string | null;
  readonly citations: number;
  /** Runs that cite it. */
  readonly runs: number;
  /** Distinct prompts of those runs; `null` where they were not asked for. */
  readonly prompts: number | null;
  /** Distinct URLs of the domain; `null` where they were not asked for, and of a URL. */
  readonly urls: number | null;
  /** In the compared window; `null` where it was not asked for. */
  readonly previousCitations: number | null;
  /** No citation in the compared window although that has a run; `null` where it was not asked for. */
  readonly isNew: boolean | null;
  /** Of all rows of the list, filters of rows not considered. */
  readonly allCitations: number;
  readonly allRuns: number;
}

/** One web query that was issued. */
export interface QueryRow {
  readonly query: string;
  /** Runs that issued it. */
  readonly runs: number;
  /** Distinct prompts and models of those runs; `null` where they were not asked for. */
  readonly prompts: number | null;
  readonly models: number | null;
  /** Those of `runs` that mention the brand. */
  readonly brandMentions: number;
  /** In the compared window; `null` where it was not asked for. */
  readonly previousRuns: number | null;
  /** Not issued in the compared window although that has a run; `null` where it was not asked for. */
  readonly isNew: boolean | null;
}

export interface ListRows {
  readonly prompts: PromptRow;
  readonly domains: SourceRow;
  readonly urls: SourceRow;
  readonly queries: QueryRow;
}

/** What all runs of a question searched for. */
export interface FanoutSums {
  readonly runs: number;
  /** Runs with at least one web query. */
  readonly searchedRuns: number;
  /** Distinct queries of each run, added up. */
  readonly queries: number;
  readonly uniqueQueries: number;
}

/** A page of a list. */
export interface ListPage<Kind extends ListKind = ListKind> {
  /** Rows on all pages; `null` where it was not asked for. */
  readonly total: number | null;
  /** Empty where they were not asked for. */
  readonly rows: readonly ListRows[Kind][];
  /** Of queries, filters of rows not considered; `null` where it was not asked for, and for other lists. */
  readonly summary: FanoutSums | null;
}
