// Counts of items added up straight from blocks, a page of memory for each chunk: an answer without a filter adds millions of items.

import { ByteReader } from '../bytes.js';
import { maxChunkItems } from './chunks.js';
import { asBytes, classCount, codes, digitOf, isWide, mentionedClass, readPlaces } from './counts.js';

/** What is added up by place: runs, those of them that mention the brand, and citations beyond one for each run. A brand has fewer than 2³² runs. */
export class CountPage {
  readonly runs: Uint32Array;
  readonly mentioned: Uint32Array;
  /** `null` while there is none: most chunks have none. */
  extra: Float64Array | null = null;

  constructor(readonly size: number) {
    this.runs = new Uint32Array(size);
    this.mentioned = new Uint32Array(size);
  }

  /** Adds runs of an outcome. */
  add(place: number, outcome: number, runs: number, extra: number): void {
    this.runs[place] = (this.runs[place] ?? 0) + runs;
    if (outcome === mentionedClass) this.mentioned[place] = (this.mentioned[place] ?? 0) + runs;
    if (extra > 0) this.addExtra(place, extra);
  }

  addExtra(place: number, extra: number): void {
    this.extra ??= new Float64Array(this.size);
    this.extra[place] = (this.extra[place] ?? 0) + extra;
  }
}

/** Adds counts of some outcomes to pages. */
export class CountAdder {
  private readonly runs = new Uint32Array(codes);
  private readonly mentioned = new Uint32Array(codes);
  private readonly places = new Int32Array(maxChunkItems);

  /** Only runs of outcomes that `admits` selects, by their classes, count. */
  constructor(private readonly admits: readonly boolean[]) {
    for (let code = 0; code < codes; code++) {
      for (let of = 0; of < classCount; of++)
        if (admits[of]) this.runs[code] = (this.runs[code] ?? 0) + (digitOf[code * classCount + of] ?? 0);
      if (admits[mentionedClass]) this.mentioned[code] = digitOf[code * classCount + mentionedClass] ?? 0;
    }
  }

  /** Throws `CorruptBlock`. */
  add(block: Buffer, to: CountPage): void {
    const from = new ByteReader(block);
    const isBytes = from.varint() === asBytes;
    const size = from.varint();
    if (!isBytes) readPlaces(from, size, this.places);
    const bytes = from.bytes(size);
    if (isBytes) this.addBytes(from, bytes, to);
    else this.addGaps(from, bytes, to);
    if (!from.done) this.addExtra(from, isBytes ? placesOf(bytes) : this.places, to);
  }

  private addBytes(from: ByteReader, bytes: Uint8Array, to: CountPage): void {
    const { runs, mentioned } = to;
    const [runsOf, mentionedOf] = [this.runs, this.mentioned];
    for (let place = 0; place < bytes.length; place++) {
      const code = bytes[place] ?? 0;
      if (code === isWide) this.addWide(from, place, to);
      else if (code !== 0) {
        runs[place] = (runs[place] ?? 0) + (runsOf[code] ?? 0);
        mentioned[place] = (mentioned[place] ?? 0) + (mentionedOf[code] ?? 0);
      }
    }
  }

  private addGaps(from: ByteReader, bytes: Uint8Array, to: CountPage): void {
    const { runs, mentioned } = to;
    const [runsOf, mentionedOf, places] = [this.runs, this.mentioned, this.places];
    for (let index = 0; index < bytes.length; index++) {
      const [code, place] = [bytes[index] ?? 0, places[index] ?? 0];
      if (code === isWide) this.addWide(from, place, to);
      else {
        runs[place] = (runs[place] ?? 0) + (runsOf[code] ?? 0);
        mentioned[place] = (mentioned[place] ?? 0) + (mentionedOf[code] ?? 0);
      }
    }
  }

  private addWide(from: ByteReader, place: number, { runs, mentioned }: CountPage): void {
    for (let of = 0; of < classCount; of++) {
      const count = from.varint();
      if (!this.admits[of]) continue;
      runs[place] = (runs[place] ?? 0) + count;
      if (of === mentionedClass) mentioned[place] = (mentioned[place] ?? 0) + count;
    }
  }

  private addExtra(from: ByteReader, places: Int32Array, to: CountPage): void {
    for (let at = 0; !from.done; ) {
      at += from.varint();
      const count = from.varint();
      const place = places[Math.floor(at / classCount)] ?? 0;
      if (this.admits[at % classCount]) to.addExtra(place, count);
    }
  }
}

/** The places of the items that have a byte. */
function placesOf(bytes: Uint8Array): Int32Array {
  const places = new Int32Array(bytes.length);
  let size = 0;
  for (let place = 0; place < bytes.length; place++) if (bytes[place]) places[size++] = place;
  return places;
}
