// The long lists, breakdowns and signals of one analytics, read together with it: each that is selected becomes one ask, however many aliases select it.

import type { BreakdownAsk, BreakdownPage } from '../../domain/breakdown/breakdown.js';
import { type BreakdownWant, breakdownWants } from '../../domain/breakdown/dimensions-and-measures.js';
import { type ListKind, type ListPage, type ListWant, listWants } from '../../domain/lists/lists.js';
import type { Signals } from '../../domain/signals/signals.js';
import type { Question } from '../../domain/summary.js';
import { AppError } from '../../errors.js';
import { type ListArguments, parseListArguments } from '../arguments/list-arguments.js';
import type { Context } from '../builder/context.js';
import type { ListField } from '../builder/cost.js';
import type { SelectedList } from '../builder/selection.js';

/** A page by the kind of its list. */
export type PageOf = { readonly [Kind in ListKind]: ListPage<Kind> } & {
  readonly breakdown: BreakdownPage;
  readonly signals: Signals;
};

/** The pages of lists by kind and arguments; in place of one the refusal of what only its reading found to be too much. */
export type ListPages = ReadonlyMap<string, ListPage | BreakdownPage | Signals | AppError>;

/** The runs of the lists, and what they are compared with. */
interface ListScope extends Pick<BreakdownAsk, 'brandName' | 'compared'> {
  readonly question: Omit<Question, 'outcome' | 'series'>;
  /** Of breakdowns. */
  readonly series: BreakdownAsk['question']['series'];
}

/** Reads the selected lists but those with faulty arguments. */
export async function loadLists(ctx: Context, scope: ListScope, selected: readonly SelectedList[]): Promise<ListPages> {
  const merged = mergeSelected(selected);
  const pages = await Promise.all(
    [...merged].map(async ([key, list]) => [key, await load(ctx, scope, list).catch(refusal)] as const),
  );
  return new Map(pages);
}

/** What the field itself throws, so that its siblings have their answers. Everything else fails the request. */
function refusal(error: unknown): AppError {
  if (error instanceof AppError && error.code === 'validation_error') return error;
  throw error;
}

/** The page of a list that was read; throws its refusal. Throws also if it was not read, which is a fault of the look-ahead. */
export function pageOf<Kind extends ListField>(pages: ListPages, kind: Kind, args: object): PageOf[Kind] {
  const page = pages.get(keyOf(kind, args));
  if (!page) throw new Error('A list is selected that was not read.');
  if (page instanceof AppError) throw page;
  return page as PageOf[Kind]; // safe because the key begins with the kind
}

/** A list that fields select, with what they want of it together. */
type MergedList = {
  [Kind in ListField]: {
    readonly kind: Kind;
    readonly args: ListArguments<Kind>;
    readonly wants: ReadonlySet<Kind extends 'breakdown' ? BreakdownWant : ListWant>;
  };
}[ListField];

/** The lists with the same arguments as one, by their keys. Those with faulty arguments are left out. */
function mergeSelected(selected: readonly SelectedList[]): ReadonlyMap<string, MergedList> {
  const merged = new Map<string, MergedList>();
  for (const { kind, args: given, needs } of selected) {
    const parsed = parseListArguments(kind, given);
    // The field itself says what is wrong.
    if ('faults' in parsed) continue;
    const args = parsed.value;
    const key = keyOf(kind, args);
    const names: ReadonlySet<string> = needs;
    const wanted = kind === 'breakdown' ? breakdownWants : listWants;
    const wants = wanted.filter((want) => names.has(want) || names.has(`list:${want}`));
    // safe because arguments and wants are those of the kind
    merged.set(key, { kind, args, wants: new Set([...(merged.get(key)?.wants ?? []), ...wants]) } as MergedList);
  }
  return merged;
}

/** What names a list within its analytics. */
function keyOf(kind: ListField, args: object): string {
  return JSON.stringify([kind, args]);
}

/** A page of which nothing is selected. */
const unread = { total: 0, rows: [], summary: null };

async function load(ctx: Context, { brandName, compared, series, ...scope }: ListScope, list: MergedList) {
  const question = { ...scope.question, outcome: 'all' as const, series: null };
  if (list.kind === 'signals')
    return ctx.loaders.signals.load({ kind: list.kind, question, compared, brandName, ...list.args });
  if (list.wants.size === 0) return unread;
  const skip = (list.args.page - 1) * list.args.limit;
  if (list.kind === 'breakdown') {
    const { kind, args, wants } = list;
    const asked = { kind, question: { ...question, series }, compared, brandName };
    return ctx.loaders.breakdowns.load({ ...asked, ...args, skip, wants });
  }
  const { kind, args, wants } = list;
  const { limit, search, direction, orderBy } = args;
  const outcome = 'outcome' in args ? args.outcome : 'all';
  const isOfRuns = kind === 'domains' || kind === 'urls';
  return ctx.loaders.listPages.load({
    ...{ kind, compared, search, orderBy, direction, skip, limit, wants },
    question: isOfRuns ? { ...question, outcome } : question,
    outcome: isOfRuns ? 'all' : outcome,
    presence: 'presence' in args ? args.presence : 'current',
    categories: 'category' in args ? args.category : [],
  });
}
