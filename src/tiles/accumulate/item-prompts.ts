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
  /** By the number of the prompt. */
  private readonly counts: ReadonlyMap<number, RowCounts>;
  private readonly prompts: number;
  private readonly classes: ReadonlySet<number>;

  constructor(
    kind: ItemKind,
    outcome: Outcome,
    { runs, ids }: { readonly runs: RunSelection; readonly ids: Int32Array },
  ) {
    super(kind, outcome, runs);
    this.counts = new Map(Array.from(ids, (id) => [id, new RowCounts()]));
    this.prompts = runs.entries.prompts.length;
    this.classes = new Set(classesOf(outcome));
  }

  addCell(cell: Cell): void {
    if (!this.classes.has(cell.outcome)) return;
    eachItemOf(this.kind, cell, (id, runs) => this.counts.get(id)?.add(cell.prompt, runs, this.prompts));
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
    const [first, selected] = [firstOf(row.chunk), this.runs.entries];
    const wants = (place: number, outcome: number) => this.classes.has(outcome) && this.counts.has(first + place);
    chunkEntries.eachGroup(row, wants, (place, _, runs) => {
      const { prompts, channels } = chunkEntries;
      const counts = this.counts.get(first + place);
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
    const counted = this.counts.get(id)?.counted();
    return counted && counted.places.length > 0 ? counted : undefined;
  }
}
