// The runs that cite or issue one item, by day and prompt.

import { made } from '../../domain/counts/maps.js';
import type { ItemKind } from '../../domain/lists/items.js';
import { classesOf, type Outcome } from '../../domain/outcome.js';
import type { Cached } from '../kept/tile-cache.js';
import type { Cell } from '../packed/cell.js';
import { eachItemOf } from '../packed/items/cell-postings.js';
import { ChunkEntries } from '../packed/items/chunk-entries.js';
import { firstOf } from '../packed/items/chunks.js';
import { dayOf } from '../packed/levels.js';
import type { RunSelection } from '../scan/run-selection.js';
import { Items, type StoredChunk } from './items.js';

const chunkEntries = new ChunkEntries();

/** By day, the number of the prompt of each run. */
class PromptsByDay implements Cached {
  readonly days = new Map<number, number[]>();

  add(day: number, prompt: number): void {
    made(this.days, day, Array).push(prompt);
  }

  get bytes(): number {
    return [...this.days.values()].reduce((bytes, prompts) => bytes + 100 + 8 * prompts.length, 0);
  }
}

export class ItemDays extends Items {
  protected readonly nameOfChunks: string;
  private readonly found = new PromptsByDay();

  constructor(
    private readonly item: { readonly kind: ItemKind; readonly id: number },
    outcome: Outcome,
    runs: RunSelection,
  ) {
    super(item.kind, outcome, runs);
    this.nameOfChunks = `days of ${item.id}`;
  }

  /** By day, the number of the prompt of each run. */
  get days(): ReadonlyMap<number, readonly number[]> {
    return this.found.days;
  }

  protected decodeChunks(rows: readonly StoredChunk[]): Cached | null {
    const { prompts, channels } = this.runs.entries;
    const classes = classesOf(this.outcome);
    const found = new PromptsByDay();
    for (const { period, chunk, ...blocks } of rows) {
      const place = this.item.id - firstOf(chunk);
      const wants = (of: number, outcome: number) => of === place && classes.includes(outcome);
      chunkEntries.eachGroup(blocks, wants, (_, __, runs) => {
        for (let entry = 0; entry < runs; entry++) {
          const prompt = chunkEntries.prompts[entry] ?? 0;
          if (prompts[prompt] && channels[chunkEntries.channels[entry] ?? 0]) found.add(period, prompt);
        }
      });
    }
    return found.days.size > 0 ? found : null;
  }

  protected addChunks(cached: Cached): void {
    if (!(cached instanceof PromptsByDay)) return;
    for (const [day, prompts] of cached.days) for (const prompt of prompts) this.found.add(day, prompt);
  }

  addCell(cell: Cell, quarter: number): void {
    if (!classesOf(this.outcome).includes(cell.outcome)) return;
    eachItemOf(this.kind, cell, (id, runs) => {
      if (id === this.item.id) for (let run = 0; run < runs; run++) this.found.add(dayOf(quarter), cell.prompt);
    });
  }
}
