// What every list is before it is filtered, ordered and named: numbered rows with keys.

import type { ItemDetails } from '../../domain/lists/item-details.js';
import type { ItemCounts } from '../../domain/lists/items.js';
import type { ListAsk, ListKind, ListRows } from '../../domain/lists/lists.js';
import type { Question, Summary } from '../../domain/summary.js';
import type { OwnershipOf } from './owners.js';

/** What was counted for an ask. */
export interface Counted<Kind extends ListKind = ListKind> {
  readonly ask: ListAsk<Kind>;
  readonly current: Summary;
  /** `null`: not asked for, or of the shown rows alone (`Extras.before`), or there is no window before; then it has no run. */
  readonly previous: Summary | null;
  /** Where the list is in their order, of all rows that can be shown. */
  readonly details: ItemDetails | null;
}

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

/** What rows say beyond their counts and names. */
export interface Extras {
  /** At least of the rows that are shown; `null`: not asked for. */
  readonly details: ItemDetails | null;
  /** Counts in the window before, at least of the items that are shown; `null`: in `Counted.previous`. */
  readonly before: ItemCounts | null;
  /** The distinct URLs of a domain, by its number; `null`: not asked for. */
  readonly urls: Int32Array | null;
  readonly ownerOf: OwnershipOf;
  /** The names of companies, at least of those that `leadersOf` names. */
  readonly companies: ReadonlyMap<number, string>;
}

/** The rows of one list, with nothing filtered but what `admits` says. */
export interface ListTable<Kind extends ListKind = ListKind> {
  /** The numbers of the rows, ascending; the other functions take places among them. */
  readonly ids: Int32Array;
  /** The keys of all rows; NaN where a row has none. */
  readonly keys: () => Float64Array;
  /** Which rows the list has; `null`: all. */
  readonly admits: ((place: number) => boolean) | null;
  /** The companies that may lead in one of these rows: those with most mentions. */
  readonly leadersOf: (places: Iterable<number>) => readonly number[];
  /** What makes rows; called once for all rows that share `extras`. */
  readonly rows: (extras: Extras) => (place: number, name: RowName) => ListRows[Kind];
}

/** Whether rows are wanted, and the window before for them or for their order. */
export function needsPrevious({ wants, orderBy }: ListAsk): boolean {
  return wants.has('rows') && (wants.has('previous') || orderBy === 'change');
}

/** The question about the window before; `null`: there is none, or it is not needed. */
export function previousOf(ask: ListAsk): Question | null {
  return ask.previous && needsPrevious(ask) ? { ...ask.question, window: ask.previous } : null;
}

/** A part that was read because the ask needs it. */
export function required<T>(part: T | null): T {
  if (part === null) throw new Error('A list needs a part that was not read.');
  return part;
}

/** A list whose rows are counted and filtered, not yet named. */
export interface OpenList {
  readonly counted: Counted;
  readonly table: ListTable;
  /** The places of the rows that the filters leave, ascending. */
  readonly left: Int32Array;
}
