// Packed columns enter the database through COPY in binary, as they leave it.

import type pg from 'pg';
import { copyIn } from './copy-in.js';
import { signature } from './copy-rows.js';
import { pageOrder } from './page-order.js';

type Value = string | number | Buffer | null;

const noFlags = Buffer.alloc(8);
const trailer = Buffer.from([0xff, 0xff]);
const writeBytes = 1 << 18;

/** Rows of a table and its columns as COPY takes them: made wherever there is time, even on another thread. */
export interface EncodedRows {
  readonly target: string;
  readonly bytes: Uint8Array<ArrayBuffer>;
}

/** Inserts rows that were encoded before. */
export async function insertEncoded(client: pg.ClientBase, { target, bytes }: EncodedRows): Promise<void> {
  if (bytes.length > 0) await copyIn(client, target, piecesOf(bytes), 'binary');
}

/**
 * Encodes rows of `target`, a table and its columns, in two passes, so that each byte is written once. A number is an `integer`, text `text`, a
 * buffer the value's own bytes. The order of rows is that in which they take the fewest pages.
 */
export function encodeRows(target: string, rows: readonly (readonly Value[])[]): EncodedRows {
  const length = rows.reduce((sum, row) => sum + row.reduce<number>((of, value) => of + 4 + bytesOf(value), 2), 0);
  const bytes = Buffer.from(new ArrayBuffer(length));
  let at = 0;
  for (const row of pageOrder(rows, (row) => row.map(bytesOf))) {
    at = bytes.writeInt16BE(row.length, at);
    for (const value of row) {
      at = bytes.writeInt32BE(value === null ? -1 : bytesOf(value), at);
      if (typeof value === 'number') at = bytes.writeInt32BE(value, at);
      else if (typeof value === 'string') at += bytes.write(value, at);
      else if (value) at += value.copy(bytes, at);
    }
  }
  return { target, bytes };
}

function bytesOf(value: Value): number {
  if (value === null) return 0;
  return typeof value === 'number' ? 4 : typeof value === 'string' ? Buffer.byteLength(value) : value.length;
}

/** What COPY begins with, pieces that a socket takes well, and what it ends with. */
function* piecesOf(rows: Uint8Array): Generator<Uint8Array> {
  yield Buffer.concat([signature, noFlags, rows.subarray(0, writeBytes)]);
  for (let at = writeBytes; at < rows.length; at += writeBytes) yield rows.subarray(at, at + writeBytes);
  yield trailer;
}
