// Random questions about signals of a world: mostly of two windows that hold many runs, and so unsure that most hypotheses are listed.

import fc from 'fast-check';
import { kinds, type SignalsQuestion } from '../naive/signals.js';
import type { NaiveWorld } from '../naive/world.js';
import { filterFor, modelBeside } from './filters.js';
import { type Filters, filters, pick, wide } from './questions.js';
import { type RandomWindow, windows, writeWindow } from './times.js';

export interface SignalPlan extends Filters, Pick<SignalsQuestion, 'level' | 'kinds' | 'limit'> {
  readonly isNarrow: boolean;
  readonly window: RandomWindow;
  readonly compared: RandomWindow | undefined;
}

/** From about the middle of a world on: the one before holds the other half. */
const half: fc.Arbitrary<RandomWindow> = fc.integer({ min: -96, max: 96 }).map((quarter) => {
  return { from: { quarter, ms: 0, style: 0 }, quarters: 42 * 96, spare: 0 };
});

export const signalPlans: fc.Arbitrary<SignalPlan> = fc.record({
  ...filters,
  isNarrow: fc.boolean(),
  window: fc.oneof(half, half, wide, windows),
  compared: fc.option(fc.oneof(wide, windows), { nil: undefined, freq: 2 }),
  level: fc.constantFrom(undefined, 0.001, 0.001, 0.5, 0.9),
  kinds: fc.option(fc.subarray([...kinds]), { nil: undefined, freq: 2 }),
  limit: fc.constantFrom(undefined, 1, 2, 7, 1_000, 5_000),
});

/** The question of `plan` about what `world` holds. */
export function signalsQuestionFor(plan: SignalPlan, world: NaiveWorld, turn: number): SignalsQuestion {
  const { pick: place, model, filter: narrowing, window, compared, isNarrow, tags, timeZone: _, ...rest } = plan;
  const filter = isNarrow ? filterFor(narrowing, world) : undefined;
  const other = compared && writeWindow(turn, compared);
  return {
    ...rest,
    brandId: pick(world.brands, isNarrow ? place : 0)?.id ?? '',
    ...writeWindow(turn, window),
    ...(other ? { compareStart: other.start, compareEnd: other.end } : {}),
    filter,
    tags: isNarrow ? tags : undefined,
    model: isNarrow ? modelBeside(filter, model === null ? undefined : pick(world.models, model)?.id) : undefined,
  };
}
