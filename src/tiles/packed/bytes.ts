// Packed blocks: whole numbers as varints behind a format version and a checksum. Pure.

import { crc32 } from 'node:zlib';

/** The format that is written. A block of another version, or with a wrong checksum, is refused: its tile is rebuilt from the raw rows. */
const formatVersion = 1;
const headerBytes = 5;

/** A stored block that cannot be trusted. */
export class CorruptBlock extends Error {
  override readonly name = 'CorruptBlock';
}

/** Whether `work` meets no corrupt block. */
export function isWhole(work: () => void): boolean {
  try {
    work();
    return true;
  } catch (error) {
    if (error instanceof CorruptBlock) return false;
    throw error;
  }
}

/** The same of work that takes turns with other work. */
export async function isWholeInTurns(work: Promise<void>): Promise<boolean> {
  try {
    await work;
    return true;
  } catch (error) {
    if (error instanceof CorruptBlock) return false;
    throw error;
  }
}

export class ByteWriter {
  private buffer = Buffer.allocUnsafe(1024);
  private length = headerBytes;

  /** Appends a whole number from 0 to 2^53 − 1, seven bits a byte, low bits first. Throws a RangeError at one below zero. */
  varint(value: number): void {
    if (value < 0) throw new RangeError(`a block holds no number below zero: ${value}`);
    this.reserve(8);
    let rest = value;
    while (rest > 0x7f) {
      this.buffer[this.length++] = (rest % 0x80) | 0x80;
      rest = Math.floor(rest / 0x80);
    }
    this.buffer[this.length++] = rest;
  }

  bytes(bytes: Uint8Array): void {
    this.reserve(bytes.length);
    this.buffer.set(bytes, this.length);
    this.length += bytes.length;
  }

  /** What was written, behind version and checksum. */
  seal(): Buffer {
    this.buffer[0] = formatVersion;
    this.buffer.writeUInt32LE(crc32(this.buffer.subarray(headerBytes, this.length)), 1);
    return Buffer.from(this.buffer.subarray(0, this.length));
  }

  /** What was written, bare: for a block inside a block. */
  bare(): Uint8Array {
    return this.buffer.subarray(headerBytes, this.length);
  }

  /** Forgets what was written. */
  clear(): void {
    this.length = headerBytes;
  }

  private reserve(bytes: number): void {
    if (this.length + bytes <= this.buffer.length) return;
    const grown = Buffer.allocUnsafe(Math.max(this.buffer.length * 2, this.length + bytes));
    this.buffer.copy(grown, 0, 0, this.length);
    this.buffer = grown;
  }
}

export class ByteReader {
  at = headerBytes;
  /** Of the same bytes. */
  readonly view: DataView;
  /** The last place at which four bytes are left. */
  readonly lastWord: number;

  /** Throws `CorruptBlock` unless `block` was sealed by this format and is whole. */
  constructor(readonly block: Buffer) {
    if (block.length < headerBytes || block[0] !== formatVersion)
      throw new CorruptBlock('a block is of an unknown format');
    if (block.readUInt32LE(1) !== crc32(block.subarray(headerBytes)))
      throw new CorruptBlock('a block does not match its checksum');
    this.view = new DataView(block.buffer, block.byteOffset, block.length);
    this.lastWord = block.length - 4;
  }

  /** Starts from the beginning. */
  rewind(): void {
    this.at = headerBytes;
  }

  get done(): boolean {
    return this.at >= this.block.length;
  }

  varint(): number {
    const first = this.block[this.at++] ?? 0;
    if (first < 0x80) return first;
    let value = first & 0x7f;
    for (let scale = 0x80; ; scale *= 0x80) {
      const next = this.block[this.at++] ?? 0;
      value += (next & 0x7f) * scale;
      if (next < 0x80) return value;
    }
  }

  /** What is left, not copied. */
  rest(): Buffer {
    return this.bytes(this.block.length - this.at);
  }

  /** The next `length` bytes, not copied. */
  bytes(length: number): Buffer {
    this.at += length;
    return this.block.subarray(this.at - length, this.at);
  }
}
