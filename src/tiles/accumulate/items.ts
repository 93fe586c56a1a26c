// Adds up items: how many runs cite or issue each, or how many prompts and models those runs are of.

import { int } from '../../database/copy/copy-rows.js';
import type { ItemDetails } from '../../domain/lists/item-details.js';
import type { ItemCounts } from '../../domain/lists/items.js';
import { classesOf, type Outcome } from '../../domain/outcome.js';
import type { Pause } from '../../domain/pause.js';
import type { Cached } from '../kept/tile-cache.js';
import type { Cell, Section } from '../packed/cell.js';
import { eachItemOf, sectionOf } from '../packed/items/cell-postings.js';
import { DetailBits, DetailWords } from '../packed/items/details.js';
import { allRunsItem, type PostingKind, searchedRunsItem } from '../packed/items/kinds.js';
import type { ChunkBlocks } from '../packed/items/postings.js';
import { CompactTotals, ItemTotals } from '../packed/items/totals.js';
import { quarterLevel, startOf } from '../packed/levels.js';
import { joinedCells, QuarterCells, quarterCells } from '../scan/quarter-cells.js';
import { digestOf, type RunSelection } from '../scan/run-selection.js';
import type { Accumulator, Merging, Source, StoredRow } from '../scan/scan.js';

const noBytes = Buffer.alloc(0);
/** Periods are added up as one without a turn for others. */
const mostBytes = 8_000_000;

export abstract class Items implements Accumulator {
  readonly sections: ReadonlySet<Section>;
  readonly selects: RunSelection['admits'];

  constructor(
    readonly kind: PostingKind,
    protected readonly outcome: Outcome,
    protected readonly runs: RunSelection,
  ) {
    this.sections = new Set(kind === 'runs' ? [] : [sectionOf[kind]]);
    this.selects = runs.admits;
  }

  namesOf(source: Source): readonly string[] {
    if (source.from === 'quarters') return [source.level === quarterLevel ? 'cells' : `cells of ${[...this.sections]}`];
    if (source.from !== 'chunks') return [];
    return [this.nameOf(source)];
  }

  protected nameOf(source?: Source): string {
    const chunks = source?.from === 'chunks' ? source.chunks : null;
    return `${this.kind} ${this.outcome} ${chunks?.join() ?? '*'} ${this.runs.key} ${this.nameOfChunks}`;
  }

  /** An hour as the cells of its quarters, without the lists that are not looked at: whatever is selected of them. */
  decode({ from, level }: Source, period: number, rows: readonly StoredRow[]): readonly (Cached | null)[] {
    if (from === 'chunks') return [rows.length === 0 ? null : this.decodeChunks(rows.map(chunkOfRow))];
    return [level === quarterLevel ? quarterCells(rows) : joinedCells(rows, startOf(period, level), this.sections)];
  }

  add(_: Source, __: number, [cached]: readonly (Cached | null)[], pause: Pause): void | Promise<void> {
    if (cached instanceof QuarterCells) this.addCells(cached);
    else if (cached) return this.addChunks(cached, pause);
  }

  addCells(cells: QuarterCells): void {
    cells.eachCell(this);
  }

  /** What is made of chunks, and all that this depends on beside their rows and what is selected. */
  protected abstract readonly nameOfChunks: string;
  abstract addCell(cell: Cell, quarter: number): void;
  protected abstract decodeChunks(rows: readonly StoredChunk[]): Cached | null;
  protected abstract addChunks(cached: Cached, pause: Pause): void | Promise<void>;
}

/** A chunk of a stored period; its entries are empty where they were not read. */
export interface StoredChunk extends ChunkBlocks {
  readonly period: number;
}

function chunkOfRow({ period, blocks: [chunk, counts, entries] }: StoredRow): StoredChunk {
  return { period, chunk: int(chunk), counts: counts ?? noBytes, entries: entries ?? noBytes };
}

/** Items of which several periods are added as one. */
abstract class MergedItems extends Items {
  protected abstract override addChunks(cached: Cached): void;
  /** The same before anything was added. */
  protected abstract emptied(): MergedItems;
  /** What was added, to be kept. */
  protected abstract compact(): Cached;

  protected together(found: readonly Cached[]): Cached {
    const into = this.emptied();
    for (const each of found) {
      if (each instanceof QuarterCells) each.eachCell(into);
      else into.addChunks(each);
    }
    return into.compact();
  }

  /** The days, or the hours, at an edge of a window are added at once. */
  merging(source: Source): Merging {
    return {
      name: this.nameOf(source),
      columns: new Set([0]),
      merge: (periods) => {
        const found = periods.flatMap((period) => period.flatMap((each) => each ?? []));
        return found.reduce((bytes, each) => bytes + each.bytes, 0) > mostBytes ? null : this.together(found);
      },
      add: (merged) => this.addChunks(merged),
    };
  }
}

/** Counts of the items of one kind: of all, or of some, ascending; of others they may be wrong. */
export class ItemSums extends MergedItems {
  protected readonly nameOfChunks = 'sums';
  private readonly totals = this.newTotals();

  constructor(
    kind: PostingKind,
    outcome: Outcome,
    private readonly listed: { readonly runs: RunSelection; readonly ids: Int32Array | null },
  ) {
    super(kind, outcome, listed.runs);
  }

  private newTotals(): ItemTotals {
    return new ItemTotals(classesOf(this.outcome));
  }

  protected decodeChunks(rows: readonly ChunkBlocks[]): Cached | null {
    const totals = this.newTotals();
    for (const row of rows) {
      if (this.runs.key === '') totals.addCounts(row.counts, row.chunk);
      else totals.addEntries(row, row.chunk, this.runs.entries);
    }
    return totals.compact();
  }

  protected addChunks(cached: Cached): void {
    if (cached instanceof CompactTotals) this.totals.addCompact(cached, this.listed.ids);
  }

  /** Many cells as one; their sums are about as large as they are. */
  override addCells(cells: QuarterCells): void {
    const whole = cells.whole(this.nameOf(), () => this.together([cells]));
    if (whole) this.addChunks(whole);
    else cells.eachCell(this);
  }

  protected emptied(): ItemSums {
    return new ItemSums(this.kind, this.outcome, { runs: this.runs, ids: null });
  }

  protected compact(): CompactTotals {
    return this.totals.compact() ?? new CompactTotals([]);
  }

  addCell(cell: Cell): void {
    const { totals, kind } = this;
    if (kind !== 'runs') {
      totals.addCited(cell[sectionOf[kind]], cell.outcome, this.listed.ids);
      return;
    }
    totals.add(allRunsItem, cell.outcome, cell.runs);
    if (cell.searched > 0) totals.add(searchedRunsItem, cell.outcome, cell.searched);
  }

  /** Where the kind is that of runs: all of them, and those with a query. */
  get allRuns(): Pick<ItemCounts, 'allRuns' | 'searchedRuns'> {
    return { allRuns: this.totals.runsOf(allRunsItem), searchedRuns: this.totals.runsOf(searchedRunsItem) };
  }

  /** `runs`: the scan of runs says how many there are. */
  counts(runs: Pick<ItemCounts, 'allRuns' | 'searchedRuns'>): ItemCounts {
    return this.totals.counts(runs, this.listed.ids);
  }
}

/** Distinct prompts and models of listed items. */
export class ListedDetails extends MergedItems {
  protected readonly nameOfChunks: string;
  private readonly bits: DetailBits;

  constructor(
    kind: PostingKind,
    outcome: Outcome,
    private readonly listed: { readonly runs: RunSelection; readonly ids: Int32Array },
  ) {
    const { runs, ids } = listed;
    super(kind, outcome, runs);
    this.bits = new DetailBits(ids, classesOf(outcome), runs.entries);
    // The bits of an item are as many as there are prompts and models.
    this.nameOfChunks = `details ${digestOf(ids)} ${runs.entries.prompts.length} ${runs.entries.models}`;
  }

  protected emptied(): ListedDetails {
    return new ListedDetails(this.kind, this.outcome, this.listed);
  }

  protected compact(): DetailWords {
    return this.bits.compact();
  }

  protected decodeChunks(rows: readonly ChunkBlocks[]): Cached | null {
    if (rows.length === 0) return null;
    const bits = this.bits.emptied();
    for (const row of rows) bits.addEntries(row, row.chunk);
    return bits.compact();
  }

  protected addChunks(cached: Cached): void {
    if (cached instanceof DetailWords) this.bits.addCompact(cached);
  }

  addCell(cell: Cell): void {
    const { outcome, prompt, channel } = cell;
    eachItemOf(this.kind, cell, (id) => this.bits.add(id, outcome, prompt, channel));
  }

  details(): ItemDetails {
    return this.bits.all();
  }
}
