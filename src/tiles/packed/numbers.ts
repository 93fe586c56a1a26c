// Lists of whole numbers in as many bits each as their range needs: half the bytes of varints where numbers are small, and several times as
// fast to read. A list that is nearly all zeros is stored as the places of the others, and those.

import type { ByteReader, ByteWriter } from './bytes.js';

/** A list is stored as several of this many bits, lowest first, where its range needs more. */
const planeBits = 24;
const plane = 2 ** planeBits;

/** Writes the first `length` numbers of a list: whole, from 0 to 2^53 − 1. The bits of each come first, and whether zeros are left out. */
export function writeNumbers(to: ByteWriter, numbers: ArrayLike<number>, length: number): void {
  const all = rangeOf(numbers, length, false);
  const others = rangeOf(numbers, length, true);
  const whole = bitsOf(all) * length;
  const apart = length + bitsOf(others) * others.count;
  if (length === 0 || whole <= apart) {
    to.varint(bitsOf(all) * 2);
    writeDense(to, numbers, length, all);
    return;
  }
  const places = new Uint8Array(length);
  const left = new Float64Array(others.count);
  let count = 0;
  for (let at = 0; at < length; at++) {
    const number = numbers[at] ?? 0;
    if (number === 0) continue;
    places[at] = 1;
    left[count++] = number;
  }
  to.varint(bitsOf(others) * 2 + 1);
  to.varint(count);
  writeBits(to, places, { length, bits: 1, least: 0 });
  writeDense(to, left, count, others);
}

interface NumberRange {
  readonly least: number;
  readonly most: number;
  readonly count: number;
}

function rangeOf(numbers: ArrayLike<number>, length: number, skipsZero: boolean): NumberRange {
  let [least, most, count] = [Number.POSITIVE_INFINITY, 0, 0];
  for (let at = 0; at < length; at++) {
    const number = numbers[at] ?? 0;
    if (skipsZero && number === 0) continue;
    count++;
    if (number < least) least = number;
    if (number > most) most = number;
  }
  return { least: count === 0 ? 0 : least, most, count };
}

function bitsOf({ least, most }: NumberRange): number {
  let bits = 0;
  for (let range = most - least; range > 0; range = Math.floor(range / 2)) bits++;
  return bits;
}

function writeDense(to: ByteWriter, numbers: ArrayLike<number>, length: number, range: NumberRange): void {
  const bits = bitsOf(range);
  to.varint(range.least);
  if (bits <= planeBits) {
    writeBits(to, numbers, { length, bits, least: range.least });
    return;
  }
  let rest = Float64Array.from({ length }, (_, at) => (numbers[at] ?? 0) - range.least);
  for (let left = bits; left > 0; left -= planeBits) {
    const low = rest.map((number) => number % plane);
    writeBits(to, low, { length, bits: Math.min(left, planeBits), least: 0 });
    rest = rest.map((number) => Math.floor(number / plane));
  }
}

interface BitList {
  readonly length: number;
  readonly bits: number;
  readonly least: number;
}

function writeBits(to: ByteWriter, numbers: ArrayLike<number>, { length, bits, least }: BitList): void {
  const bytes = new Uint8Array(bytesOf(length, bits));
  let [word, held, at] = [0, 0, 0];
  for (let place = 0; place < length; place++) {
    word |= ((numbers[place] ?? 0) - least) << held;
    held += bits;
    for (; held >= 8; held -= 8) {
      bytes[at++] = word & 0xff;
      word >>>= 8;
    }
  }
  if (held > 0) bytes[at] = word & 0xff;
  to.bytes(bytes);
}

const bytesOf = (length: number, bits: number) => Math.ceil((length * bits) / 8);

/** Lists that are read one after another into the same array. */
export class NumberReader {
  private numbers = new Float64Array(1_024);
  private places = new Float64Array(1_024);

  /** The `length` numbers that `writeNumbers` stored; they stand until the next are read. */
  read(from: ByteReader, length: number): Float64Array {
    if (length > this.numbers.length) {
      this.numbers = new Float64Array(length * 2);
      this.places = new Float64Array(length * 2);
    }
    const numbers = this.numbers.subarray(0, length);
    const head = from.varint();
    const bits = Math.floor(head / 2);
    if (head % 2 === 0) {
      readDense(from, numbers, bits);
      return numbers;
    }
    const count = from.varint();
    const places = this.places.subarray(0, length).fill(0);
    addBits(from, places, { bits: 1, scale: 1 });
    readDense(from, numbers.subarray(0, count), bits);
    // From the end, so that no number is overwritten before it is moved.
    for (let at = length - 1, left = count - 1; at >= 0; at--)
      numbers[at] = places[at] === 1 ? (numbers[left--] ?? 0) : 0;
    return numbers;
  }
}

function readDense(from: ByteReader, into: Float64Array, bits: number): void {
  into.fill(from.varint());
  for (let left = bits, scale = 1; left > 0; left -= planeBits, scale *= plane)
    addBits(from, into, { bits: Math.min(left, planeBits), scale });
}

/** Adds so many bits for each number, times `scale`. */
function addBits(from: ByteReader, into: Float64Array, { bits, scale }: { bits: number; scale: number }): void {
  const bytes = from.bytes(bytesOf(into.length, bits));
  const mask = 2 ** bits - 1;
  let [word, held, at] = [0, 0, 0];
  for (let place = 0; place < into.length; place++) {
    for (; held < bits; held += 8) word |= (bytes[at++] ?? 0) << held;
    into[place] = (into[place] ?? 0) + (word & mask) * scale;
    word >>>= bits;
    held -= bits;
  }
}
