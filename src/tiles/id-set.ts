// Sets of small dense ids (prompts, URLs, domains) that unite without loss. In memory a bitmap; stored as the smaller to read
// of a bitmap and ascending gaps: uniting a bitmap costs half as much a byte as reading a gap.

import type { ByteReader, ByteWriter } from './bytes.js';

const gaps = 0;
const bitmap = 1;

export class IdSet {
  private words = new Uint32Array(8);

  add(id: number): void {
    this.reserve(id);
    this.words[id >>> 5] = (this.words[id >>> 5] ?? 0) | (1 << (id & 31));
  }

  has(id: number): boolean {
    return ((this.words[id >>> 5] ?? 0) & (1 << (id & 31))) !== 0;
  }

  get size(): number {
    let count = 0;
    for (const word of this.words) count += bitsOf(word);
    return count;
  }

  /** How many ids are in this set and in `mask`. */
  sizeWithin(mask: IdSet): number {
    let count = 0;
    const common = Math.min(this.words.length, mask.words.length);
    for (let at = 0; at < common; at++) count += bitsOf((this.words[at] ?? 0) & (mask.words[at] ?? 0));
    return count;
  }

  /** The ids, ascending. */
  *[Symbol.iterator](): Generator<number> {
    for (let at = 0; at < this.words.length; at++) {
      for (let word = this.words[at] ?? 0; word !== 0; word &= word - 1) yield at * 32 + 31 - Math.clz32(word & -word);
    }
  }

  write(to: ByteWriter): void {
    const size = this.size;
    const bytes = this.usedBytes();
    to.varint(size);
    if (size === 0) return;
    if (bytes.length <= 2 * size) {
      to.varint(bitmap);
      to.varint(bytes.length);
      to.bytes(bytes);
      return;
    }
    to.varint(gaps);
    let previous = 0;
    for (const id of this) {
      to.varint(id - previous);
      previous = id;
    }
  }

  /** Adds the ids of a stored set. */
  unite(from: ByteReader): void {
    const size = from.varint();
    if (size === 0) return;
    if (from.varint() === bitmap) {
      this.uniteBitmap(from.bytes(from.varint()));
      return;
    }
    let id = 0;
    for (let count = 0; count < size; count++) {
      id += from.varint();
      this.add(id);
    }
  }

  uniteSet(other: IdSet): void {
    this.uniteWords(other.words);
  }

  private uniteBitmap(bytes: Buffer): void {
    const aligned = new Uint8Array(Math.ceil(bytes.length / 4) * 4);
    aligned.set(bytes);
    this.uniteWords(new Uint32Array(aligned.buffer));
  }

  private uniteWords(other: Uint32Array): void {
    this.reserve(other.length * 32 - 1);
    const words = this.words;
    for (let at = 0; at < other.length; at++) words[at] = (words[at] ?? 0) | (other[at] ?? 0);
  }

  private usedBytes(): Uint8Array {
    const bytes = new Uint8Array(this.words.buffer);
    let used = bytes.length;
    while (used > 0 && bytes[used - 1] === 0) used--;
    return bytes.subarray(0, used);
  }

  private reserve(id: number): void {
    if (id >>> 5 < this.words.length) return;
    const grown = new Uint32Array(Math.max(this.words.length * 2, (id >>> 5) + 1));
    grown.set(this.words);
    this.words = grown;
  }
}

/** Moves the reader past a stored set. */
export function skipSet(from: ByteReader): void {
  const size = from.varint();
  if (size === 0) return;
  if (from.varint() === bitmap) {
    from.bytes(from.varint());
    return;
  }
  for (let count = 0; count < size; count++) from.varint();
}

function bitsOf(word: number): number {
  let bits = word - ((word >>> 1) & 0x55555555);
  bits = (bits & 0x33333333) + ((bits >>> 2) & 0x33333333);
  return Math.imul((bits + (bits >>> 4)) & 0x0f0f0f0f, 0x01010101) >>> 24;
}
