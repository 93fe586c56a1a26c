// Summaries in one form whatever order their rows came in, so that contestants can be compared figure by figure.

import { isDeepStrictEqual } from 'node:util';
import type { DaySums, Summary } from '../src/domain/summary.js';

/** The figures that every contestant computes. */
export interface Figures extends Pick<Summary, 'models' | 'prompts' | 'distinct'> {
  readonly days: readonly DaySums[] | Summary['days'];
}

/** The same figures in the same order. Companies that are known but have no figures are not part of it. */
function ordered({ models, days, prompts, distinct }: Figures): unknown {
  return {
    models: models
      ?.map(({ model, runs, citations, companies }) => ({ model, runs, citations, companies: byKey(companies) }))
      .sort((a, b) => (a.model < b.model ? -1 : 1)),
    days:
      days && 'message' in days
        ? days
        : days?.map(({ runs, allMentions, brand }) => ({ runs, allMentions, brand: { ...brand } })),
    prompts: prompts && { total: prompts.total, byCompany: byKey(prompts.byCompany) },
    distinct: distinct && { urls: distinct.urls, domains: distinct.domains },
  };
}

function byKey<T extends object | number>(map: Iterable<readonly [number, T]>): unknown {
  return [...map]
    .sort(([a], [b]) => a - b)
    .map(([key, value]) => [key, typeof value === 'object' ? { ...value } : value]);
}

/** Throws where the answers of two contestants differ. */
export function expectSame(what: string, expected: Figures, given: Figures): void {
  const [left, right] = [ordered(expected), ordered(given)];
  if (isDeepStrictEqual(left, right)) return;
  throw new Error(
    `${what}: figures differ.\n${JSON.stringify(left).slice(0, 2_000)}\n${JSON.stringify(right).slice(0, 2_000)}`,
  );
}
