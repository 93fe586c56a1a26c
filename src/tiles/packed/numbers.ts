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
  if (bits === 0) return;
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

/** What `writeNumbers` wrote first says of a list: the bits of each number, and whether zeros are left out. */
const bitsIn = (head: number) => head >> 1;
const isSparse = (head: number) => head % 2 === 1;

/** Lists that are read one after another into the same array. */
export class NumberReader {
  private numbers = new Float64Array(1_024);
  private places = new Int32Array(1_024);

  /** The `length` numbers that `writeNumbers` stored, and behind them anything; they stand until the next are read. */
  read(from: ByteReader, length: number): Float64Array {
    this.reserve(length);
    const { numbers } = this;
    const head = from.varint();
    const count = isSparse(head) ? this.readPlaces(from, length) : length;
    readDense(from, numbers, count, bitsIn(head));
    if (count === length) return numbers;
    // From the end, so that no number is overwritten before it is moved.
    let left = count - 1;
    for (let at = length - 1; at >= 0; at--) {
      const isNext = left >= 0 && this.places[left] === at;
      numbers[at] = isNext ? (numbers[left--] ?? 0) : 0;
    }
    return numbers;
  }

  /**
   * Adds the numbers of a stored list to those of `into`, each at the place that `places`, which is as long as the list, names. What a list
   * takes to read is all that reading a tile takes, so that nothing is held in between where numbers are small.
   */
  add(from: ByteReader, into: Float64Array, places: Int32Array): void {
    const head = from.varint();
    const bits = bitsIn(head);
    if (!isSparse(head)) {
      this.addDense(from, { into, places, bits });
      return;
    }
    this.reserve(places.length);
    const count = this.readPlaces(from, places.length);
    const others = this.places.subarray(0, count);
    for (let at = 0; at < count; at++) others[at] = places[others[at] ?? 0] ?? 0;
    this.addDense(from, { into, places: others, bits });
  }

  private addDense(from: ByteReader, { into, places, bits }: PlacedList): void {
    if (bits > planeBits) {
      this.reserve(places.length);
      readDense(from, this.numbers, places.length, bits);
      for (let at = 0; at < places.length; at++) addTo(into, places[at] ?? 0, this.numbers[at] ?? 0);
      return;
    }
    const least = from.varint();
    const { view, lastWord } = from;
    let bit = from.at * 8;
    from.at += bytesOf(places.length, bits);
    if (bits === 0) {
      if (least > 0) for (let at = 0; at < places.length; at++) addTo(into, places[at] ?? 0, least);
      return;
    }
    const mask = 2 ** bits - 1;
    for (let at = 0; at < places.length; at++, bit += bits)
      addTo(into, places[at] ?? 0, least + (bitsFrom(view, bit, lastWord) & mask));
  }

  /** Reads which of `length` places have a number, into `places`. Returns how many. */
  private readPlaces(from: ByteReader, length: number): number {
    const count = from.varint();
    const { block, at: first } = from;
    from.at += bytesOf(length, 1);
    let found = 0;
    for (let at = first; at < from.at; at++) {
      for (let rest = block[at] ?? 0; rest !== 0; rest &= rest - 1)
        this.places[found++] = (at - first) * 8 + 31 - Math.clz32(rest & -rest);
    }
    return count;
  }

  private reserve(length: number): void {
    if (length <= this.numbers.length) return;
    this.numbers = new Float64Array(length * 2);
    this.places = new Int32Array(length * 2);
  }
}

/** A list and where its numbers are added. */
interface PlacedList {
  readonly into: Float64Array;
  readonly places: Int32Array;
  readonly bits: number;
}

function addTo(into: Float64Array, place: number, number: number): void {
  into[place] = (into[place] ?? 0) + number;
}

/** Moves the reader past `length` numbers that `writeNumbers` stored. Makes no buffer of what it passes over: a filter skips most lists. */
export function skipNumbers(from: ByteReader, length: number): void {
  const head = from.varint();
  const count = isSparse(head) ? from.varint() : length;
  if (isSparse(head)) from.at += bytesOf(length, 1);
  skipDense(from, count, bitsIn(head));
}

function skipDense(from: ByteReader, length: number, bits: number): void {
  from.varint();
  for (let left = bits; left > 0; left -= planeBits) from.at += bytesOf(length, Math.min(left, planeBits));
}

function readDense(from: ByteReader, into: Float64Array, length: number, bits: number): void {
  into.fill(from.varint(), 0, length);
  for (let left = bits, scale = 1; left > 0; left -= planeBits, scale *= plane)
    addBits(from, into, { length, bits: Math.min(left, planeBits), scale });
}

interface Plane extends Pick<BitList, 'length' | 'bits'> {
  readonly scale: number;
}

/** Adds so many bits for each number, times `scale`. */
function addBits(from: ByteReader, into: Float64Array, { length, bits, scale }: Plane): void {
  const { view, lastWord } = from;
  const mask = 2 ** bits - 1;
  let bit = from.at * 8;
  from.at += bytesOf(length, bits);
  for (let place = 0; place < length; place++, bit += bits)
    addTo(into, place, (bitsFrom(view, bit, lastWord) & mask) * scale);
}

/** At least `planeBits` bits from one on, and behind them others. One read of four bytes is several times as fast as each by itself. */
function bitsFrom(view: DataView, bit: number, lastWord: number): number {
  const at = bit >>> 3;
  const word = at <= lastWord ? view.getInt32(at, true) : lastBytes(view, at);
  return word >>> (bit & 7);
}

/** Fewer than a word. */
function lastBytes(view: DataView, from: number): number {
  let word = 0;
  for (let at = from; at < view.byteLength; at++) word |= view.getUint8(at) << ((at - from) * 8);
  return word;
}
