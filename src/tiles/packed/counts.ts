// How often each id is cited. Ids are small and dense, most are cited once: stored as ascending gaps, with a count only where it is more.

import type { ByteReader, ByteWriter } from './bytes.js';

/** Ids, each once, ascending, and how often each occurs: the lists run parallel. */
export interface Cited {
  readonly ids: ArrayLike<number>;
  readonly times: ArrayLike<number>;
}

export function writeCited(to: ByteWriter, { ids, times }: Cited): void {
  to.varint(ids.length);
  let previous = 0;
  for (let at = 0; at < ids.length; at++) {
    const [id, count] = [ids[at] ?? 0, times[at] ?? 0];
    to.varint((id - previous) * 2 + Number(count > 1));
    if (count > 1) to.varint(count);
    previous = id;
  }
}

/** Visits the ids and counts that `writeCited` stored. */
export function eachCited(from: ByteReader, visit: (id: number, times: number) => void): void {
  let id = 0;
  for (let left = from.varint(); left > 0; left--) {
    const step = from.varint();
    id += Math.floor(step / 2);
    visit(id, step % 2 === 0 ? 1 : from.varint());
  }
}

/** What `writeCited` stored. */
export function readCited(from: ByteReader): Cited {
  const [ids, times]: [number[], number[]] = [[], []];
  eachCited(from, (id, count) => {
    ids.push(id);
    times.push(count);
  });
  return { ids, times };
}

/** Moves the reader past what `writeCited` stored. */
export function skipCited(from: ByteReader): void {
  for (let left = from.varint(); left > 0; left--) if (from.varint() % 2 === 1) from.varint();
}

const minSlots = 16;
/** With more ids than this, counts become an array by id: most tiles hold some tens of ids of hundreds of thousands, an answer nearly all. */
const fewIds = 4_096;

/** Counts by id that add up: millions of additions for a month or an answer, so a hash table in flat arrays, then a plain array. */
export class Counts {
  /** Each id plus one, at the slot of its hash or the next free one; 0 where a slot is free. */
  private slots = new Int32Array(minSlots);
  private times = new Float64Array(minSlots);
  private used = 0;
  private byId: Float64Array | null = null;

  add(id: number, times: number): void {
    if (this.byId) {
      if (id >= this.byId.length) this.byId = resized(this.byId, Math.max(this.byId.length * 2, id + 1));
      this.byId[id] = (this.byId[id] ?? 0) + times;
      return;
    }
    const at = this.slotOf(id);
    if (this.slots[at] === 0) this.used++;
    this.slots[at] = id + 1;
    this.times[at] = (this.times[at] ?? 0) + times;
    if (this.used > fewIds) this.spread();
    else if (this.used * 2 > this.slots.length) this.grow();
  }

  addAll({ ids, times }: Cited): void {
    for (let at = 0; at < ids.length; at++) this.add(ids[at] ?? 0, times[at] ?? 0);
  }

  /** Adds stored counts. */
  unite(from: ByteReader): void {
    eachCited(from, (id, times) => this.add(id, times));
  }

  /** What goes beyond one occurrence of each id: what is stored where the set of the ids is stored as well. Most ids have nothing. */
  repeats(): Cited {
    const ids: number[] = [];
    if (this.byId) {
      for (let id = 0; id < this.byId.length; id++) if ((this.byId[id] ?? 0) > 1) ids.push(id);
    } else {
      for (let at = 0; at < this.slots.length; at++) if ((this.times[at] ?? 0) > 1) ids.push((this.slots[at] ?? 0) - 1);
      ids.sort((a, b) => a - b);
    }
    return { ids, times: ids.map((id) => this.timesOf(id) - 1) };
  }

  private timesOf(id: number): number {
    return (this.byId ? this.byId[id] : this.times[this.slotOf(id)]) ?? 0;
  }

  all(): Cited {
    if (this.byId) return nonZero(this.byId);
    const ids = this.slots.filter((slot) => slot > 0).sort();
    const times = new Float64Array(ids.length);
    for (let at = 0; at < ids.length; at++) {
      ids[at] = (ids[at] ?? 0) - 1;
      times[at] = this.times[this.slotOf(ids[at] ?? 0)] ?? 0;
    }
    return { ids, times };
  }

  private slotOf(id: number): number {
    const last = this.slots.length - 1;
    let at = Math.imul(id, 0x9e3779b1) & last;
    while (this.slots[at] !== 0 && this.slots[at] !== id + 1) at = (at + 1) & last;
    return at;
  }

  private grow(): void {
    const [slots, times] = [this.slots, this.times];
    this.slots = new Int32Array(slots.length * 2);
    this.times = new Float64Array(slots.length * 2);
    this.used = 0;
    for (let at = 0; at < slots.length; at++) if (slots[at]) this.add((slots[at] ?? 0) - 1, times[at] ?? 0);
  }

  private spread(): void {
    const { ids, times } = this.all();
    this.byId = new Float64Array((ids[ids.length - 1] ?? 0) + 1);
    this.addAll({ ids, times });
    this.slots = new Int32Array(0);
    this.times = new Float64Array(0);
  }
}

function resized(array: Float64Array, length: number): Float64Array<ArrayBuffer> {
  const grown = new Float64Array(length);
  grown.set(array);
  return grown;
}

function nonZero(byId: Float64Array): Cited {
  const size = byId.reduce((count, times) => count + Number(times > 0), 0);
  const [ids, times] = [new Int32Array(size), new Float64Array(size)];
  let at = 0;
  for (let id = 0; id < byId.length; id++) {
    const count = byId[id] ?? 0;
    if (count === 0) continue;
    ids[at] = id;
    times[at++] = count;
  }
  return { ids, times };
}
