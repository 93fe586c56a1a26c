// What a column of a tile can do. Each kind of column is a file here: what it holds, how cells fill it, its bytes, and how what was decoded of
// them is added. Rolling, reading and what is kept in memory all use these.

import type { Column } from '../../layout.js';
import { ByteReader, type ByteWriter } from '../bytes.js';
import type { Cell, Section } from '../cell.js';

/** Under which number what is said of a channel is added: that of one among those that answers do not tell apart; `null`: it does not count. */
export type ChannelSlots = (channel: number) => number | null;

/** Every channel counts, and stays apart. */
export const eachChannel: ChannelSlots = (channel) => channel;

/** The key of what spans all channels. */
export const everyChannel = 0;

/** A stored column once it is decoded: it never changes, its places count from the start of its tile, and it adds up fast. */
export interface Decoded {
  /** About what it takes of memory. */
  readonly bytes: number;
}

/** A decoded column, the first quarter of its tile's period, and where its channels go. */
export interface DecodedColumn {
  readonly column: Column;
  readonly decoded: Decoded;
  readonly start: number;
  readonly slotOf: ChannelSlots;
}

/** What an object and an entry of a map take, about. */
export const objectBytes = 100;

/** Figures of one kind over the runs of a tile. */
export interface ColumnFigures {
  /** The lists of cells that it is filled from. */
  readonly sections: readonly Section[];
  /** By channel, or of all channels under one number; without any, nothing is stored. */
  readonly channels: ReadonlyMap<number, unknown>;
  /** Adds what a cell of `quarter` says. */
  addCell(cell: Cell, quarter: number): void;
  /** Writes all that it holds. */
  write(to: ByteWriter): void;
  /** Adds a decoded column: its own, or the one that `layout` names in its place. */
  add(column: DecodedColumn): void;
}

/** Writes a map by its numbers. */
export function writeMap<T>(to: ByteWriter, map: ReadonlyMap<number, T>, write: (value: T) => void): void {
  to.varint(map.size);
  for (const [key, value] of map) {
    to.varint(key);
    write(value);
  }
}

/** Visits the numbers of what `writeMap` wrote; the visitor reads the values. */
export function eachKey(from: ByteReader, visit: (key: number) => void): void {
  for (let left = from.varint(); left > 0; left--) visit(from.varint());
}

/** What `writeMap` wrote. */
export function readMap<T>(from: ByteReader, read: (key: number) => T): readonly (readonly [key: number, value: T])[] {
  const entries: (readonly [number, T])[] = [];
  eachKey(from, (key) => entries.push([key, read(key)]));
  return entries;
}

/** A column that is read again each time it is added, because what is read of it depends on what it is added to. */
export class DecodedBlock implements Decoded {
  readonly bytes: number;
  private readonly reader: ByteReader;

  constructor({ block }: ByteReader) {
    // What arrives is a part of what arrived with it.
    this.reader = new ByteReader(Buffer.from(block));
    this.bytes = block.length + 2 * objectBytes;
  }

  /** Reads from the beginning. */
  read(): ByteReader {
    this.reader.rewind();
    return this.reader;
  }
}
