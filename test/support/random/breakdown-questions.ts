// Random breakdowns of a world: one to three dimensions, at most one of them of time, in any order.

import fc from 'fast-check';
import { type BreakdownQuestion, breakdownOrders, type Dimension, dimensions } from '../naive/breakdown.js';
import type { NaiveWorld } from '../naive/world.js';
import { filterFor, modelBeside } from './filters.js';
import { type Filters, filters, pick, wide } from './questions.js';
import { longWindows, type RandomWindow, windows, writeWindow } from './times.js';

export interface BreakdownPlan extends Filters, Pick<BreakdownQuestion, 'by' | 'orderBy' | 'direction' | 'minRuns'> {
  readonly window: RandomWindow;
  readonly compared: RandomWindow | undefined;
  readonly page: number | undefined;
  readonly limit: number | undefined;
}

const times = ['day', 'week', 'month'] as const;
const others = dimensions.filter((name) => !times.some((time) => time === name));

const by: fc.Arbitrary<readonly Dimension[]> = fc
  .tuple(fc.option(fc.constantFrom(...times), { freq: 2 }), fc.shuffledSubarray(others, { maxLength: 3 }), fc.nat(2))
  .map(([time, some, place]) => {
    if (time === null) return some.length === 0 ? ['tag'] : some;
    const rest = some.slice(0, 2);
    return [...rest.slice(0, place), time, ...rest.slice(place)];
  });

const maybe = { nil: undefined, freq: 2 };

export const breakdownPlans: fc.Arbitrary<BreakdownPlan> = fc.record({
  ...filters,
  by,
  window: fc.oneof(wide, wide, windows, longWindows),
  compared: fc.option(fc.oneof(wide, windows), maybe),
  orderBy: fc.option(fc.constantFrom(...breakdownOrders), { nil: undefined, freq: 4 }),
  direction: fc.option(fc.constantFrom('asc' as const, 'desc' as const), maybe),
  minRuns: fc.constantFrom(undefined, undefined, 1, 2, 3, 10),
  page: fc.constantFrom(undefined, 1, 1, 2, 3, 1_000),
  limit: fc.constantFrom(undefined, 1, 2, 3, 7, 100, 1_001, 100_000),
});

/** The question of `plan` about what `world` holds. */
export function breakdownQuestionFor(plan: BreakdownPlan, world: NaiveWorld, turn: number): BreakdownQuestion {
  const { pick: place, model, filter: narrowing, window, compared, ...rest } = plan;
  const filter = filterFor(narrowing, world);
  const other = compared && writeWindow(turn, compared);
  return {
    ...rest,
    brandId: pick(world.brands, place)?.id ?? '',
    ...writeWindow(turn, window),
    ...(other ? { compareStart: other.start, compareEnd: other.end } : {}),
    filter,
    model: modelBeside(filter, model === null ? undefined : pick(world.models, model)?.id),
  };
}
