// Which prompts the filters of sets select: read once for all sets that have the same ones, whatever their windows.

import { narrowsPrompts } from '../../domain/selection/run-filter.js';
import type { RunSet } from '../../domain/summary.js';
import { IdSet } from '../packed/id-set.js';
import { promptsOfSet } from '../plain/raw-sql.js';
import type { Bind } from '../plain/rows.js';
import { type TagSelection, tagSelectionOf } from '../stored/scopes.js';

/** What selects prompts, whatever the window. */
export function selectionKeyOf({ brandId, tags, promptId, filter: { branded, promptIds } }: RunSet): string {
  return JSON.stringify([brandId, tags, promptId, branded, promptIds]);
}

/** Of each selection of prompts, the place of the first set that has it: a breakdown asks of hundreds of days for the same prompts. */
export function placesOfSelections(sets: readonly RunSet[]): ReadonlyMap<string, number> {
  const places = new Map<string, number>();
  for (const [place, set] of sets.entries()) {
    const key = selectionKeyOf(set);
    if (!places.has(key)) places.set(key, place);
  }
  return places;
}

/** What is found of the set at a place, as a row of the state of brands. */
export const selectOf = (kind: 'tags' | 'prompts' | 'span' | 'runDays', place: number, found: string) =>
  `select '${kind}', '${place}', 0, '', null, ${found}`;

/** What is read of a selection of prompts. */
export function selectionsOf(set: RunSet | undefined, place: number, bind: Bind): readonly string[] {
  if (!set) return [];
  const { brandId, tags, promptId, filter } = set;
  const numbers = () => promptsOfSet({ promptId, filter }, bind(brandId), bind);
  return [
    ...(tags.length > 0 ? [selectOf('tags', place, tagSelectionOf(bind(brandId), bind(tags)))] : []),
    ...(isOfPrompts(set) ? [selectOf('prompts', place, `to_json(array(select number from ${numbers()}))`)] : []),
  ];
}

/** Whether filters other than tags select prompts. */
export function isOfPrompts({ promptId, filter }: RunSet): boolean {
  return promptId !== null || narrowsPrompts(filter);
}

/** The prompts that both select; `null`: all. */
export function promptsOf(tags: TagSelection | null, chosen: readonly number[] | null): IdSet | null {
  if (chosen === null) return tags?.prompts ?? null;
  const prompts = new IdSet();
  for (const number of chosen) if (tags?.prompts.has(number) ?? true) prompts.add(number);
  return prompts;
}
