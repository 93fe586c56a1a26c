// What marks keep out of the tiles: stale quarters by their raw rows, and runs that no tile holds yet. The cells of a quarter hour are the same
// as long as its marks are, and are kept so long: while a recording goes on, only the runs of each new mark are read.

import type pg from 'pg';
import { made } from '../../domain/counts/maps.js';
import { mapInTurns, type Pause } from '../../domain/pause.js';
import { cellsOfSelections, type RunSelection as RawRuns } from '../cells/raw-cells.js';
import type { Cached, TileCache } from '../kept/tile-cache.js';
import { appendCells, type Cell, encodeCells } from '../packed/cell.js';
import { rangesOf } from '../packed/cover.js';
import type { ReadMark } from '../stored/read-marks.js';
import { QuarterCells } from './quarter-cells.js';

/** What the tiles of a brand lack for a scan: quarters, and the marks of these and of others with new runs. */
interface Lack {
  readonly brandId: string;
  readonly raw: readonly number[];
  readonly marks: readonly ReadMark[];
}

/** Cells that are in no tile, as a quarter tile would hold them. */
export interface PendingCells {
  readonly brandId: string;
  readonly cells: QuarterCells;
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
  { cache, pause }: { readonly cache: TileCache | null; readonly pause: Pause },
): Promise<Pending> {
  const quarters = quartersOf(lacks).map((quarter): KnownQuarter => ({ ...quarter, ...knownOf(quarter, cache) }));
  const unread = quarters.filter(isUnread);
  const brandIds = [...new Set(unread.map(({ brandId }) => brandId))];
  const selections = brandIds.flatMap((brandId) => rawRunsOf(unread.filter((each) => each.brandId === brandId)));
  const rows = await cellsOfSelections(client, selections, pause);
  const read: { readonly of: PendingQuarter; readonly cells: QuarterCells }[] = [];
  const found = await mapInTurns(quarters, pause, (each) => {
    const { brandId, quarter, known } = each;
    // Others that were reading the same may have kept it meanwhile.
    const now = isUnread(each) ? knownOf(each, cache) : null;
    if (now?.known && !isUnread(now)) return { brandId, cells: now.known };
    const ofBrand = rows.filter((_, index) => selections[index]?.brandId === brandId);
    const more = isUnread(each) ? ofBrand.flatMap((ofSelection) => ofSelection.get(quarter) ?? []) : [];
    const cells = known && more.length === 0 ? known : withMore(quarter, known, more);
    if (isUnread(each)) read.push({ of: each, cells });
    return { brandId, cells };
  });
  const keep = () => {
    for (const { of, cells } of read) {
      const marks = new Set(of.marks.map(({ key }) => key));
      if (marks.size > 0) cache?.set(keyOf(of), anyStamp, new CachedCells(cells, marks));
    }
  };
  return { found, isRead: unread.length > 0, keep };
}

function withMore(quarter: number, known: QuarterCells | null, more: readonly Cell[]): QuarterCells {
  return new QuarterCells(quarter, known ? appendCells(known.block, more) : encodeCells(more));
}

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
    const ofBrand = made(brands, brandId, Map);
    for (const mark of marks) made(ofBrand, mark.quarter, Map).set(mark.key, mark);
    for (const quarter of raw) {
      made(ofBrand, quarter, Map);
      stale.add(`${quarter} ${brandId}`);
    }
  }
  return [...brands].flatMap(([brandId, ofBrand]) =>
    [...ofBrand].map(([quarter, marks]): PendingQuarter => {
      return { brandId, quarter, marks: [...marks.values()], isStale: stale.has(`${quarter} ${brandId}`) };
    }),
  );
}

/** What is kept of a quarter hour. */
interface Known {
  /** `null`: nothing. */
  readonly known: QuarterCells | null;
  /** Marks of new runs that are not among what is kept. */
  readonly fresh: readonly ReadMark[];
}

type KnownQuarter = PendingQuarter & Known;

function isUnread({ known, fresh }: Known): boolean {
  return !known || fresh.length > 0;
}

/** What is kept stays right while each mark that it stands for is there, and those that came name nothing but new runs. */
function knownOf(quarter: PendingQuarter, cache: TileCache | null): Known {
  const { marks } = quarter;
  const kept = marks.length > 0 ? cache?.get(keyOf(quarter), anyStamp) : null;
  if (!(kept instanceof CachedCells)) return { known: null, fresh: [] };
  const fresh = marks.filter(({ key }) => !kept.marks.has(key));
  const isRight = marks.length - fresh.length === kept.marks.size && fresh.every(({ isStale }) => !isStale);
  return isRight ? { known: kept.cells, fresh } : { known: null, fresh: [] };
}

/** All of a stale quarter, and the new runs of another, but for what is kept. */
function rawRunsOf(quarters: readonly KnownQuarter[]): readonly RawRuns[] {
  const brandId = quarters[0]?.brandId ?? '';
  const stale = quarters.flatMap(({ known, isStale, quarter }) => (!known && isStale ? [quarter] : []));
  const added = quarters.flatMap(({ known, isStale, marks, fresh }) => (known ? fresh : isStale ? [] : marks));
  return [
    { brandId, quarters: rangesOf(stale.sort((a, b) => a - b)) },
    { brandId, marks: added.map(({ id }) => id) },
  ];
}

/** The brand comes last, because its id can hold any character. */
function keyOf({ brandId, quarter, isStale }: PendingQuarter): string {
  return `${isStale ? 'stale' : 'added'} ${quarter} ${brandId}`;
}

/** What is kept says itself what it stands for. */
const anyStamp = '';

class CachedCells implements Cached {
  readonly bytes: number;

  /** `marks`: the keys of those that the cells stand for. */
  constructor(
    readonly cells: QuarterCells,
    readonly marks: ReadonlySet<string>,
  ) {
    this.bytes = cells.bytes + marks.size * markBytes;
  }
}

const markBytes = 100;
