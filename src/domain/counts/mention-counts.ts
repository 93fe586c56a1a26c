// How often rows mention companies, by company and only where they do: most pairs of a prompt and a company never occur. Pure.

import { mapInTurns, type Pause } from '../pause.js';
import { pick } from './arrays.js';
import { at, made } from './maps.js';

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

/** Counts of some rows, and where these stand among others. */
interface Moved<Counts> {
  readonly of: Counts;
  readonly to: Int32Array;
}

/** The sums of several counts of `size` rows together. */
export async function mergeCounts(
  moved: readonly Moved<MentionCounts>[],
  size: number,
  pause: Pause,
): Promise<MentionCounts> {
  const byCompany = new Map<number, Moved<PlacedCounts>[]>();
  await mapInTurns(moved, pause, ({ of: counts, to }) => {
    for (const [company, of] of counts) made(byCompany, company, Array).push({ of, to });
  });
  const companies = [...byCompany].sort(([a], [b]) => a - b);
  const sums = new Float64Array(size);
  return new Map(
    await mapInTurns(companies, pause, ([company, columns]) => [company, mergeColumns(columns, sums)] as const),
  );
}

/** `sums` are zeros, and are left so. */
function mergeColumns(columns: readonly Moved<PlacedCounts>[], sums: Float64Array): PlacedCounts {
  const found: number[] = [];
  for (const { of, to } of columns) {
    eachCount(of, (from, count) => {
      const place = to[from] ?? 0;
      if (sums[place] === 0) found.push(place);
      sums[place] = (sums[place] ?? 0) + count;
    });
  }
  const places = Int32Array.from(found).sort();
  const counts = pick(sums, places);
  for (let index = 0; index < places.length; index++) sums[places[index] ?? 0] = 0;
  return { places, counts };
}

/** Calls `visit` with each row that has a count. */
export function eachCount(column: PlacedCounts | undefined, visit: (place: number, count: number) => void): void {
  if (!column) return;
  const { places, counts } = column;
  for (let at = 0; at < places.length; at++) visit(places[at] ?? 0, counts[at] ?? 0);
}
