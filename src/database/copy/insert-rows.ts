// Packed columns enter the database through COPY in binary, as they leave it.

import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type pg from 'pg';
import { from as copyFrom } from 'pg-copy-streams';
import { signature } from './copy-rows.js';

type Value = string | number | Buffer | null;

const noFlags = Buffer.alloc(8);
const writeBytes = 1 << 18;

/** Inserts `rows` into `target`, a table and its columns. A number is an `integer`, text `text`, a buffer the value's own bytes. */
export async function insertRows(
  client: pg.ClientBase,
  target: string,
  rows: readonly (readonly Value[])[],
): Promise<void> {
  if (rows.length === 0) return;
  const chunks = [signature, noFlags, ...rows.map(encodeRow), int16(-1)];
  await pipeline(Readable.from(joined(chunks)), client.query(copyFrom(`copy ${target} from stdin (format binary)`)));
}

function encodeRow(row: readonly Value[]): Buffer {
  const fields = row.flatMap((value) => {
    if (value === null) return [int32(-1)];
    const bytes = typeof value === 'number' ? int32(value) : typeof value === 'string' ? Buffer.from(value) : value;
    return [int32(bytes.length), bytes];
  });
  return Buffer.concat([int16(row.length), ...fields]);
}

/** Small buffers put together, so that each write is worth its while. */
function* joined(chunks: readonly Buffer[]): Generator<Buffer> {
  let [waiting, bytes]: [Buffer[], number] = [[], 0];
  for (const chunk of chunks) {
    waiting.push(chunk);
    bytes += chunk.length;
    if (bytes < writeBytes) continue;
    yield Buffer.concat(waiting);
    [waiting, bytes] = [[], 0];
  }
  yield Buffer.concat(waiting);
}

function int16(value: number): Buffer {
  const bytes = Buffer.allocUnsafe(2);
  bytes.writeInt16BE(value);
  return bytes;
}

function int32(value: number): Buffer {
  const bytes = Buffer.allocUnsafe(4);
  bytes.writeInt32BE(value);
  return bytes;
}
