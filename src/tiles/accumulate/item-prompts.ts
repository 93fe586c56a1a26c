// Counts by item the runs of each prompt that cite or issue it, of some items. Chunk after chunk, nothing of which is kept in memory.

import { bump } from '../../domain/counts/arrays.js';
import type { PlacedCounts } from '../../domain/counts/mention-counts.js';
import type { ItemKind } from '../../domain/lists/items.js';
import { classesOf, type Outcome } from '../../domain/outcome.js';
import type { Pause } from '../../domain/pause.js';
import type { Cached } from '../kept/tile-cache.js';
import type { Cell } from '../packed/cell.js';
import { RowCounts } from '../packed/columns/row-counts.js';
import { eachItemOf } from '../packed/items/cell-postings.js';
import { ChunkEntries } from '../packed/items/chunk-entries.js';
import { firstOf } from '../packed/items/chunks.js';
import type { ChunkBlocks } from '../packed/items/postings.js';
import type { RunSelection } from '../scan/run-selection.js';
import { Items } from './items.js';
import { ChunkRows } from './whole-details.js';

const chunkEntries = new ChunkEntries();

export class ItemPrompts extends Items {
  protected readonly nameOfChunks = 'prompts';
  /** By the number of the prompt, of each item at its place behind the first; a map takes longer to look at than a few runs to count. */
  private readonly counts: (RowCounts | undefined)[];
  private readonly first: number;
  private readonly prompts: number;
  private readonly classes: ReadonlySet<number>;

  constructor(
    kind: ItemKind,
    outcome: Outcome,
    { runs, ids }: { readonly runs: RunSelection; readonly ids: Int32Array },
  ) {
    super(kind, outcome, runs);
    this.first = ids[0] ?? 0;
    this.counts = new Array(ids.length && (ids.at(-1) ?? 0) - this.first + 1);
    for (const id of ids) this.counts[id - this.first] = new RowCounts();
    this.prompts = runs.entries.prompts.length;
    this.classes = new Set(classesOf(outcome));
  }

  addCell(cell: Cell): void {
    if (!this.classes.has(cell.outcome)) return;
    eachItemOf(this.kind, cell, (id, runs) => this.counts[id - this.first]?.add(cell.prompt, runs, this.prompts));
  }

  protected decodeChunks(rows: readonly ChunkBlocks[]): Cached {
    return new ChunkRows(rows);
  }

  protected async addChunks(cached: Cached, pause: Pause): Promise<void> {
    for (const row of cached instanceof ChunkRows ? cached.rows : []) {
      this.addEntries(row);
      if (pause.isDue()) await pause.take();
    }
  }

  private addEntries(row: ChunkBlocks): void {
    const [first, selected] = [firstOf(row.chunk) - this.first, this.runs.entries];
    const wants = (place: number, outcome: number) =>
      this.counts[first + place] !== undefined && this.classes.has(outcome);
    chunkEntries.eachGroup(row, wants, (place, _, runs) => {
      const { prompts, channels } = chunkEntries;
      const counts = this.counts[first + place];
      const whole = counts?.whole(this.prompts, runs);
      for (let entry = 0; entry < runs; entry++) {
        const prompt = prompts[entry] ?? 0;
        if (!selected.prompts[prompt] || !selected.channels[channels[entry] ?? 0]) continue;
        if (whole) bump(whole, prompt, 1);
        else counts?.add(prompt, 1, this.prompts);
      }
    });
  }

  /** By the number of the prompt; `undefined`: no run. */
  of(id: number): PlacedCounts | undefined {
    const counted = this.counts[id - this.first]?.counted();
    return counted && counted.places.length > 0 ? counted : undefined;
  }
}
