// Sets of small dense ids (prompts, URLs, domains) that merge without loss. In memory a bitmap, or a list where that is smaller: most sets
// hold some tens of ids of hundreds of thousands, and there is one for each channel and company. Stored as the smaller to read of a bitmap and ascending gaps:
// merging a bitmap costs half as much a byte as reading a gap.

import { grown } from '../../domain/counts/arrays.js';
import type { ByteReader, ByteWriter } from './bytes.js';

const gaps = 0;
const bitmap = 1;

/** A set with more ids than this is a bitmap. */
const fewIds = 512;
/** A bitmap of so many words is as short as an empty list. */
const fewWords = 32;
/** About what an id of a list takes. */
const wordsAnId = 8;

/** A stored set, in the form that merges fastest: the words of a bitmap, or ascending ids where these are fewer. */
export interface DecodedSet {
  readonly isBitmap: boolean;
  readonly numbers: Int32Array;
}

const noWords = new Int32Array(0);

export class IdSet {
  private few: Set<number> | null = null;
  /** The greatest of few. */
  private last = 0;
  /** Signed, which the engine reads without a detour by way of doubles. */
  private words = noWords;

  add(id: number): void {
    const few = this.few ?? this.gather(id);
    if (few) {
      few.add(id);
      this.last = Math.max(this.last, id);
      if (isBitmapFor(few.size, this.last)) this.spread();
      return;
    }
    this.reserve(id);
    this.words[id >>> 5] = (this.words[id >>> 5] ?? 0) | (1 << (id & 31));
  }

  has(id: number): boolean {
    return this.few?.has(id) ?? ((this.words[id >>> 5] ?? 0) & (1 << (id & 31))) !== 0;
  }

  get size(): number {
    if (this.few) return this.few.size;
    let count = 0;
    for (let at = 0; at < this.words.length; at++) count += bitsOf(this.words[at] ?? 0);
    return count;
  }

  /** How many ids are in this set and in `mask`. */
  sizeWithin(mask: IdSet): number {
    let count = 0;
    if (this.few || mask.few) {
      for (const id of this) if (mask.has(id)) count++;
      return count;
    }
    const common = Math.min(this.words.length, mask.words.length);
    for (let at = 0; at < common; at++) count += bitsOf((this.words[at] ?? 0) & (mask.words[at] ?? 0));
    return count;
  }

  /** The ids, ascending. */
  *[Symbol.iterator](): Generator<number> {
    yield* this.ascending();
  }

  private ascending(): Int32Array {
    if (this.few) return Int32Array.from(this.few).sort();
    const ids = new Int32Array(this.size);
    let place = 0;
    this.forEach((id) => {
      ids[place++] = id;
    });
    return ids;
  }

  /** Visits the ids, ascending where they are many: faster than iterating, for those who visit millions. */
  forEach(visit: (id: number) => void): void {
    if (this.few) {
      this.few.forEach(visit);
      return;
    }
    for (let at = 0; at < this.words.length; at++) {
      for (let word = this.words[at] ?? 0; word !== 0; word &= word - 1) visit(at * 32 + 31 - Math.clz32(word & -word));
    }
  }

  write(to: ByteWriter): void {
    const few = this.few && this.ascending();
    const [size, last] = few ? [few.length, few.at(-1) ?? 0] : [this.size, this.lastOfBitmap()];
    to.varint(size);
    if (size === 0) return;
    const bytes = (last >>> 3) + 1;
    if (bytes <= 2 * size) {
      this.spread();
      to.varint(bitmap);
      to.varint(bytes);
      to.bytes(new Uint8Array(this.words.buffer, 0, bytes));
      return;
    }
    to.varint(gaps);
    let previous = 0;
    const ids = few ?? this.ascending();
    for (let place = 0; place < ids.length; place++) {
      const id = ids[place] ?? 0;
      to.varint(id - previous);
      previous = id;
    }
  }

  mergeDecoded({ isBitmap, numbers }: DecodedSet): void {
    if (isBitmap) this.mergeWords(numbers);
    else if (numbers.length > 0) this.mergeIds(numbers);
  }

  /** Ascending ids. */
  private mergeIds(ids: Int32Array): void {
    const last = ids.at(-1) ?? 0;
    const few = this.few ?? this.gather(last, ids.length);
    if (few && few.size + ids.length <= fewIds) {
      for (let at = 0; at < ids.length; at++) this.add(ids[at] ?? 0);
      return;
    }
    this.spread();
    this.reserve(last);
    setBits(this.words, ids);
  }

  mergeSet(other: IdSet): void {
    if (other.few) for (const id of other.few) this.add(id);
    else this.mergeWords(other.words);
  }

  private mergeWords(other: Int32Array): void {
    this.spread();
    if (other.length === 0) return;
    this.reserve(other.length * 32 - 1);
    const words = this.words;
    for (let at = 0; at < other.length; at++) words[at] = (words[at] ?? 0) | (other[at] ?? 0);
  }

  private lastOfBitmap(): number {
    let at = this.words.length - 1;
    while (at > 0 && this.words[at] === 0) at--;
    return at * 32 + 31 - Math.clz32(this.words[at] ?? 0);
  }

  /** Becomes a bitmap. */
  private spread(): void {
    const { few } = this;
    if (!few) return;
    this.few = null;
    this.reserve(this.last);
    for (const id of few) this.add(id);
  }

  /** Becomes a list, and returns it, where a bitmap with `more` ids that is as long as `last` says would be nearly empty. */
  private gather(last: number, more = 1): Set<number> | null {
    if (last >>> 5 < this.words.length || isBitmapFor(this.size + more, last)) return null;
    const few = new Set<number>();
    this.forEach((id) => void few.add(id));
    this.last = this.lastOfBitmap();
    this.words = noWords;
    this.few = few;
    return few;
  }

  private reserve(id: number): void {
    if (id >>> 5 < this.words.length) return;
    this.words = grown(this.words, Math.max(this.words.length * 2, (id >>> 5) + 1));
  }
}

/** Whether a bitmap of so many ids, the greatest of which is `last`, is smaller than a list. */
function isBitmapFor(size: number, last: number): boolean {
  return size > fewIds || last >>> 5 < Math.max(fewWords, size * wordsAnId);
}

/** The set that `write` stored. */
export function readSet(from: ByteReader): DecodedSet {
  const size = from.varint();
  if (size === 0) return { isBitmap: false, numbers: noWords };
  if (from.varint() === gaps) return decodedOf(readGaps(from, size));
  const bytes = from.bytes(from.varint());
  const words = new Int32Array(Math.ceil(bytes.length / 4));
  new Uint8Array(words.buffer).set(bytes);
  return { isBitmap: true, numbers: words };
}

function decodedOf(ids: Int32Array): DecodedSet {
  const length = ((ids.at(-1) ?? 0) >>> 5) + 1;
  if (ids.length < length) return { isBitmap: false, numbers: ids };
  const words = new Int32Array(length);
  setBits(words, ids);
  return { isBitmap: true, numbers: words };
}

function setBits(words: Int32Array, ids: Int32Array): void {
  for (let at = 0; at < ids.length; at++) {
    const id = ids[at] ?? 0;
    words[id >>> 5] = (words[id >>> 5] ?? 0) | (1 << (id & 31));
  }
}

/** The hottest loop of a read: bytes are looked at in place, and nothing is called while gaps take one or two of them. */
function readGaps(from: ByteReader, size: number): Int32Array {
  const ids = new Int32Array(size);
  const { block } = from;
  let [at, id] = [from.at, 0];
  for (let place = 0; place < size; place++) {
    const low = block[at++] ?? 0;
    if (low < 0x80) id += low;
    else {
      const high = block[at++] ?? 0;
      if (high < 0x80) id += (high << 7) | (low & 0x7f);
      else {
        from.at = at - 2;
        id += from.varint();
        at = from.at;
      }
    }
    ids[place] = id;
  }
  from.at = at;
  return ids;
}

/** How many bits of a word of 32 are set. */
export function bitsOf(word: number): number {
  let bits = word - ((word >>> 1) & 0x55555555);
  bits = (bits & 0x33333333) + ((bits >>> 2) & 0x33333333);
  return Math.imul((bits + (bits >>> 4)) & 0x0f0f0f0f, 0x01010101) >>> 24;
}
