// A long list under way: what was counted for an ask, the rows that are left, and what makes them rows. Each kind of list is a declaration
// (`item-list.ts`, `prompt-list.ts`); one engine (`read-lists.ts`) pages and streams them all.

import { pick } from '../../domain/counts/arrays.js';
import type { ItemDetails } from '../../domain/lists/item-details.js';
import type { ItemCounts, ItemKind } from '../../domain/lists/items.js';
import type { ListAsk, ListKind, ListRows } from '../../domain/lists/lists.js';
import type { Ownership } from '../../domain/lists/ownership.js';
import type { Question } from '../../domain/summary.js';

export type ItemList = Exclude<ListKind, 'prompts'>;

/** What each list of items is a list of. */
export const itemOf = { domains: 'domain', urls: 'url', queries: 'query' } as const satisfies Record<
  ItemList,
  ItemKind
>;

/** What the database says about one row. */
export interface RowName {
  /** The row's number. */
  readonly id: number;
  /** What identifies the row, and orders rows with equal keys. */
  readonly name: string;
  /** The text of a prompt; the title of a URL. */
  readonly text: string | null;
  /** The domain of a URL. */
  readonly domain: string | null;
  /** Of a prompt. */
  readonly tags: readonly string[];
}

/** What is counted of items; `null`: not asked for, or not yet: of some parts only the rows that are shown are counted. */
export interface ItemParts {
  readonly current: ItemCounts;
  /** In the compared window. */
  before: ItemCounts | null;
  details: ItemDetails | null;
  /** The URLs of domains. */
  readonly urls: ItemCounts | null;
}

/** What rows say beyond their counts and names. */
export interface Extras {
  readonly ownerOf: (domain: string) => Ownership;
  /** The domains of URLs, by number. */
  readonly urlDomains: Int32Array;
  /** The names of companies, at least of those that `leadersOf` names. */
  readonly companies: ReadonlyMap<number, string>;
}

/** The rows of one list, with nothing filtered but what `admits` says. */
export interface ListTable<Kind extends ListKind = ListKind> {
  /** The numbers of the rows, ascending; the other functions take places among them. */
  readonly ids: Int32Array;
  /** The keys of all rows; NaN where a row has none. */
  readonly keys: () => Float64Array;
  /** Which rows the list has; without it: all. */
  readonly admits?: ((place: number) => boolean) | null;
  /** The companies that may lead in one of these rows: those with most mentions. */
  readonly leadersOf?: (places: Iterable<number>) => readonly number[];
  /** What makes rows; called once for all rows that share `extras`. */
  readonly rows: (extras: Extras) => (place: number, name: RowName) => ListRows[Kind];
}

/** A list whose rows are counted and filtered. */
export interface OpenList {
  readonly ask: ListAsk;
  readonly table: ListTable;
  /** `null`: of prompts. */
  readonly items: ItemParts | null;
  /** The places of the rows that the filters leave, ascending; `null`: all. */
  readonly left: Int32Array | null;
}

/** The values of a column of the rows that are left. */
export function leftIn({ left }: OpenList, column: Float64Array): Float64Array {
  return left ? pick(column, left) : column;
}

/** The numbers of rows, by places among those that are left. */
export function idsAt({ table: { ids }, left }: OpenList, places: Int32Array): Int32Array {
  return places.map((place) => ids[left ? (left[place] ?? 0) : place] ?? 0);
}

/** Whether an ask is about items. */
export function isItemAsk(ask: ListAsk): ask is ListAsk<ItemList> {
  return ask.kind !== 'prompts';
}

/** Whether the compared window decides which rows there are, or rows are wanted, and it for them or for their order. */
export function needsPrevious({ wants, orderBy, presence }: ListAsk): boolean {
  return presence !== 'current' || (wants.has('rows') && (wants.has('previous') || orderBy === 'change'));
}

/** The question about the compared window; `null`: there is none, or it is not needed. */
export function previousOf(ask: ListAsk): Question | null {
  return ask.compared && needsPrevious(ask) ? { ...ask.question, window: ask.compared } : null;
}

/** A part that was read because the ask needs it. */
export function required<T>(part: T | null | undefined): T {
  if (part === null || part === undefined) throw new Error('A list needs a part that was not read.');
  return part;
}
