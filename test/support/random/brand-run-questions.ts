// Random questions for the answers of a brand: filters that select most, few and none of its runs.

import fc from 'fast-check';
import type { BrandRunsQuestion } from '../naive/answers.js';
import { pageOf } from '../naive/pages.js';
import type { Outcome } from '../naive/selection.js';
import type { NaiveWorld } from '../naive/world.js';
import { filterFor, modelBeside } from './filters.js';
import { type Filters, filters, pick, wide } from './questions.js';
import { longWindows, type RandomWindow, windows, writeWindow } from './times.js';

export interface BrandRunsPlan extends Filters {
  readonly window: RandomWindow;
  readonly outcome: Outcome | undefined;
  readonly company: number | null;
  readonly items: readonly { readonly kind: 'domain' | 'url' | 'query'; readonly pick: number }[];
  readonly sentiment: (typeof sentiments)[number] | undefined;
  /** Of which answer, from where on and how much is searched for, in which case. */
  readonly search: readonly [pick: number, from: number, length: number, isUpper: boolean] | undefined;
  readonly limit: number | undefined;
}

const sentiments = ['positive', 'neutral', 'negative', 'mixed'] as const;

export const brandRunsPlans: fc.Arbitrary<BrandRunsPlan> = fc.record({
  ...filters,
  window: fc.oneof(wide, windows, longWindows),
  outcome: fc.option(fc.constantFrom('all' as const, 'mentioned' as const, 'absent' as const, 'gap' as const), {
    nil: undefined,
    freq: 2,
  }),
  company: fc.option(fc.nat(40), { freq: 2 }),
  items: fc.oneof(
    fc.constant([]),
    fc.uniqueArray(
      fc.record({ kind: fc.constantFrom('domain' as const, 'url' as const, 'query' as const), pick: fc.nat(200) }),
      {
        minLength: 1,
        maxLength: 2,
        selector: ({ kind }) => kind,
      },
    ),
  ),
  sentiment: fc.option(fc.constantFrom(...sentiments), { nil: undefined, freq: 2 }),
  search: fc.option(fc.tuple(fc.nat(200), fc.nat(30), fc.integer({ min: 1, max: 9 }), fc.boolean()), {
    nil: undefined,
    freq: 2,
  }),
  limit: fc.constantFrom(undefined, 1, 2, 3, 7, 20, 100, 101, 100_000),
});

/** The question of `plan` about what `world` holds; without its limit. */
export function brandRunsQuestionFor(plan: BrandRunsPlan, world: NaiveWorld, turn: number): BrandRunsQuestion {
  const brand = pick(world.brands, plan.pick);
  const known = world.companies.filter(({ brandId }) => brandId === brand?.id).map(({ name }) => name);
  const names = [brand?.name ?? '', ...known, 'nobody is called so'];
  const filter = filterFor(plan.filter, world);
  return {
    filter,
    brandId: brand?.id ?? '',
    ...writeWindow(turn, plan.window),
    model: modelBeside(filter, plan.model === null ? undefined : pick(world.models, plan.model)?.id),
    tags: plan.tags,
    outcome: plan.outcome,
    company: plan.company === null ? undefined : pick(names, plan.company),
    ...itemsFor(plan, world, brand?.id),
    sentiment: plan.sentiment,
    search: searchFor(plan, world, brand?.id),
  };
}

/** What runs of the brand cite and issue, and what none does. */
function itemsFor({ items }: BrandRunsPlan, { runs }: NaiveWorld, brandId: string | undefined) {
  const ours = runs.filter((run) => run.brandId === brandId);
  const urls = ours.flatMap(({ citations }) => citations.map(({ url }) => url));
  const known = {
    url: [...urls, 'https://nobody.example/cites-this'],
    domain: [...urls.flatMap((url) => pageOf(url)?.domain ?? []), 'nobody.example'],
    query: [...ours.flatMap(({ webQueries }) => webQueries), 'nobody asks this'].filter((text) => text.trim() !== ''),
  };
  return Object.fromEntries(items.map((item) => [item.kind, pick(known[item.kind], item.pick)]));
}

/** A part of an answer of the brand, or what none has. */
function searchFor({ search }: BrandRunsPlan, { runs }: NaiveWorld, brandId: string | undefined): string | undefined {
  if (!search) return undefined;
  const [which, from, length, isUpper] = search;
  const texts = runs.flatMap((run) => (run.brandId === brandId && run.answer ? [run.answer] : []));
  const characters = [...(pick([...texts, 'nothing is so'], which) ?? '')];
  const start = from % Math.max(1, characters.length);
  const part = characters
    .slice(start, start + length)
    .join('')
    .replaceAll('\0', '');
  return (isUpper ? part.toUpperCase() : part) || undefined;
}
