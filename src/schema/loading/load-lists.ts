// The long lists of one analytics, read together with it: each list that is selected becomes one ask, however many aliases select it.

import { type ListAsk, type ListKind, type ListPage, type ListWant, listWants } from '../../domain/lists/lists.js';
import type { Question } from '../../domain/summary.js';
import type { Window } from '../../domain/window.js';
import { type ListArguments, parseListArguments } from '../arguments/list-arguments.js';
import type { Context } from '../builder/context.js';
import type { ListField } from '../builder/cost.js';
import type { SelectedList, Selection } from '../builder/selection.js';

/** The pages of lists by kind and arguments. */
export type ListPages = ReadonlyMap<string, ListPage>;

/** The runs of the lists, and the window that they are compared with. */
interface ListScope {
  readonly question: Omit<Question, 'outcome' | 'series'>;
  readonly compared: Window | null;
}

/** Reads the selected lists but those with faulty arguments. */
export async function loadLists(ctx: Context, scope: ListScope, selected: Selection['lists']): Promise<ListPages> {
  const merged = mergeSelected(selected.filter(isList), listWants);
  const pages = await Promise.all(
    [...merged].map(
      async ([key, each]): Promise<[string, ListPage]> => [
        key,
        each.wants.size === 0 ? unread : await ctx.loaders.listPages.load(askOf(scope, each)),
      ],
    ),
  );
  return new Map(pages);
}

/** The page of a list that was read. Throws if it was not, which is a fault of the look-ahead. */
export function pageOf<Kind extends ListKind>(pages: ListPages, kind: Kind, args: object): ListPage<Kind> {
  const page = pages.get(keyOf(kind, args));
  if (!page) throw new Error('A list is selected that was not read.');
  return page as ListPage<Kind>; // safe because the key begins with the kind
}

function isList(list: SelectedList): list is SelectedList<ListKind> {
  return list.kind !== 'breakdown' && list.kind !== 'signals';
}

/** A page of which nothing is selected. */
const unread: ListPage = { total: null, rows: [], summary: null };

/** A list that fields select, with what they want of it together. */
interface MergedList<Kind extends ListField, Want extends string> {
  readonly kind: Kind;
  readonly args: ListArguments<Kind>;
  readonly wants: ReadonlySet<Want>;
}

/** The lists with the same arguments as one, by their keys. Those with faulty arguments are left out. */
export function mergeSelected<Kind extends ListField, Want extends string>(
  selected: readonly SelectedList<Kind>[],
  wanted: readonly Want[],
): ReadonlyMap<string, MergedList<Kind, Want>> {
  const merged = new Map<string, MergedList<Kind, Want>>();
  for (const { kind, args: given, needs } of selected) {
    const parsed = parseListArguments(kind, given);
    // The field itself says what is wrong.
    if ('faults' in parsed) continue;
    const args = parsed.value;
    const key = keyOf(kind, args);
    const names: ReadonlySet<string> = needs;
    const wants = wanted.filter((want) => names.has(want) || names.has(`list:${want}`));
    merged.set(key, { kind, args, wants: new Set([...(merged.get(key)?.wants ?? []), ...wants]) });
  }
  return merged;
}

/** What names a list within its analytics. */
export function keyOf(kind: ListField, args: object): string {
  return JSON.stringify([kind, args]);
}

function askOf({ question, compared }: ListScope, { kind, args, wants }: MergedList<ListKind, ListWant>): ListAsk {
  const { page, limit, search, direction, orderBy } = args;
  const outcome = 'outcome' in args ? args.outcome : 'all';
  const isOfRuns = kind === 'domains' || kind === 'urls';
  return {
    kind,
    question: { ...question, outcome: isOfRuns ? outcome : 'all', series: null },
    compared,
    outcome: isOfRuns ? 'all' : outcome,
    search,
    presence: 'presence' in args ? args.presence : 'current',
    categories: 'category' in args ? args.category : [],
    orderBy,
    direction,
    skip: (page - 1) * limit,
    limit,
    wants,
  };
}
