// Distinct prompts and models of some items, gathered from postings in any order: a bit for each prompt and each model of an item.

import { at } from '../../../domain/counts/maps.js';
import type { ItemDetails } from '../../../domain/lists/item-details.js';
import { bitsOf } from '../id-set.js';
import { ChunkEntries, type EntryFilter, type StoredBlocks, skipEntries } from './chunk-entries.js';
import { chunkOf, firstOf, maxChunkItems } from './chunks.js';
import { classCount, firstOutcome, lastOutcome } from './counts.js';

/** Bits in which an item is found by its index among those that are asked for. */
class Bits {
  words = new Int32Array(0);
  /** How many bits of each item are set. */
  counts = new Int32Array(0);
  private readonly wordsEach: number;

  constructor(items: number, size: number) {
    this.wordsEach = (size >>> 5) + 1;
    this.restart(items);
  }

  /** Clears all bits, in the same memory where that is large enough. */
  restart(items: number): void {
    if (items > this.counts.length) {
      this.words = new Int32Array(items * this.wordsEach);
      this.counts = new Int32Array(items);
    } else {
      for (let index = 0; index < this.counts.length; index++)
        if (this.counts[index]) this.words.fill(0, index * this.wordsEach, (index + 1) * this.wordsEach);
      this.counts.fill(0);
    }
  }

  /** Sets what is set in words of the same size. */
  merge(words: Int32Array): void {
    for (let word = 0; word < words.length; word++) {
      const known = this.words[word] ?? 0;
      const added = (words[word] ?? 0) & ~known;
      if (added === 0) continue;
      this.words[word] = known | added;
      const index = Math.floor(word / this.wordsEach);
      this.counts[index] = (this.counts[index] ?? 0) + bitsOf(added);
    }
  }

  /** Most are set already: that is all that is seen of them. */
  set(index: number, bit: number): void {
    const word = index * this.wordsEach + (bit >>> 5);
    const mask = 1 << (bit & 31);
    const known = this.words[word] ?? 0;
    if ((known & mask) !== 0) return;
    this.words[word] = known | mask;
    this.counts[index] = (this.counts[index] ?? 0) + 1;
  }
}

/** The bits of some items as they are kept. */
export class DetailWords {
  /** What they take of memory. */
  readonly bytes: number;

  constructor(
    readonly prompts: Int32Array,
    readonly models: Int32Array,
  ) {
    this.bytes = prompts.byteLength + models.byteLength;
  }
}

const chunkEntries = new ChunkEntries();

/** Which entries count, and the models of their channels. */
export interface DetailFilter extends EntryFilter {
  /** By channel: the number of its model among those of the brand, from 0. */
  readonly modelOf: Int32Array;
  /** How many models there are. */
  readonly models: number;
}

/** Which items of a chunk are asked for, by their places: their index plus one. */
type Indices = Int32Array;

export class DetailBits {
  private readonly prompts: Bits;
  private readonly models: Bits;
  private byChunk: Map<number, Indices>;
  private readonly admits: readonly boolean[];

  /** About `ids`, ascending; only entries of the given outcome classes that `filter` selects count. */
  constructor(
    private ids: Int32Array,
    private readonly classes: readonly number[],
    private readonly filter: DetailFilter,
    byChunk?: Map<number, Indices>,
  ) {
    this.prompts = new Bits(ids.length, filter.prompts.length);
    this.models = new Bits(ids.length, filter.models);
    this.admits = Array.from({ length: classCount }, (_, of) => classes.includes(of));
    this.byChunk = byChunk ?? indicesOf(ids);
  }

  /** The same without a bit. */
  emptied(): DetailBits {
    return new DetailBits(this.ids, this.classes, this.filter, this.byChunk);
  }

  /** Begins again without a bit, about other items. */
  restart(ids: Int32Array): void {
    this.ids = ids;
    this.byChunk = indicesOf(ids);
    this.prompts.restart(ids.length);
    this.models.restart(ids.length);
  }

  /** What it holds, to be kept; it must not change afterwards. */
  compact(): DetailWords {
    return new DetailWords(this.prompts.words, this.models.words);
  }

  /** Adds what was kept of the same items. */
  addCompact({ prompts, models }: DetailWords): void {
    this.prompts.merge(prompts);
    this.models.merge(models);
  }

  /** Adds a prompt and a channel of runs of one outcome that cite or issue an item; others than those asked for are passed over. */
  add(id: number, outcome: number, prompt: number, channel: number): void {
    const chunk = chunkOf(id);
    const index = this.byChunk.get(chunk)?.[id - firstOf(chunk)] ?? 0;
    if (index > 0 && this.admits[outcome]) this.mark(index - 1, prompt, channel);
  }

  /** Adds the entries of a chunk; those of other items than are asked for are passed over. Throws `CorruptBlock`. */
  addEntries(blocks: StoredBlocks, chunk: number): void {
    const indices = this.byChunk.get(chunk);
    if (!indices) return;
    chunkEntries.open(blocks);
    if (chunkEntries.isNarrow) this.addNarrow(indices);
    else this.addWide(indices, blocks);
  }

  /** In one loop, as counts are added: a whole list has millions of entries, in groups of one or two. */
  private addNarrow(indices: Indices): void {
    const { admits } = this;
    const { codes, from, channelBits } = chunkEntries;
    const { bytes, places } = codes;
    const { block } = from;
    const channelMask = (1 << channelBits) - 1;
    let at = from.at;
    for (let index = 0; index < bytes.length; index++) {
      const code = bytes[index] ?? 0;
      if (code === 0) continue;
      const item = (indices[places[index] ?? 0] ?? 0) - 1;
      const last = lastOutcome[code] ?? 0;
      for (let outcome = firstOutcome[code] ?? 0; outcome <= last; outcome++) {
        const runs = codes.runsOf(code, outcome);
        if (item < 0 || !admits[outcome]) {
          at = skipEntries(block, at, runs);
          continue;
        }
        let packed = 0;
        for (let left = runs; left > 0; left--) {
          let step = block[at++] ?? 0;
          if (step >= 0x80) {
            from.at = at - 1;
            step = from.varint();
            at = from.at;
          }
          packed += step >>> 1;
          if ((step & 1) === 1) while ((block[at++] ?? 0) >= 0x80);
          this.mark(item, packed >>> channelBits, packed & channelMask);
        }
      }
    }
  }

  private addWide(indices: Indices, blocks: StoredBlocks): void {
    const wants = (place: number, outcome: number) => indices[place] !== 0 && this.admits[outcome] === true;
    chunkEntries.eachGroup(blocks, wants, (place, _, runs) => {
      const { prompts, channels } = chunkEntries;
      const index = (indices[place] ?? 0) - 1;
      for (let entry = 0; entry < runs; entry++) this.mark(index, prompts[entry] ?? 0, channels[entry] ?? 0);
    });
  }

  /** The items that have a run. */
  all(): ItemDetails {
    const { length } = this.ids;
    const [ids, prompts, models] = [new Int32Array(length), new Float64Array(length), new Float64Array(length)];
    let size = 0;
    for (let index = 0; index < length; index++) {
      const count = this.prompts.counts[index] ?? 0;
      if (count === 0) continue;
      ids[size] = this.ids[index] ?? 0;
      prompts[size] = count;
      models[size++] = this.models.counts[index] ?? 0;
    }
    return { ids: ids.slice(0, size), prompts: prompts.slice(0, size), models: models.slice(0, size) };
  }

  private mark(index: number, prompt: number, channel: number): void {
    const { prompts, channels, modelOf } = this.filter;
    if (!prompts[prompt] || !channels[channel]) return;
    this.prompts.set(index, prompt);
    this.models.set(index, modelOf[channel] ?? 0);
  }
}

function indicesOf(ids: Int32Array): Map<number, Indices> {
  const byChunk = new Map<number, Indices>();
  for (const [index, id] of ids.entries()) {
    const chunk = chunkOf(id);
    at(byChunk, chunk, () => new Int32Array(maxChunkItems))[id - firstOf(chunk)] = index + 1;
  }
  return byChunk;
}

/** The details of several lists of items, one behind the other. */
export function joinDetails(parts: readonly ItemDetails[]): ItemDetails {
  const size = parts.reduce((sum, { ids }) => sum + ids.length, 0);
  const joined = { ids: new Int32Array(size), prompts: new Float64Array(size), models: new Float64Array(size) };
  let at = 0;
  for (const { ids, prompts, models } of parts) {
    joined.ids.set(ids, at);
    joined.prompts.set(prompts, at);
    joined.models.set(models, at);
    at += ids.length;
  }
  return joined;
}
