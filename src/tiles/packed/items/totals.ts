// Counts of all items of a kind, added up for an answer: a page of memory for each chunk that occurs.

import type { ItemCounts } from '../../../domain/lists/items.js';
import type { Cited } from '../cited.js';
import { ChunkEntries, type EntryFilter, type StoredBlocks } from './chunk-entries.js';
import { chunkOf, firstOf } from './chunks.js';
import { CountAdder, CountPage } from './count-pages.js';
import { classCount } from './counts.js';

const chunkEntries = new ChunkEntries();

export class ItemTotals {
  /** By chunk. */
  private readonly pages: (CountPage | undefined)[] = [];
  private readonly admits: readonly boolean[];
  private readonly adder: CountAdder;

  /** Only runs of the given outcome classes count. */
  constructor(classes: readonly number[]) {
    this.admits = Array.from({ length: classCount }, (_, of) => classes.includes(of));
    this.adder = new CountAdder(this.admits);
  }

  /** Adds runs of one outcome. */
  add(id: number, outcome: number, runs: number): void {
    const chunk = chunkOf(id);
    if (this.admits[outcome]) this.pageOf(chunk).add(id - firstOf(chunk), outcome, runs, 0);
  }

  /** Adds the items of a cell of one outcome. */
  addCited({ length, ids, runs, citations }: Cited, outcome: number): void {
    if (!this.admits[outcome]) return;
    for (let index = 0; index < length; index++) {
      const [id, inRuns] = [ids[index] ?? 0, runs[index] ?? 0];
      const chunk = chunkOf(id);
      this.pageOf(chunk).add(id - firstOf(chunk), outcome, inRuns, (citations[index] ?? 0) - inRuns);
    }
  }

  /** Adds a block of counts. Throws `CorruptBlock`. */
  addCounts(block: Buffer, chunk: number): void {
    this.adder.add(block, this.pageOf(chunk));
  }

  /** Adds those entries of a chunk that `filter` selects. Throws `CorruptBlock`. */
  addEntries(blocks: StoredBlocks, chunk: number, filter: EntryFilter): void {
    chunkEntries.addTo(this.pageOf(chunk), blocks, { admits: this.admits, filter });
  }

  /** Runs of one item. */
  runsOf(id: number): number {
    const chunk = chunkOf(id);
    return this.pages[chunk]?.runs[id - firstOf(chunk)] ?? 0;
  }

  /** The items that have a run. */
  all(): Pick<ItemCounts, 'ids' | 'runs' | 'citations' | 'mentioned'> {
    let size = 0;
    for (const page of this.pages) {
      if (page) for (let place = 0; place < page.size; place++) if (page.runs[place]) size++;
    }
    const ids = new Int32Array(size);
    const [allRuns, citations, allMentioned] = [new Float64Array(size), new Float64Array(size), new Float64Array(size)];
    let index = 0;
    for (const [chunk, page] of this.pages.entries()) {
      if (!page) continue;
      const { runs, mentioned, extra } = page;
      const first = firstOf(chunk);
      for (let place = 0; place < page.size; place++) {
        const count = runs[place] ?? 0;
        if (count === 0) continue;
        ids[index] = first + place;
        allRuns[index] = count;
        citations[index] = extra ? count + (extra[place] ?? 0) : count;
        allMentioned[index++] = mentioned[place] ?? 0;
      }
    }
    return { ids, runs: allRuns, citations, mentioned: allMentioned };
  }

  /** The same to be kept; `null` where there is none. */
  compact(): CompactTotals | null {
    const chunks = [...this.pages.entries()].flatMap(([chunk, page]) => (page ? compactChunk(chunk, page) : []));
    return chunks.length > 0 ? new CompactTotals(chunks) : null;
  }

  addCompact({ chunks }: CompactTotals): void {
    for (const { chunk, places, runs, mentioned, extra } of chunks) {
      const page = this.pageOf(chunk);
      for (let index = 0; index < places.length; index++) {
        const place = places[index] ?? 0;
        page.runs[place] = (page.runs[place] ?? 0) + (runs[index] ?? 0);
        page.mentioned[place] = (page.mentioned[place] ?? 0) + (mentioned[index] ?? 0);
        if (extra?.[index]) page.addExtra(place, extra[index] ?? 0);
      }
    }
  }

  private pageOf(chunk: number): CountPage {
    const known = this.pages[chunk];
    if (known) return known;
    const page = new CountPage(firstOf(chunk + 1) - firstOf(chunk));
    this.pages[chunk] = page;
    return page;
  }
}

/** What there is of a chunk, by the places of its items: in bytes where these are enough. */
interface CompactChunk {
  readonly chunk: number;
  readonly places: Uint16Array;
  readonly runs: Uint8Array | Uint32Array;
  readonly mentioned: Uint8Array | Uint32Array;
  readonly extra: Float64Array | null;
}

/** Totals that no longer change, in little memory. */
export class CompactTotals {
  /** About what it takes of memory. */
  readonly bytes: number;

  constructor(readonly chunks: readonly CompactChunk[]) {
    const arrays = chunks.flatMap(({ places, runs, mentioned, extra }) => [places, runs, mentioned, extra]);
    this.bytes = arrays.reduce((bytes, array) => bytes + (array ? array.byteLength + objectBytes : 0), 0);
  }
}

const objectBytes = 100;

function compactChunk(chunk: number, { runs, mentioned, extra }: CountPage): CompactChunk | readonly [] {
  let [size, most] = [0, 0];
  for (let place = 0; place < runs.length; place++) {
    const count = runs[place] ?? 0;
    if (count > 0) size++;
    if (count > most) most = count;
  }
  if (size === 0) return [];
  const places = new Uint16Array(size);
  for (let place = 0, index = 0; place < runs.length; place++) if (runs[place]) places[index++] = place;
  const counts = () => (most < 256 ? new Uint8Array(size) : new Uint32Array(size));
  const compact = { chunk, places, runs: counts(), mentioned: counts(), extra: extra && new Float64Array(size) };
  for (let index = 0; index < size; index++) {
    const place = places[index] ?? 0;
    compact.runs[index] = runs[place] ?? 0;
    compact.mentioned[index] = mentioned[place] ?? 0;
    if (compact.extra) compact.extra[index] = extra?.[place] ?? 0;
  }
  return compact;
}
