// The items of days and months: of a day from its cells, of a month from its days. One chunk at a time, so that memory does not grow with
// the number of items.

import { made } from '../../domain/counts/maps.js';
import { entryLevel } from '../layout.js';
import type { Cell } from '../packed/cell.js';
import { CellPostings } from '../packed/items/cell-postings.js';
import { ChunkCounts, encodeCounts } from '../packed/items/counts.js';
import { ChunkSums } from '../packed/items/sums.js';
import { dayLevel, monthLevel, periodOf, periodsOf, quartersOf } from '../packed/levels.js';
import type { OfBrand } from '../stored/of-brand.js';
import { type PostingRow, streamCounts } from '../stored/postings.js';

/** Gathers the items of periods of one level from cells. */
export class PeriodItems {
  private readonly periods = new Map<number, CellPostings>();

  constructor(private readonly level: number) {}

  add(cell: Cell, quarter: number): void {
    made(this.periods, periodOf(quarter, this.level), CellPostings).add(cell);
  }

  rows(): readonly PostingRow[] {
    const hasEntries = this.level === entryLevel;
    const rows: PostingRow[] = [];
    for (const [period, postings] of this.periods)
      for (const blocks of postings.blocks(scratch))
        rows.push({ ...blocks, period, entries: hasEntries ? blocks.entries : null });
    return rows;
  }
}

/** Overwritten by each chunk that is encoded: too large to be created for every day. */
const scratch = new ChunkCounts();

/** The rows of a month from those of its days. Throws `CorruptBlock`. */
export async function mergeItems(brand: OfBrand, month: number): Promise<readonly PostingRow[]> {
  const periods = periodsOf(quartersOf(month, monthLevel), dayLevel);
  const [sums, counts] = [new ChunkSums(), new ChunkCounts()];
  const rows: PostingRow[] = [];
  let corrupt: unknown = null;
  let current: Pick<PostingRow, 'kind' | 'chunk'> = { kind: 'runs', chunk: -1 };
  const finish = ({ kind, chunk }: typeof current) => {
    if (chunk < 0) return;
    sums.moveTo(counts);
    rows.push({ kind, chunk, period: month, counts: encodeCounts(counts), entries: null });
  };
  for await (const row of streamCounts(brand, dayLevel, periods)) {
    if (row.kind !== current.kind || row.chunk !== current.chunk) {
      finish(current);
      current = { kind: row.kind, chunk: row.chunk };
    }
    // Whatever is wrong with a block, the stream is read to its end: the connection is needed afterwards.
    try {
      sums.add(row.counts);
    } catch (error) {
      corrupt = error;
    }
  }
  if (corrupt) throw corrupt;
  finish(current);
  return rows;
}
