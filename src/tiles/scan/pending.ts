// What marks keep out of the tiles: stale quarters by their raw rows, and runs that no tile holds yet. The cells of a quarter hour are the same
// as long as its marks are, and are kept so long.

import type pg from 'pg';
import { cellsOfSelections, type RunSelection as RawRuns } from '../cells/raw-cells.js';
import type { Cached, TileCache } from '../kept/tile-cache.js';
import type { Cell } from '../packed/cell.js';
import { rangesOf } from '../packed/cover.js';
import { at } from '../packed/maps.js';
import type { ReadMark } from '../stored/marks.js';

/** What the tiles of a brand lack for a scan: quarters, and new runs by id; and of all these quarters the marks. */
interface Lack {
  readonly brandId: string;
  readonly raw: readonly number[];
  readonly marks: readonly ReadMark[];
}

/** Cells that are in no tile. */
export interface PendingCells {
  readonly brandId: string;
  readonly quarter: number;
  readonly cells: readonly Cell[];
}

interface Pending {
  readonly found: readonly PendingCells[];
  /** Whether rows were read. */
  readonly isRead: boolean;
  /** Keeps what was read, once it is known that it is what the marks stood for. */
  readonly keep: () => void;
}

/** All that any of several scans lacks, in a fixed number of statements; none where all of it is kept. */
export async function readPending(
  client: pg.ClientBase,
  lacks: readonly Lack[],
  cache: TileCache | null,
): Promise<Pending> {
  const quarters = quartersOf(lacks);
  const known = new Map(quarters.map((quarter) => [quarter, findCells(quarter, cache)]));
  const missing = quarters.filter((quarter) => !known.get(quarter));
  const brandIds = [...new Set(missing.map(({ brandId }) => brandId))];
  const selections = brandIds.flatMap((brandId) => rawRunsOf(missing.filter((each) => each.brandId === brandId)));
  const cells = selections.length > 0 ? await cellsOfSelections(client, selections) : [];
  for (const quarter of missing) {
    const ofBrand = cells.filter((_, index) => selections[index]?.brandId === quarter.brandId);
    known.set(
      quarter,
      ofBrand.flatMap((each) => each.get(quarter.quarter) ?? []),
    );
  }
  const found = quarters.map((each) => {
    return { brandId: each.brandId, quarter: each.quarter, cells: known.get(each) ?? [] };
  });
  const keep = () => {
    for (const quarter of missing) {
      const cells = known.get(quarter) ?? [];
      if (quarter.marks.length > 0 && cells.length <= maxCells)
        cache?.set(keyOf(quarter), stampOf(quarter), new CachedCells(cells));
    }
  };
  return { found, isRead: missing.length > 0, keep };
}

/** More cells than these in a quarter hour are a recording under way, whose marks change with the next batch. */
const maxCells = 2_000;

/** A quarter hour that tiles do not hold, or not all of. */
interface PendingQuarter {
  readonly brandId: string;
  readonly quarter: number;
  readonly marks: readonly ReadMark[];
  readonly isStale: boolean;
}

function quartersOf(lacks: readonly Lack[]): readonly PendingQuarter[] {
  const brands = new Map<string, Map<number, Map<string, ReadMark>>>();
  const stale = new Set<string>();
  for (const { brandId, raw, marks } of lacks) {
    const ofBrand = at(brands, brandId, () => new Map<number, Map<string, ReadMark>>());
    for (const mark of marks) at(ofBrand, mark.quarter, newMarks).set(mark.id, mark);
    for (const quarter of raw) {
      at(ofBrand, quarter, newMarks);
      stale.add(`${quarter} ${brandId}`);
    }
  }
  return [...brands].flatMap(([brandId, ofBrand]) =>
    [...ofBrand].map(([quarter, marks]): PendingQuarter => {
      return { brandId, quarter, marks: [...marks.values()], isStale: stale.has(`${quarter} ${brandId}`) };
    }),
  );
}

const newMarks = () => new Map<string, ReadMark>();

/** All of a stale quarter, and the new runs of another. */
function rawRunsOf(quarters: readonly PendingQuarter[]): readonly RawRuns[] {
  const brandId = quarters[0]?.brandId ?? '';
  const stale = quarters.filter(({ isStale }) => isStale).map(({ quarter }) => quarter);
  const added = quarters.filter(({ isStale }) => !isStale).flatMap(({ marks }) => marks);
  return [
    { brandId, quarters: rangesOf(stale.sort((a, b) => a - b)) },
    { brandId, ids: [...new Set(added.flatMap((mark) => mark.added ?? []))] },
  ];
}

function findCells(quarter: PendingQuarter, cache: TileCache | null): readonly Cell[] | null {
  const kept = quarter.marks.length > 0 ? cache?.get(keyOf(quarter), stampOf(quarter)) : null;
  return kept instanceof CachedCells ? kept.cells : null;
}

/** The brand comes last, because its id can hold any character. */
function keyOf({ brandId, quarter, isStale }: PendingQuarter): string {
  return `${isStale ? 'stale' : 'added'} ${quarter} ${brandId}`;
}

function stampOf({ marks }: PendingQuarter): string {
  return marks
    .map(({ id }) => id)
    .sort()
    .join();
}

class CachedCells implements Cached {
  readonly bytes: number;

  constructor(readonly cells: readonly Cell[]) {
    this.bytes = cells.reduce((bytes, cell) => bytes + bytesOf(cell), 0);
  }
}

/** About what a cell takes of memory: itself, an object for each company, and three numbers for each item. */
function bytesOf({ companies, urls, domains, queries }: Cell): number {
  return 1_000 + companies.length * 150 + (urls.length + domains.length + queries.length) * 24;
}
