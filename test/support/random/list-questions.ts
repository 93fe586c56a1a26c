// Random questions for the long lists, and the texts that they search for: pieces of what the lists name, in another case.

import fc from 'fast-check';
import { comparedOf, type Presence } from '../naive/compared.js';
import { type ListKind, type ListQuestion, listKinds, listOrders, wholeList } from '../naive/lists/lists.js';
import { type Category, categories } from '../naive/lists/ownership.js';
import { type Outcome, rangeOf } from '../naive/selection.js';
import type { NaiveWorld } from '../naive/world.js';
import { type ComparisonPlan, comparisonPlans, writeComparison } from './comparisons.js';
import { filterFor, modelBeside } from './filters.js';
import { type Filters, filters, pick, wide } from './questions.js';
import { longWindows, type RandomWindow, windows, writeWindow } from './times.js';
import { tags, unusedTag } from './words.js';

interface SearchPlan {
  readonly pick: number;
  readonly from: number;
  readonly length: number;
  readonly spelling: 'as it is' | 'upper' | 'lower';
}

export interface ListPlan extends Filters {
  readonly kind: ListKind;
  readonly window: RandomWindow;
  readonly comparison: ComparisonPlan;
  readonly order: number | null;
  readonly direction: 'asc' | 'desc' | undefined;
  readonly outcome: Outcome | undefined;
  readonly category: readonly Category[] | undefined;
  readonly presence: Presence | undefined;
  readonly search: SearchPlan | null;
  readonly page: number | undefined;
  readonly limit: number | undefined;
}

/** Every second time none. */
const maybe = { nil: undefined, freq: 2 };

/** Mostly none, so that lists are long. */
const rarely = <T>(arbitrary: fc.Arbitrary<T>) =>
  fc.oneof({ weight: 3, arbitrary: fc.constant(null) }, { weight: 1, arbitrary });

export const listPlans: fc.Arbitrary<ListPlan> = fc.record({
  ...filters,
  model: rarely(fc.nat(10)),
  tags: rarely(fc.uniqueArray(fc.constantFrom(...tags, unusedTag), { maxLength: 3 })).map((some) => some ?? undefined),
  kind: fc.constantFrom(...listKinds),
  window: fc.oneof(wide, wide, windows, longWindows),
  comparison: comparisonPlans,
  order: fc.option(fc.nat(20), { freq: 4 }),
  direction: fc.option(fc.constantFrom('asc' as const, 'desc' as const), maybe),
  outcome: fc.option(fc.constantFrom('all' as const, 'mentioned' as const, 'absent' as const, 'gap' as const), maybe),
  category: fc.option(fc.subarray([...categories]), maybe),
  presence: fc.option(fc.constantFrom('current' as const, 'lost' as const, 'all' as const), maybe),
  search: fc.option(
    fc.record({
      pick: fc.nat(1_000),
      from: fc.nat(12),
      length: fc.integer({ min: 1, max: 8 }),
      spelling: fc.constantFrom<SearchPlan['spelling']>('as it is', 'upper', 'lower'),
    }),
    { freq: 2 },
  ),
  page: fc.constantFrom(undefined, 1, 1, 2, 3, 1_000),
  limit: fc.constantFrom(undefined, 1, 2, 3, 7, 100, 101, 100_000),
});

/** What would mean something else to a pattern, and what no list names. */
const otherTexts = ['%', '_', '.', '\\', ' ', '*', "'", 'nobody says this', 'PROMPT', 'É', '://'];

/** The same question about the window that the list is compared with, and other models: both are read at once, and neither counts for the other. */
export function besideOf(question: ListQuestion, { models }: NaiveWorld): readonly ListQuestion[] {
  const before = comparedOf(question);
  const model = models.find(({ id }) => id !== question.model)?.id;
  return before ? [{ ...question, ...rangeOf(before), model: modelBeside(question.filter, model) }] : [];
}

/** The question of `plan` about what `world` holds. */
export function listQuestionFor(plan: ListPlan, world: NaiveWorld, turn: number): ListQuestion {
  const { kind, window, comparison, order, direction, outcome, category, presence, search, page, limit } = plan;
  const orders = listOrders[kind];
  const filter = filterFor(plan.filter, world);
  const question: ListQuestion = {
    kind,
    brandId: pick(world.brands, plan.pick)?.id ?? '',
    ...writeWindow(turn, window),
    ...writeComparison(turn, comparison),
    filter,
    model: modelBeside(filter, plan.model === null ? undefined : pick(world.models, plan.model)?.id),
    tags: plan.tags,
    orderBy: order === null ? undefined : orders[order % orders.length],
    direction,
    outcome: kind === 'queries' ? undefined : outcome,
    category: kind === 'domains' || kind === 'urls' ? category : undefined,
    presence: kind === 'prompts' ? undefined : presence,
    page,
    limit,
  };
  return search === null ? question : { ...question, search: searchOf(search, world, question) };
}

/** A piece of what the list names. */
function searchOf(plan: SearchPlan, world: NaiveWorld, question: ListQuestion): string {
  const names = wholeList(world, question).map(nameOf);
  const isOther = names.length === 0 || plan.pick % 5 === 0;
  const name = [...(pick(isOther ? otherTexts : names, plan.pick) ?? '')];
  const from = name.length === 0 ? 0 : plan.from % name.length;
  const piece = name.slice(from, from + plan.length).join('') || 'crm';
  if (plan.spelling === 'as it is') return piece;
  return plan.spelling === 'upper' ? piece.toUpperCase() : piece.toLowerCase();
}

/** What an element is found by. */
function nameOf(element: object): string {
  const { prompt, url, domain, query } = element as { prompt?: string; url?: string; domain?: string; query?: string }; // safe because elements are of the four lists
  return prompt ?? url ?? domain ?? query ?? '';
}
