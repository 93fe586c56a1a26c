// The counts of one chunk of items, added up: how a month is made of its days.

import { bump } from '../../../domain/counts/arrays.js';
import { maxChunkItems } from './chunks.js';
import { type ChunkCounts, CountCodes, classCount } from './counts.js';

/** Made once and used for one chunk after the other. */
export class ChunkSums {
  private readonly runs = new Float64Array(maxChunkItems * classCount);
  private readonly extra = new Float64Array(maxChunkItems * classCount);
  private readonly codes = new CountCodes();
  /** Behind the last place that has any. */
  private end = 0;

  /** Adds what a block stores. Throws `CorruptBlock`, and has added nothing then. */
  add(block: Buffer): void {
    this.codes.open(block);
    const { bytes, places } = this.codes;
    for (let index = 0; index < bytes.length; index++) {
      const [code, place] = [bytes[index] ?? 0, places[index] ?? 0];
      if (code === 0) continue;
      this.end = Math.max(this.end, place + 1);
      for (let of = 0; of < classCount; of++) bump(this.runs, place * classCount + of, this.codes.runsOf(code, of));
    }
    this.codes.eachExtra((place, of, extra) => bump(this.extra, place * classCount + of, extra));
  }

  /** Moves the sums to `into`, in place of what it held. */
  moveTo(into: ChunkCounts): void {
    into.clear();
    for (let place = 0; place < this.end; place++) {
      const [from, to] = [place * classCount, into.size * classCount];
      let [runs, extra] = [0, 0];
      for (let of = 0; of < classCount; of++) {
        runs += into.runs[to + of] = this.runs[from + of] ?? 0;
        extra += into.extra[to + of] = this.extra[from + of] ?? 0;
      }
      if (runs === 0) continue;
      into.places[into.size++] = place;
      into.hasExtra ||= extra > 0;
    }
    this.runs.fill(0, 0, this.end * classCount);
    this.extra.fill(0, 0, this.end * classCount);
    this.end = 0;
  }
}
