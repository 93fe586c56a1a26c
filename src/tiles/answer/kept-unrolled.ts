// What marks keep out of the tiles, from memory: the cells of a quarter hour are the same as long as its marks are.

import type pg from 'pg';
import type { Kept, TileCache } from '../kept/tile-cache.js';
import type { Cell } from '../packed/cell.js';
import { at } from '../packed/maps.js';
import type { ReadMark } from '../stored/marks.js';
import { type Lacking, readUnrolled, type Unrolled } from './unrolled.js';

/** What the tiles of an answer lack, and the marks that say so. */
export interface MarkedLacking extends Lacking {
  /** Of the quarters that it lacks or that have new runs, all marks of each. */
  readonly marks: readonly ReadMark[];
}

interface KeptUnrolled {
  readonly unrolled: readonly Unrolled[];
  /** Whether rows were read. */
  readonly isRead: boolean;
  /** Keeps what was read, once it is known that it is what the marks stood for. */
  readonly keep: () => void;
}

/** As `readUnrolled`, but only quarters whose marks have changed are read. */
export async function readUnrolledKept(
  client: pg.ClientBase,
  lacking: readonly MarkedLacking[],
  cache: TileCache,
): Promise<KeptUnrolled> {
  const brandIds = [...new Set(lacking.map(({ brandId }) => brandId))];
  const quarters = brandIds.flatMap((brandId) => quartersOf(lacking.filter((each) => each.brandId === brandId)));
  const known = new Map(quarters.map((quarter) => [quarter, find(quarter, cache)]));
  const missing = quarters.filter((quarter) => !known.get(quarter));
  const read = await readUnrolled(client, missing.map(lackingOf));
  for (const quarter of missing) {
    const ofBrand = read.filter(({ brandId }) => brandId === quarter.brandId);
    const cells = ofBrand.flatMap((each) => each.cells.get(quarter.quarter) ?? []);
    known.set(quarter, cells);
  }
  const unrolled = quarters.map((each) => ({
    brandId: each.brandId,
    cells: new Map([[each.quarter, known.get(each) ?? []]]),
  }));
  const keep = () => {
    for (const quarter of missing) {
      const cells = known.get(quarter) ?? [];
      if (cells.length <= maxCells) cache.set(keyOf(quarter), stampOf(quarter), new KeptCells(cells));
    }
  };
  return { unrolled, isRead: missing.length > 0, keep };
}

/** More cells than these in a quarter hour are a recording under way, whose marks change with the next batch. */
const maxCells = 2_000;

/** A quarter hour with marks. */
interface MarkedQuarter {
  readonly brandId: string;
  readonly quarter: number;
  readonly marks: readonly ReadMark[];
}

function quartersOf(lacking: readonly MarkedLacking[]): readonly MarkedQuarter[] {
  const quarters = new Map<number, Map<string, ReadMark>>();
  for (const { marks } of lacking) for (const mark of marks) at(quarters, mark.quarter, newMarks).set(mark.id, mark);
  const brandId = lacking[0]?.brandId ?? '';
  return [...quarters].map(([quarter, marks]) => ({ brandId, quarter, marks: [...marks.values()] }));
}

const newMarks = () => new Map<string, ReadMark>();

/** All of a quarter where one of its marks makes it stale, and its new runs otherwise. */
function lackingOf({ brandId, quarter, marks }: MarkedQuarter): Lacking {
  const isStale = marks.some(({ added }) => added === null);
  return { brandId, raw: isStale ? [quarter] : [], added: isStale ? [] : marks.flatMap(({ added }) => added ?? []) };
}

function find(quarter: MarkedQuarter, cache: TileCache): readonly Cell[] | null {
  const kept = cache.get(keyOf(quarter), stampOf(quarter));
  return kept instanceof KeptCells ? kept.cells : null;
}

/** The brand comes last, because its id can hold any character. */
function keyOf({ brandId, quarter }: MarkedQuarter): string {
  return `marked ${quarter} ${brandId}`;
}

function stampOf({ marks }: MarkedQuarter): string {
  return marks
    .map(({ id }) => id)
    .sort()
    .join();
}

class KeptCells implements Kept {
  readonly bytes: number;

  constructor(readonly cells: readonly Cell[]) {
    this.bytes = cells.reduce((bytes, cell) => bytes + bytesOf(cell), 0);
  }
}

/** About what a cell takes of memory: itself, an object for each company, and three numbers for each item. */
function bytesOf({ companies, urls, domains, queries }: Cell): number {
  return 1_000 + companies.length * 150 + (urls.length + domains.length + queries.length) * 24;
}
