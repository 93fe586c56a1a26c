// Asks that differ in nothing but their model share the same tiles: these are read and decoded once for all of them, and each
// ask takes the figures of its model at the end. Pure.

import type { Ask } from '../../domain/summary.js';
import type { Column } from '../layout.js';
import { everyModel, type Tile } from '../packed/tile.js';

/** Asks for the same parts of the same question, but for the model. */
export interface ModelGroup {
  /** Stands for all of them in everything but the model. */
  readonly ask: Ask;
  readonly asks: readonly Ask[];
}

/** Whether a model, by its number, counts. */
export type ModelFilter = (model: number) => boolean;

/** What was gathered, or the part of it that one of several asks is about. */
export type Figures = Pick<Tile, Column>;

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

/** What `tile` holds of some models. What it keeps of all models together stays as it is: asks about a model do not gather it. */
export function projectionOf(tile: Tile, admits: ModelFilter): Figures {
  const kept = <V>(map: ReadonlyMap<number, V>) =>
    new Map([...map].filter(([model]) => model === everyModel || admits(model)));
  return {
    sums: kept(tile.sums),
    days: kept(tile.days),
    quarters: kept(tile.quarters),
    prompts: kept(tile.prompts),
    urls: kept(tile.urls),
    domains: kept(tile.domains),
    modelUrls: kept(tile.modelUrls),
    modelDomains: kept(tile.modelDomains),
  };
}
