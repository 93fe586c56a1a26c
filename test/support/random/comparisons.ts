// What a question is compared with: most often the window before, or one of any length anywhere around it, or the same a year ago.

import fc from 'fast-check';
import type { Comparison } from '../naive/compared.js';
import { wide } from './questions.js';
import { type RandomWindow, windows, writeWindow } from './times.js';

export type ComparisonPlan = RandomWindow | 'previous' | 'year' | null;

export const comparisonPlans: fc.Arbitrary<ComparisonPlan> = fc.oneof(
  fc.constantFrom(null, null, 'previous' as const, 'year' as const),
  windows,
  wide,
);

/** As a client would write it. */
export function writeComparison(turn: number, plan: ComparisonPlan | undefined): Comparison {
  if (plan === null || plan === undefined) return {};
  if (typeof plan === 'string') return { compare: plan };
  const { start, end } = writeWindow(turn, plan);
  return { compareStart: start, compareEnd: end };
}
