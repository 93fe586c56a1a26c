// Counts of all items of a kind, added up: of an answer, or of a chunk while a larger period is made of smaller ones.

import type { ItemCounts } from '../../../domain/lists/items.js';
import { type ChunkCounts, classCount } from './counts.js';
import type { DecodedChunk } from './postings.js';

/** The number of the outcome of runs that mention the brand. */
const mentionedClass = 0;

/** Which entries count, by the numbers of their prompt and model: 1 where it does. */
export interface EntryFilter {
  readonly prompts: Uint8Array;
  readonly models: Uint8Array;
}

/** Counts by item. Arrays by number, because an answer is about nearly all of them. */
export class ItemTotals {
  private runs = new Float64Array(1024);
  private extra = new Float64Array(1024);
  private mentioned = new Float64Array(1024);
  private readonly admits: readonly boolean[];

  /** Only runs of the given outcome classes count. */
  constructor(classes: readonly number[]) {
    this.admits = Array.from({ length: classCount }, (_, of) => classes.includes(of));
  }

  /** Adds runs of one outcome, and citations beyond one for each. */
  add(id: number, outcome: number, runs: number, extra: number): void {
    if (!this.admits[outcome]) return;
    this.reserve(id);
    this.runs[id] = (this.runs[id] ?? 0) + runs;
    this.extra[id] = (this.extra[id] ?? 0) + extra;
    if (outcome === mentionedClass) this.mentioned[id] = (this.mentioned[id] ?? 0) + runs;
  }

  /** Adds the counts of a chunk whose first item is `first`. */
  addCounts({ size, places, runs, extra, hasExtra }: ChunkCounts, first: number): void {
    if (size === 0) return;
    this.reserve(first + (places[size - 1] ?? 0));
    const [byId, mentioned] = [this.runs, this.mentioned];
    // Millions of items for an answer: a factor instead of a branch.
    const [a = 0, b = 0, c = 0] = this.admits.map(Number);
    for (let index = 0; index < size; index++) {
      const [id, at] = [first + (places[index] ?? 0), index * classCount];
      const named = a * (runs[at] ?? 0);
      byId[id] = (byId[id] ?? 0) + named + b * (runs[at + 1] ?? 0) + c * (runs[at + 2] ?? 0);
      mentioned[id] = (mentioned[id] ?? 0) + named;
      if (hasExtra)
        this.extra[id] =
          (this.extra[id] ?? 0) + a * (extra[at] ?? 0) + b * (extra[at + 1] ?? 0) + c * (extra[at + 2] ?? 0);
    }
  }

  /** Adds those entries of a chunk whose first item is `first` that `filter` selects. */
  addEntries({ counts, entries }: DecodedChunk, first: number, filter: EntryFilter): void {
    const { prompts, models, extra } = entries;
    let at = 0;
    for (let group = 0; group < counts.size * classCount; group++) {
      const end = at + (counts.runs[group] ?? 0);
      const outcome = group % classCount;
      if (!this.admits[outcome]) at = end;
      let [selected, beyond] = [0, 0];
      for (; at < end; at++) {
        if (!filter.prompts[prompts[at] ?? 0] || !filter.models[models[at] ?? 0]) continue;
        selected++;
        beyond += extra[at] ?? 0;
      }
      if (selected > 0)
        this.add(first + (counts.places[Math.floor(group / classCount)] ?? 0), outcome, selected, beyond);
    }
  }

  /** Runs of one item. */
  runsOf(id: number): number {
    return this.runs[id] ?? 0;
  }

  /** The items that have a run. */
  all(): Pick<ItemCounts, 'ids' | 'runs' | 'citations' | 'mentioned'> {
    const size = this.runs.reduce((count, runs) => count + Number(runs > 0), 0);
    const ids = new Int32Array(size);
    const [runs, citations, mentioned] = [new Float64Array(size), new Float64Array(size), new Float64Array(size)];
    let index = 0;
    for (let id = 0; id < this.runs.length; id++) {
      const count = this.runs[id] ?? 0;
      if (count === 0) continue;
      ids[index] = id;
      runs[index] = count;
      citations[index] = count + (this.extra[id] ?? 0);
      mentioned[index++] = this.mentioned[id] ?? 0;
    }
    return { ids, runs, citations, mentioned };
  }

  private reserve(id: number): void {
    if (id < this.runs.length) return;
    const length = Math.max(this.runs.length * 2, id + 1);
    [this.runs, this.extra, this.mentioned] = [
      grown(this.runs, length),
      grown(this.extra, length),
      grown(this.mentioned, length),
    ];
  }
}

function grown(array: Float64Array, length: number): Float64Array<ArrayBuffer> {
  const larger = new Float64Array(length);
  larger.set(array);
  return larger;
}
