// What is gathered of items from chunks and cells, in any order: their counts, or the distinct prompts and models of some of them.

import type { ItemDetails } from '../../../domain/lists/item-details.js';
import type { ItemCounts, ItemKind } from '../../../domain/lists/items.js';
import { classesOf } from '../../../domain/outcome.js';
import type { Cell } from '../../packed/cell.js';
import { eachItemOf, listOf } from '../../packed/items/cell-postings.js';
import type { EntryFilter } from '../../packed/items/chunk-entries.js';
import { chunksOf } from '../../packed/items/chunks.js';
import { DetailBits } from '../../packed/items/details.js';
import { everyRun, type PostingKind, searchedRun } from '../../packed/items/kinds.js';
import { ItemTotals } from '../../packed/items/totals.js';
import type { FilteredPlan, ItemPlan } from './plan.js';

/** A stored chunk. */
export interface StoredChunk {
  readonly chunk: number;
  readonly counts: Buffer;
  /** Empty where no gatherer needs entries. */
  readonly entries: Buffer;
}

/** Takes in what there is of one kind in the window. */
export interface Gatherer {
  readonly kind: PostingKind;
  /** The chunks that it is about; `null`: all of them. */
  readonly chunks: readonly number[] | null;
  /** Whether it needs entries: counts alone do not say of which prompts and models the runs are. */
  readonly needsEntries: boolean;
  /** Throws `CorruptBlock`. */
  addChunk(stored: StoredChunk): void;
  /** Adds a cell that the question's filter selects. */
  addCell(cell: Cell): void;
}

/** Counts of the items of one kind. */
export class CountGatherer implements Gatherer {
  readonly needsEntries: boolean;
  readonly totals: ItemTotals;
  private readonly filter: EntryFilter | null;

  constructor(
    readonly kind: PostingKind,
    { question, filter }: ItemPlan,
    readonly chunks: readonly number[] | null = null,
  ) {
    this.filter = filter;
    this.needsEntries = filter !== null;
    this.totals = new ItemTotals(classesOf(question.outcome));
  }

  addChunk(stored: StoredChunk): void {
    const { chunk, counts } = stored;
    if (this.filter) this.totals.addEntries(stored, chunk, this.filter);
    else this.totals.addCounts(counts, chunk);
  }

  addCell(cell: Cell): void {
    const { totals, kind } = this;
    if (kind !== 'runs') {
      totals.addCited(listOf(kind, cell), cell.outcome);
      return;
    }
    totals.add(everyRun, cell.outcome, cell.runs);
    if (cell.searched > 0) totals.add(searchedRun, cell.outcome, cell.searched);
  }
}

/** The counts of items from those of all runs, and their own. */
export function itemCountsOf(runs: ItemTotals, items: ItemTotals): ItemCounts {
  return { allRuns: runs.runsOf(everyRun), searchedRuns: runs.runsOf(searchedRun), ...items.all() };
}

/** Distinct prompts and models of listed items. */
export class DetailGatherer implements Gatherer {
  readonly chunks: readonly number[];
  readonly needsEntries = true;
  private readonly bits: DetailBits;

  constructor(
    readonly kind: ItemKind,
    ids: Int32Array,
    { question, filter }: FilteredPlan,
  ) {
    this.chunks = chunksOf(ids);
    this.bits = new DetailBits(ids, classesOf(question.outcome), filter);
  }

  addChunk(stored: StoredChunk): void {
    this.bits.addEntries(stored, stored.chunk);
  }

  addCell(cell: Cell): void {
    const { outcome, prompt, model } = cell;
    eachItemOf(this.kind, cell, (id) => this.bits.add(id, outcome, prompt, model));
  }

  details(): ItemDetails {
    return this.bits.all();
  }
}
