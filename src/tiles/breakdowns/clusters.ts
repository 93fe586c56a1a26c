// What intervals and changes of shown groups are computed from: the mentions and runs of each of their prompts. Pure.

import { pick } from '../../domain/counts/arrays.js';
import { made, once } from '../../domain/counts/maps.js';
import { noSamples, type PromptSamples } from '../../domain/statistics/sample.js';
import { brandCompany } from '../../domain/summary.js';
import { valuesAt } from '../lists/ranking/places.js';
import type { Axes } from './axes.js';
import type { Slice, SliceTable } from './slices.js';

/** The samples of a group by its number. */
export type SamplesOf = (group: number) => PromptSamples;

/** Of groups whose slices are among these; of others none. */
export function samplesIn(slices: readonly Slice[], axes: Axes, isByPrompt: boolean): SamplesOf {
  const ofSlice = new Map(
    slices.flatMap(({ code, table }) => (table ? [[code, tableReader(table, axes, isByPrompt)]] : [])),
  );
  return (group) => {
    const { slice, ofPrompts, company } = axes.partsOf(group);
    return ofSlice.get(slice)?.(ofPrompts, company) ?? noSamples;
  };
}

/** The samples of the prompts of a table that have something in common. */
function tableReader(table: SliceTable, axes: Axes, isByPrompt: boolean) {
  const known = once(() => placesByCode(table, (prompt) => (isByPrompt ? (axes.prompts[prompt] ?? []) : [0])));
  return (ofPrompts: number, company: number | null): PromptSamples => {
    const places = known().get(ofPrompts) ?? new Int32Array();
    const column = company === null || company === brandCompany ? null : (table.mentions?.get(company) ?? noCounts);
    return {
      prompts: places.map((place) => table.prompts[place] ?? 0),
      wholes: pick(table.runs, places),
      parts: column ? valuesAt(places, column.places, column.counts) : pick(table.brandMentions, places),
    };
  };
}

const noCounts = { places: new Int32Array(), counts: new Float64Array() };

/** The places of the prompts of each code. */
function placesByCode(
  { prompts }: SliceTable,
  codesOf: (prompt: number) => readonly number[],
): ReadonlyMap<number, Int32Array> {
  const places = new Map<number, number[]>();
  for (const [place, prompt] of prompts.entries()) {
    for (const code of codesOf(prompt)) made(places, code, Array).push(place);
  }
  return new Map([...places].map(([code, of]) => [code, Int32Array.from(of)]));
}
