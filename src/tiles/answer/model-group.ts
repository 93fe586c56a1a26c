// Asks that differ in nothing but their model share the same tiles: these are read and decoded once for all of them, and each
// ask takes the figures of its model at the end. Pure.

import type { Ask } from '../../domain/summary.js';
import type { ModelFilter } from '../packed/columns/column.js';

/** Asks for the same parts of the same question, but for the model. */
export interface ModelGroup {
  /** Stands for all of them in everything but the model. */
  readonly ask: Ask;
  readonly asks: readonly Ask[];
}

/** The groups of `asks`, in the order of their first asks. */
export function groupByModel(asks: readonly Ask[]): readonly ModelGroup[] {
  const groups = new Map<string, Ask[]>();
  for (const ask of asks) {
    const { brandId, window, tags, promptId, outcome, series } = ask.question;
    const filters = [tags, promptId, outcome];
    const key = JSON.stringify([brandId, window.start, window.end, ...filters, series, [...ask.parts].sort()]);
    groups.set(key, [...(groups.get(key) ?? []), ask]);
  }
  return [...groups.values()].flatMap((ofGroup) => (ofGroup[0] ? [{ ask: ofGroup[0], asks: ofGroup }] : []));
}

/** The models that any of `asks` is about; `models` has their ids by number. */
export function modelFilterOf(asks: readonly Ask[], models: ReadonlyMap<number, string>): ModelFilter {
  const ids = new Set(asks.map(({ question }) => question.model));
  if (ids.has(null)) return () => true;
  const numbers = new Set([...models].filter(([, id]) => ids.has(id)).map(([number]) => number));
  return (model) => numbers.has(model);
}
