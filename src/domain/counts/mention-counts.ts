// How often rows mention companies, by company and only where they do: most pairs of a prompt and a company never occur. Pure.

import { pick } from './arrays.js';
import { at } from './maps.js';

/** The rows that have a count, ascending, and parallel to them the counts, none of them 0. */
export interface PlacedCounts {
  readonly places: Int32Array;
  readonly counts: Float64Array;
}

/** By company, ascending; only companies that are mentioned. */
export type MentionCounts = ReadonlyMap<number, PlacedCounts>;

/** The places and counts of a column that are not 0. */
export function placedCounts(values: Float64Array): PlacedCounts {
  const all = new Int32Array(values.length);
  let size = 0;
  for (let place = 0; place < values.length; place++) if ((values[place] ?? 0) > 0) all[size++] = place;
  const places = all.slice(0, size);
  return { places, counts: pick(values, places) };
}

/** The counts of rows that are given one by one, each by company. */
export function countsByCompany(rows: readonly ReadonlyMap<number, number>[]): MentionCounts {
  const columns = new Map<number, { readonly places: number[]; readonly counts: number[] }>();
  for (const [place, row] of rows.entries()) {
    for (const [company, count] of row) {
      if (count === 0) continue;
      const column = at(columns, company, () => ({ places: [], counts: [] }));
      column.places.push(place);
      column.counts.push(count);
    }
  }
  const ascending = [...columns].sort(([a], [b]) => a - b);
  return new Map(
    ascending.map(([company, { places, counts }]) => [
      company,
      { places: Int32Array.from(places), counts: Float64Array.from(counts) },
    ]),
  );
}

/** Calls `visit` with each row that has a count. */
export function eachCount(column: PlacedCounts | undefined, visit: (place: number, count: number) => void): void {
  if (!column) return;
  const { places, counts } = column;
  for (let at = 0; at < places.length; at++) visit(places[at] ?? 0, counts[at] ?? 0);
}
