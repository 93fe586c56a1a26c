// The counts of one chunk of items, added up: how a month is made of its days.

import { maxChunkItems } from './chunks.js';
import { type ChunkCounts, classCount } from './counts.js';

/** Made once and used for one chunk after the other. */
export class ChunkSums {
  private readonly runs = new Float64Array(maxChunkItems * classCount);
  private readonly extra = new Float64Array(maxChunkItems * classCount);
  /** Behind the last place that has any. */
  private end = 0;

  add({ size, places, runs, extra, hasExtra }: ChunkCounts): void {
    if (size > 0) this.end = Math.max(this.end, (places[size - 1] ?? 0) + 1);
    for (let index = 0; index < size; index++) {
      const [from, to] = [index * classCount, (places[index] ?? 0) * classCount];
      for (let of = 0; of < classCount; of++) {
        this.runs[to + of] = (this.runs[to + of] ?? 0) + (runs[from + of] ?? 0);
        if (hasExtra) this.extra[to + of] = (this.extra[to + of] ?? 0) + (extra[from + of] ?? 0);
      }
    }
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
