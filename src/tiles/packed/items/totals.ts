// Counts of all items of a kind, added up for an answer: a page of memory for each chunk that occurs.

import { firstFrom } from '../../../domain/counts/arrays.js';
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

  /** The items that have a run, or those of `among` that do, beside the runs as a whole. Each column is made when it is first read. */
  counts(whole: Pick<ItemCounts, 'allRuns' | 'searchedRuns'>, among: Int32Array | null): ItemCounts {
    const ids = among ? among.filter((id) => this.runsOf(id) > 0) : this.all();
    const column = (valueAt: (page: CountPage, place: number) => number) => onFirstUse(() => this.column(ids, valueAt));
    const runs = column((page, place) => page.runs[place] ?? 0);
    const citations = column(({ extra, runs }, place) => (runs[place] ?? 0) + (extra?.[place] ?? 0));
    const mentioned = column((page, place) => page.mentioned[place] ?? 0);
    return {
      ...whole,
      ids,
      get runs() {
        return runs();
      },
      get citations() {
        return citations();
      },
      get mentioned() {
        return mentioned();
      },
    };
  }

  private all(): Int32Array {
    let size = 0;
    for (const page of this.pages) {
      if (page) for (let place = 0; place < page.size; place++) if (page.runs[place]) size++;
    }
    const ids = new Int32Array(size);
    let index = 0;
    for (const [chunk, page] of this.pages.entries()) {
      if (!page) continue;
      const first = firstOf(chunk);
      for (let place = 0; place < page.size; place++) if (page.runs[place]) ids[index++] = first + place;
    }
    return ids;
  }

  /** What pages say of `ids`, which have one. */
  private column(ids: Int32Array, valueAt: (page: CountPage, place: number) => number): Float64Array {
    const values = new Float64Array(ids.length);
    let page: CountPage | undefined;
    let [first, end] = [0, 0];
    for (let at = 0; at < ids.length; at++) {
      const id = ids[at] ?? 0;
      if (id >= end) {
        const chunk = chunkOf(id);
        [page, first, end] = [this.pages[chunk], firstOf(chunk), firstOf(chunk + 1)];
      }
      if (page) values[at] = valueAt(page, id - first);
    }
    return values;
  }

  /** The same to be kept; `null` where there is none. */
  compact(): CompactTotals | null {
    const chunks = [...this.pages.entries()].flatMap(([chunk, page]) => (page ? compactChunk(chunk, page) : []));
    return chunks.length > 0 ? new CompactTotals(chunks) : null;
  }

  /** Adds what there is of all items, or of `among`, ascending. */
  addCompact({ chunks }: CompactTotals, among: Int32Array | null): void {
    for (const compact of chunks) {
      if (among) this.addSome(compact, among);
      else addChunk(compact, this.pageOf(compact.chunk));
    }
  }

  private addSome({ chunk, places, runs, mentioned, extra }: CompactChunk, ids: Int32Array): void {
    const [first, end] = [firstOf(chunk), firstOf(chunk + 1)];
    for (let at = firstFrom(ids, first); at < ids.length && (ids[at] ?? 0) < end; at++) {
      const place = (ids[at] ?? 0) - first;
      const index = firstFrom(places, place);
      if (places[index] !== place) continue;
      const page = this.pageOf(chunk);
      page.runs[place] = (page.runs[place] ?? 0) + (runs[index] ?? 0);
      page.mentioned[place] = (page.mentioned[place] ?? 0) + (mentioned[index] ?? 0);
      if (extra?.[index]) page.addExtra(place, extra[index] ?? 0);
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

function addChunk({ places, runs, mentioned, extra }: CompactChunk, page: CountPage): void {
  addAt(page.runs, places, runs);
  addAt(page.mentioned, places, mentioned);
  if (extra) for (let index = 0; index < extra.length; index++) page.addExtra(places[index] ?? 0, extra[index] ?? 0);
}

function addAt(to: Uint32Array, places: Uint16Array, values: CompactChunk['runs']): void {
  for (let index = 0; index < places.length; index++) {
    const place = places[index] ?? 0;
    to[place] = (to[place] ?? 0) + (values[index] ?? 0);
  }
}

/** The result of `make`, which is called once, on the first use. */
function onFirstUse<T extends object>(make: () => T): () => T {
  let made: T | null = null;
  return () => {
    made ??= make();
    return made;
  };
}

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
