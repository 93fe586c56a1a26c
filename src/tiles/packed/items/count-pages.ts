// Counts of items added up straight from blocks, a page of memory for each chunk: an answer without a filter adds millions of items.

import type { ByteReader } from '../bytes.js';
import { CountCodes, classCount, codes, digitOf, isWide, mentionedClass } from './counts.js';

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
  private readonly stored = new CountCodes();

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
    this.stored.open(block);
    const { bytes, places, from } = this.stored;
    const { runs, mentioned } = to;
    const [runsOf, mentionedOf] = [this.runs, this.mentioned];
    for (let index = 0; index < bytes.length; index++) {
      const code = bytes[index] ?? 0;
      if (code === 0) continue;
      const place = places[index] ?? 0;
      if (code === isWide) this.addWide(from, place, to);
      else {
        runs[place] = (runs[place] ?? 0) + (runsOf[code] ?? 0);
        mentioned[place] = (mentioned[place] ?? 0) + (mentionedOf[code] ?? 0);
      }
    }
    this.stored.eachExtra((place, of, count) => {
      if (this.admits[of]) to.addExtra(place, count);
    });
  }

  private addWide(from: ByteReader, place: number, { runs, mentioned }: CountPage): void {
    for (let of = 0; of < classCount; of++) {
      const count = from.varint();
      if (!this.admits[of]) continue;
      runs[place] = (runs[place] ?? 0) + count;
      if (of === mentionedClass) mentioned[place] = (mentioned[place] ?? 0) + count;
    }
  }
}
