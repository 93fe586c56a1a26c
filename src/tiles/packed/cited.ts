// What the runs of a cell cite or search for: items of one kind by their small dense numbers, stored as ascending gaps, with counts only
// where an item occurs more than once.

import type { ByteReader, ByteWriter } from './bytes.js';

/** Items, each once, ascending: the first `length` elements of lists that run parallel. */
export interface Cited {
  readonly length: number;
  readonly ids: ArrayLike<number>;
  /** The runs that cite or issue each. */
  readonly runs: ArrayLike<number>;
  /** How often they do so in all: at least once each. */
  readonly citations: ArrayLike<number>;
}

/** Most runs cite every item once: only lists in which one occurs more often say of each whether it does. */
export function writeCited(to: ByteWriter, { length, ids, runs, citations }: Cited): void {
  let repeats = 0;
  for (let at = 0; at < length; at++) if ((citations[at] ?? 0) > 1) repeats = 1;
  to.varint(length * 2 + repeats);
  let previous = 0;
  for (let at = 0; at < length; at++) {
    const [id, inRuns, times] = [ids[at] ?? 0, runs[at] ?? 0, citations[at] ?? 0];
    const step = id - previous;
    previous = id;
    to.varint(repeats ? step * 2 + Number(times > 1) : step);
    if (times <= 1) continue;
    to.varint((times - inRuns) * 2 + Number(inRuns > 1));
    if (inRuns > 1) to.varint(inRuns);
  }
}

/** Lists that are not wanted are created for every block, and take no memory. */
const noIds = new Int32Array(0);
const noCounts = new Float64Array(0);

/** What `writeCited` stored, in arrays that are filled again and again. */
export class CitedList implements Cited {
  length = 0;
  ids = noIds;
  runs = noCounts;
  citations = noCounts;

  read(from: ByteReader): void {
    const head = from.varint();
    const repeats = head % 2 === 1;
    this.length = Math.floor(head / 2);
    if (this.length > this.ids.length) this.reserve(this.length * 2);
    let id = 0;
    for (let at = 0; at < this.length; at++) {
      const step = from.varint();
      const more = repeats && step % 2 === 1 ? from.varint() : 0;
      const runs = more % 2 === 1 ? from.varint() : 1;
      id += repeats ? Math.floor(step / 2) : step;
      this.ids[at] = id;
      this.runs[at] = runs;
      this.citations[at] = runs + Math.floor(more / 2);
    }
  }

  private reserve(length: number): void {
    this.ids = new Int32Array(length);
    this.runs = new Float64Array(length);
    this.citations = new Float64Array(length);
  }
}
