// Distinct prompts and models of all items, a chunk at a time: rows come in the order of their chunks, so that memory does not grow with
// the number of items.

import type { ItemDetails } from '../../domain/lists/item-details.js';
import type { ItemKind } from '../../domain/lists/items.js';
import { classesOf, type Outcome } from '../../domain/outcome.js';
import type { Pause } from '../../domain/pause.js';
import type { Cached } from '../kept/tile-cache.js';
import type { Cell } from '../packed/cell.js';
import { CellPostings } from '../packed/items/cell-postings.js';
import { firstOf } from '../packed/items/chunks.js';
import { DetailBits, joinDetails } from '../packed/items/details.js';
import type { ChunkBlocks } from '../packed/items/postings.js';
import type { RunSelection } from '../scan/run-selection.js';
import { Items } from './items.js';

/** What is added at once, and not kept. */
export class ChunkRows implements Cached {
  readonly bytes = 0;

  constructor(readonly rows: readonly ChunkBlocks[]) {}
}

export class WholeDetails extends Items {
  protected readonly nameOfChunks = 'whole';
  private readonly cells: CellPostings;
  /** What the cells say of chunks that are not counted yet, ascending; `null` while cells are added. */
  private waiting: Map<number, ChunkBlocks> | null = null;
  private readonly counted: ItemDetails[] = [];
  /** Of the chunk that is being counted. */
  private readonly bits: DetailBits;

  constructor(kind: ItemKind, outcome: Outcome, runs: RunSelection) {
    super(kind, outcome, runs);
    this.cells = new CellPostings([kind]);
    this.bits = new DetailBits(new Int32Array(0), classesOf(outcome), runs.entries);
  }

  /** All cells come before the first chunk. */
  addCell(cell: Cell): void {
    this.cells.add(cell);
  }

  protected decodeChunks(rows: readonly ChunkBlocks[]): Cached {
    return new ChunkRows(rows);
  }

  /** All rows of one chunk; each chunk is greater than the one before. */
  protected async addChunks(cached: Cached, pause: Pause): Promise<void> {
    const rows = cached instanceof ChunkRows ? cached.rows : [];
    const chunk = rows[0]?.chunk ?? 0;
    this.countBefore(chunk);
    this.begin(chunk);
    for (const row of rows) {
      this.bits.addEntries(row, chunk);
      if (pause.isDue()) await pause.take();
    }
    this.counted.push(this.bits.all());
  }

  details(): ItemDetails {
    this.countBefore(Number.POSITIVE_INFINITY);
    return joinDetails(this.counted);
  }

  /** Counts the chunks before `next` of which the cells alone say something. */
  private countBefore(next: number): void {
    this.waiting ??= new Map([...this.cells.blocks()].map((blocks) => [blocks.chunk, blocks]));
    for (const chunk of this.waiting.keys()) {
      if (chunk >= next) continue;
      this.begin(chunk);
      this.counted.push(this.bits.all());
    }
  }

  /** Begins to count a chunk with what the cells say of it. */
  private begin(chunk: number): void {
    const first = firstOf(chunk);
    this.bits.restart(new Int32Array(firstOf(chunk + 1) - first).map((_, place) => first + place));
    const blocks = this.waiting?.get(chunk);
    this.waiting?.delete(chunk);
    if (blocks) this.bits.addEntries(blocks, chunk);
  }
}
