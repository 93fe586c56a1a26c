// Distinct prompts and models of all items, a chunk at a time: rows come in the order of their chunks, so that memory does not grow with
// the number of items.

import type { ItemDetails } from '../../../domain/lists/item-details.js';
import type { ItemKind } from '../../../domain/lists/items.js';
import { classesOf } from '../../../domain/outcome.js';
import type { Cell } from '../../packed/cell.js';
import { CellPostings } from '../../packed/items/cell-postings.js';
import { firstOf } from '../../packed/items/chunks.js';
import { DetailBits, joinDetails } from '../../packed/items/details.js';
import type { ChunkBlocks } from '../../packed/items/postings.js';
import type { Gatherer, StoredChunk } from './gatherers.js';
import type { FilteredPlan } from './plan.js';

export class WholeDetailGatherer implements Gatherer {
  readonly chunks = null;
  readonly needsEntries = true;
  private readonly cells: CellPostings;
  /** What the cells say of chunks that are not counted yet, ascending; `null` while cells are added. */
  private waiting: Map<number, ChunkBlocks> | null = null;
  private current: { readonly chunk: number; readonly bits: DetailBits } | null = null;
  private readonly counted: ItemDetails[] = [];

  constructor(
    readonly kind: ItemKind,
    private readonly plan: FilteredPlan,
  ) {
    this.cells = new CellPostings([kind]);
  }

  /** All cells come before the first chunk. */
  addCell(cell: Cell): void {
    this.cells.add(cell);
  }

  addChunk(stored: StoredChunk): void {
    const { chunk } = stored;
    if (this.current?.chunk !== chunk) this.countBefore(chunk);
    this.current ??= { chunk, bits: this.bitsOf(chunk) };
    this.current.bits.addEntries(stored, chunk);
  }

  details(): ItemDetails {
    this.countBefore(Number.POSITIVE_INFINITY);
    return joinDetails(this.counted);
  }

  /** Counts the chunks whose rows have all come: those before `next`. */
  private countBefore(next: number): void {
    if (this.current) this.counted.push(this.current.bits.all());
    this.current = null;
    this.waiting ??= new Map([...this.cells.blocks()].map((blocks) => [blocks.chunk, blocks]));
    for (const chunk of this.waiting.keys()) if (chunk < next) this.counted.push(this.bitsOf(chunk).all());
  }

  /** The bits of a chunk, with what the cells say of it. */
  private bitsOf(chunk: number): DetailBits {
    const first = firstOf(chunk);
    const ids = Int32Array.from({ length: firstOf(chunk + 1) - first }, (_, place) => first + place);
    const bits = new DetailBits(ids, classesOf(this.plan.question.outcome), this.plan.filter);
    const blocks = this.waiting?.get(chunk);
    this.waiting?.delete(chunk);
    if (blocks) bits.addEntries(blocks, chunk);
    return bits;
  }
}
