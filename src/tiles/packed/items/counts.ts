// How many runs of each outcome have the items of a chunk, and how often beyond once a run: what a list without a filter is ranked by. Most
// items have few runs, so that one byte an item says it all: a block is bytes by item, or gaps and bytes where few items of the chunk occur.

import { outcomeClasses } from '../../../domain/outcome.js';
import { ByteReader, ByteWriter } from '../bytes.js';
import { maxChunkItems } from './chunks.js';

export const classCount = outcomeClasses.length;
/** The number of the outcome of runs that mention the brand. */
export const mentionedClass = outcomeClasses.indexOf('mentioned');

/** A byte holds the runs of each outcome where none has more than 5: the first outcome counts 1, the second 6, the third 36. */
const digits = 6;
/** Stands for an item with more runs, which follow behind the bytes. */
export const isWide = 255;
export const codes = digits ** classCount;
export const digitOf = Uint8Array.from({ length: codes * classCount }, (_, at) => {
  return Math.floor(Math.floor(at / classCount) / digits ** (at % classCount)) % digits;
});

/** The first and the last outcome that an item with a code may have runs of. */
export const firstOutcome = outcomesOf((outcomes) => outcomes[0] ?? 0);
export const lastOutcome = outcomesOf((outcomes) => outcomes.at(-1) ?? classCount - 1);

function outcomesOf(pick: (outcomes: readonly number[]) => number): Uint8Array {
  return Uint8Array.from({ length: isWide + 1 }, (_, code) => {
    const all = outcomeClasses.map((_, of) => of);
    return pick(all.filter((of) => code === isWide || (digitOf[code * classCount + of] ?? 0) > 0));
  });
}

/** The items of a chunk that occur, ascending, by their places behind its first. Made once and filled again and again. */
export class ChunkCounts {
  size = 0;
  readonly places = new Int32Array(maxChunkItems);
  /** By index and outcome class: at index × 3 + class. */
  readonly runs = new Float64Array(maxChunkItems * classCount);
  /** Citations beyond one for each run, in the same way. */
  readonly extra = new Float64Array(maxChunkItems * classCount);
  /** Whether there is any of these. */
  hasExtra = false;

  clear(): void {
    if (this.hasExtra) this.extra.fill(0, 0, this.size * classCount);
    this.size = 0;
    this.hasExtra = false;
  }
}

const asGaps = 0;
const asBytes = 1;

export function encodeCounts({ size, places, runs, extra, hasExtra }: ChunkCounts): Buffer {
  const to = new ByteWriter();
  const wide = new ByteWriter();
  const bytes = new Uint8Array(size);
  for (let index = 0; index < size; index++) bytes[index] = codeOf(runs, index * classCount, wide);
  const span = size === 0 ? 0 : (places[size - 1] ?? 0) + 1;
  if (span <= 2 * size) writeBytes(to, { places, bytes }, span);
  else writeGaps(to, { places, bytes });
  to.bytes(wide.bare());
  if (hasExtra) writeExtra(to, extra.subarray(0, size * classCount));
  return to.seal();
}

/** The byte of an item; its runs go to `wide` where they do not fit. */
function codeOf(runs: Float64Array, at: number, wide: ByteWriter): number {
  let code = 0;
  for (let of = classCount - 1; of >= 0; of--) {
    const count = runs[at + of] ?? 0;
    code = count < digits ? code * digits + count : Number.POSITIVE_INFINITY;
  }
  if (code < codes) return code;
  for (let of = 0; of < classCount; of++) wide.varint(runs[at + of] ?? 0);
  return isWide;
}

/** The bytes of items, by the places of these. */
interface Coded {
  readonly places: Int32Array;
  readonly bytes: Uint8Array;
}

function writeBytes(to: ByteWriter, { places, bytes }: Coded, span: number): void {
  const spread = new Uint8Array(span);
  for (let index = 0; index < bytes.length; index++) spread[places[index] ?? 0] = bytes[index] ?? 0;
  to.varint(asBytes);
  to.varint(span);
  to.bytes(spread);
}

function writeGaps(to: ByteWriter, { places, bytes }: Coded): void {
  to.varint(asGaps);
  to.varint(bytes.length);
  let previous = 0;
  for (let index = 0; index < bytes.length; index++) {
    to.varint((places[index] ?? 0) - previous);
    previous = places[index] ?? 0;
  }
  to.bytes(bytes);
}

function writeExtra(to: ByteWriter, extra: Float64Array): void {
  let previous = 0;
  for (let at = 0; at < extra.length; at++) {
    if (!extra[at]) continue;
    to.varint(at - previous);
    to.varint(extra[at] ?? 0);
    previous = at;
  }
}

/** Reads the places of items that are stored as the gaps between them. */
function readPlaces(from: ByteReader, size: number, into: Int32Array): void {
  let place = 0;
  for (let index = 0; index < size; index++) {
    place += from.varint();
    into[index] = place;
  }
}

/** The items of a block as they are stored: a byte for each, which says the runs of each outcome. Opened again and again. */
export class CountCodes {
  /** By index; 0 where the item does not occur. */
  bytes: Uint8Array = new Uint8Array(0);
  /** By index. */
  places: Int32Array = everyPlace;
  private readonly gaps = new Int32Array(maxChunkItems);
  /** Behind the bytes: the runs of wide items, then the citations beyond one for each run. */
  from = new ByteReader(new ByteWriter().seal());

  /** Throws `CorruptBlock`. */
  open(block: Buffer): void {
    this.from = new ByteReader(block);
    const isBytes = this.from.varint() === asBytes;
    const size = this.from.varint();
    if (!isBytes) readPlaces(this.from, size, this.gaps);
    this.places = isBytes ? everyPlace : this.gaps;
    this.bytes = this.from.bytes(size);
  }

  /** Visits the citations beyond one for each run, once the runs of all items were read. */
  eachExtra(visit: (place: number, outcome: number, extra: number) => void): void {
    const { from } = this;
    if (from.done) return;
    const places = this.occurring();
    for (let at = 0; !from.done; ) {
      at += from.varint();
      visit(places[Math.floor(at / classCount)] ?? 0, at % classCount, from.varint());
    }
  }

  /** The places of the items that occur. */
  private occurring(): Int32Array {
    const { bytes, places } = this;
    if (places !== everyPlace) return places;
    const occurring = new Int32Array(bytes.length);
    let size = 0;
    for (let place = 0; place < bytes.length; place++) if (bytes[place]) occurring[size++] = place;
    return occurring;
  }

  /** The runs of an item that has `code`. To be called for every item in turn, and for each of its outcomes. */
  runsOf(code: number, outcome: number): number {
    return code === isWide ? this.from.varint() : (digitOf[code * classCount + outcome] ?? 0);
  }
}

const everyPlace = Int32Array.from({ length: maxChunkItems }, (_, place) => place);
