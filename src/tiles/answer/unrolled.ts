// What marks keep out of the tiles: stale quarters by their raw rows, and runs that no tile holds yet.

import type pg from 'pg';
import { type CellsByQuarter, cellsOfSelections, type RunSelection } from '../cells/raw-cells.js';
import { rangesOf } from '../packed/cover.js';

/** What the tiles of an answer lack. */
export interface Lacking {
  readonly brandId: string;
  /** Quarters to compute from raw rows. */
  readonly raw: readonly number[];
  /** New runs, by id. */
  readonly added: readonly string[];
}

/** Cells of a brand that are not in its tiles. */
export interface Unrolled {
  readonly brandId: string;
  readonly cells: CellsByQuarter;
}

/** All that any of several answers lacks, in a fixed number of statements. */
export async function readUnrolled(client: pg.ClientBase, lacking: readonly Lacking[]): Promise<readonly Unrolled[]> {
  const brandIds = [...new Set(lacking.map(({ brandId }) => brandId))];
  const selections = brandIds.flatMap((brandId): RunSelection[] => {
    const ofBrand = lacking.filter((each) => each.brandId === brandId);
    const stale = [...new Set(ofBrand.flatMap(({ raw }) => raw))].sort((a, b) => a - b);
    const added = [...new Set(ofBrand.flatMap((each) => each.added))];
    return [
      { brandId, quarters: rangesOf(stale) },
      { brandId, ids: added },
    ];
  });
  const cells = await cellsOfSelections(client, selections);
  return selections.map(({ brandId }, index) => ({ brandId, cells: cells[index] ?? new Map() }));
}
