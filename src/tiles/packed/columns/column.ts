// What a column of a tile can do. Each kind of column is a file here: what it holds, how cells fill it, and its bytes.

import type { Column } from '../../layout.js';
import type { ByteReader, ByteWriter } from '../bytes.js';
import type { Cell, Section } from '../cell.js';

/** Whether a model, by its number, counts. */
export type ModelFilter = (model: number) => boolean;

/** The key of what spans all models. */
export const everyModel = 0;

/** A stored column of a tile: what is read, the level and first quarter of its tile's period, and which models to take from it. */
export interface StoredColumn {
  readonly column: Column;
  readonly from: ByteReader;
  readonly level: number;
  readonly start: number;
  readonly selects: ModelFilter;
}

/** A column of a tile as it is kept in memory: it never changes, its places count from the start of the tile, and it adds up fast. */
export interface KeptColumn {
  /** About what it takes of memory. */
  readonly bytes: number;
}

/** A kept column of a tile, and what `StoredColumn` says of it. */
export type KeptPlace = Pick<StoredColumn, 'start' | 'selects'> & { readonly kept: KeptColumn };

/** What an object and an entry of a map take, about. */
export const objectBytes = 100;

/** Figures of one kind over the runs of a tile. */
export interface ColumnFigures {
  /** The lists of cells that it is filled from. */
  readonly sections: readonly Section[];
  readonly isEmpty: boolean;
  /** Adds what a cell of `quarter` says. */
  add(cell: Cell, quarter: number): void;
  /** Writes all that it holds. */
  write(to: ByteWriter): void;
  /** Adds a stored column: its own, or the one that `layout` names in its place. */
  unite(stored: StoredColumn): void;
  /** All that it holds, to be kept; without it the stored block is. The figures must not change afterwards. */
  keep?(): KeptColumn;
  /** Adds a kept column: its own, or the one that `layout` names in its place. */
  include?(kept: KeptPlace): void;
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
