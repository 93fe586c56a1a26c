// The long lists of one analytics, read together with it: each list that is selected becomes one ask, however many aliases select it.

import { type ListAsk, type ListKind, type ListPage, type ListWant, listWants } from '../../domain/lists/lists.js';
import type { Question } from '../../domain/summary.js';
import type { Window } from '../../domain/window.js';
import { type ListArguments, parseListArguments } from '../arguments/list-arguments.js';
import type { Context } from '../builder/context.js';
import type { SelectedList, Selection } from '../builder/selection.js';

/** The pages of lists by kind and arguments. */
export type ListPages = ReadonlyMap<string, ListPage>;

/** The runs of the lists, and the window that they are compared with. */
interface ListScope {
  readonly question: Omit<Question, 'outcome' | 'series'>;
  readonly compared: Window | null;
}

interface Selected {
  readonly kind: ListKind;
  readonly args: ListArguments;
  readonly wants: Set<ListWant>;
}

/** Reads the selected lists but those with faulty arguments. */
export async function loadLists(ctx: Context, scope: ListScope, selected: Selection['lists']): Promise<ListPages> {
  const merged = merge(selected);
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

/** A page of which nothing is selected. */
const unread: ListPage = { total: null, rows: [], summary: null };

function merge(selected: readonly SelectedList[]): ReadonlyMap<string, Selected> {
  const merged = new Map<string, Selected>();
  for (const { kind, args: given, needs } of selected) {
    const parsed = parseListArguments(kind, given);
    // The field itself says what is wrong.
    if ('faults' in parsed) continue;
    const args = parsed.value;
    const key = keyOf(kind, args);
    const known = merged.get(key) ?? { kind, args, wants: new Set<ListWant>() };
    for (const want of listWants) if (needs.has(`list:${want}`)) known.wants.add(want);
    for (const want of ['rows', 'total'] as const) if (needs.has(want)) known.wants.add(want);
    merged.set(key, known);
  }
  return merged;
}

function keyOf(kind: ListKind, args: object): string {
  return JSON.stringify([kind, args]);
}

function askOf({ question, compared }: ListScope, { kind, args, wants }: Selected): ListAsk {
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
