// Counts of all items of a kind, added up for an answer: a page of memory for each chunk that occurs.

import { firstFrom } from '../../../domain/counts/arrays.js';
import { once } from '../../../domain/counts/maps.js';
import type { ItemCounts } from '../../../domain/lists/items.js';
import type { Cited } from '../cited.js';
import { objectBytes } from '../columns/column.js';
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

  /** Adds the items of a cell of one outcome, or those of `among`, ascending: others would take a page of memory. */
  addCited({ length, ids, runs, citations }: Cited, outcome: number, among: Int32Array | null): void {
    if (!this.admits[outcome]) return;
    for (let index = 0; index < length; index++) {
      const [id, inRuns] = [ids[index] ?? 0, runs[index] ?? 0];
      if (among && among[firstFrom(among, id)] !== id) continue;
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

  /** The items that have a run, or those of `among` that do, beside the runs as a whole. What not all need is made when it is first read. */
  counts(whole: Pick<ItemCounts, 'allRuns' | 'searchedRuns'>, among: Int32Array | null): ItemCounts {
    const { ids, runs } = among ? this.some(among) : this.all();
    const citations = once(() => this.column(ids, ({ extra }) => extra, runs));
    const mentioned = once(() => this.column(ids, (page) => page.mentioned));
    return {
      ...whole,
      ids,
      runs,
      get citations() {
        return citations();
      },
      get mentioned() {
        return mentioned();
      },
    };
  }

  private some(among: Int32Array): Pick<ItemCounts, 'ids' | 'runs'> {
    const ids = among.filter((id) => this.runsOf(id) > 0);
    return { ids, runs: this.column(ids, (page) => page.runs) };
  }

  private all(): Pick<ItemCounts, 'ids' | 'runs'> {
    let size = 0;
    for (const page of this.pages) if (page) size += countItems(page.runs);
    const [ids, runs] = [new Int32Array(size), new Float64Array(size)];
    let index = 0;
    for (const [chunk, page] of this.pages.entries()) {
      if (!page) continue;
      const [first, counts] = [firstOf(chunk), page.runs];
      for (let place = 0; place < counts.length; place++) {
        const count = counts[place] ?? 0;
        if (count === 0) continue;
        ids[index] = first + place;
        runs[index++] = count;
      }
    }
    return { ids, runs };
  }

  /** What pages say of `ids`, which have one, added to what there is of these. */
  private column(ids: Int32Array, numbersOf: NumbersOf, to?: Float64Array): Float64Array {
    const values = to?.slice() ?? new Float64Array(ids.length);
    for (let at = 0; at < ids.length; ) {
      const chunk = chunkOf(ids[at] ?? 0);
      const page = this.pages[chunk];
      const [first, end] = [firstOf(chunk), firstFrom(ids, firstOf(chunk + 1))];
      const numbers = page && numbersOf(page);
      if (numbers)
        for (let row = at; row < end; row++) values[row] = (values[row] ?? 0) + (numbers[(ids[row] ?? 0) - first] ?? 0);
      at = end;
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

function countItems(runs: Uint32Array): number {
  let items = 0;
  // Without a branch: whether an item occurs is anybody's guess.
  for (let place = 0; place < runs.length; place++) items += Math.min(runs[place] ?? 0, 1);
  return items;
}

type NumbersOf = (page: CountPage) => Uint32Array | Float64Array | null;

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
