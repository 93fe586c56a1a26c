// Random questions about a world: first as small numbers, then in words that fit what is recorded.

import fc from 'fast-check';
import type { AnalyticsQuestion } from '../naive/analytics.js';
import type { RunsQuestion, SnapshotQuestion } from '../naive/answers.js';
import { localDate } from '../naive/days.js';
import type { Outcome } from '../naive/selection.js';
import type { NaiveWorld } from '../naive/world.js';
import { type FilterPlan, filterFor, filterPlans, modelBeside, withoutPrompts } from './filters.js';
import { longWindows, type RandomWindow, windows, writeWindow, zones } from './times.js';
import { tags, unusedTag } from './words.js';

/** What is asked of a world: any number of each kind. */
export interface Questions {
  readonly analytics: readonly AnalyticsQuestion[];
  readonly runs: readonly RunsQuestion[];
  readonly snapshots: readonly SnapshotQuestion[];
}

export interface Filters {
  readonly pick: number;
  readonly model: number | null;
  readonly timeZone: string | undefined;
  readonly tags: readonly string[] | undefined;
  readonly filter: FilterPlan | null;
}

export interface QuestionPlans {
  readonly analytics: readonly (Filters & { readonly window: RandomWindow })[];
  readonly runs: readonly (Filters & {
    readonly window: RandomWindow;
    readonly outcome: Outcome | undefined;
    readonly company: number | null;
    readonly page: number | undefined;
    readonly limit: number | undefined;
  })[];
  readonly snapshots: readonly (Filters & { readonly dayOffset: number })[];
}

export const filters = {
  pick: fc.nat(20),
  model: fc.option(fc.nat(10), { freq: 2 }),
  timeZone: fc.option(fc.constantFrom(...zones), { nil: undefined, freq: 4 }),
  tags: fc.option(fc.uniqueArray(fc.constantFrom(...tags, unusedTag), { maxLength: 3 }), { nil: undefined, freq: 2 }),
  filter: filterPlans,
};

/** Wide windows as well, so that pages have something to turn. */
export const wide = fc.constant({ from: { quarter: -40 * 96, ms: 0, style: 0 }, quarters: 80 * 96, spare: 0 });

/** At most `most` questions of each kind. */
export function questionPlans(most: number): fc.Arbitrary<QuestionPlans> {
  const some = { minLength: 1, maxLength: most, size: 'max' } as const;
  return fc.record({
    analytics: fc.array(fc.record({ ...filters, window: fc.oneof(windows, windows, wide, longWindows) }), some),
    runs: fc.array(
      fc.record({
        ...filters,
        window: fc.oneof(wide, windows, longWindows),
        outcome: fc.constantFrom(
          undefined,
          undefined,
          'all' as const,
          'mentioned' as const,
          'absent' as const,
          'gap' as const,
        ),
        company: fc.option(fc.nat(40), { freq: 4 }),
        page: fc.constantFrom(undefined, 1, 1, 2, 3, 5, 1_000),
        limit: fc.constantFrom(undefined, 1, 2, 3, 7, 20, 100, 101, 100_000),
      }),
      some,
    ),
    snapshots: fc.array(fc.record({ ...filters, dayOffset: fc.integer({ min: -3, max: 3 }) }), some),
  });
}

/** The questions of `plans`, about the brands, prompts and models of `world`. */
export function questionsFor(plans: QuestionPlans, world: NaiveWorld, turn: number): Questions {
  const narrowed = ({ model, filter: plan }: Filters, isOfPrompt: boolean) => {
    const filter = isOfPrompt ? withoutPrompts(filterFor(plan, world)) : filterFor(plan, world);
    return { filter, model: modelBeside(filter, model === null ? undefined : pick(world.models, model)?.id) };
  };
  const promptOf = (filter: Filters) => pick(world.prompts, filter.pick)?.id ?? '';
  return {
    analytics: plans.analytics.map((plan) => ({
      brandId: pick(world.brands, plan.pick)?.id ?? '',
      ...writeWindow(turn, plan.window),
      ...narrowed(plan, false),
      tags: plan.tags,
      timeZone: plan.timeZone,
    })),
    runs: plans.runs.map((plan) => ({
      promptId: promptOf(plan),
      ...writeWindow(turn, plan.window),
      ...narrowed(plan, true),
      outcome: plan.outcome,
      company: plan.company === null ? undefined : pick([...world.companies, ...world.brands], plan.company)?.name,
      page: plan.page,
      limit: plan.limit,
    })),
    snapshots: plans.snapshots.map((plan) => ({
      promptId: promptOf(plan),
      date: localDate(turn + plan.dayOffset * 86_400_000, plan.timeZone ?? 'UTC'),
      timeZone: plan.timeZone,
      ...narrowed(plan, true),
    })),
  };
}

export function pick<T>(items: readonly T[], index: number): T | undefined {
  return items[index % items.length];
}
