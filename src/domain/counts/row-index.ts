// Rows by number (of a prompt, of a place in time, of a group), in the order in which the numbers come: an array while it is not nearly empty, as one of
// thousands of channels may have a single row far from the first.

import { grown } from './arrays.js';

const fewNumbers = 512;
const numbersARow = 16;
const leastLength = 64;

export class RowIndex {
  private size = 0;
  /** By number: its row plus one, or 0. */
  private near = new Int32Array(0);
  private readonly far = new Map<number, number>();

  /** The row of a number; the next one where it has none yet. */
  rowOf(number: number): number {
    if (number >= this.near.length && number < Math.max(fewNumbers, (this.size + 1) * numbersARow)) this.widen(number);
    const row = this.find(number);
    if (row >= 0) return row;
    if (number < this.near.length) this.near[number] = this.size + 1;
    else this.far.set(number, this.size);
    return this.size++;
  }

  /** The row of a number; -1 where it has none. */
  find(number: number): number {
    return number < this.near.length ? (this.near[number] ?? 0) - 1 : (this.far.get(number) ?? -1);
  }

  private widen(number: number): void {
    const wider = grown(this.near, Math.max(this.near.length * 2, number + 1, leastLength));
    for (const [each, row] of this.far) {
      if (each >= wider.length) continue;
      wider[each] = row + 1;
      this.far.delete(each);
    }
    this.near = wider;
  }
}
