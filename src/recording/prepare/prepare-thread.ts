// The thread that prepares batches: packed lines come in, what they say goes out, in the same order.

import { parentPort, workerData } from 'node:worker_threads';
import type { Line } from '../input/lines.js';
import { prepare } from './prepare.js';

/** The lines of a batch in one stretch of memory. */
export interface PackedLines {
  readonly bytes: Uint8Array<ArrayBuffer>;
  /** Where each line ends. */
  readonly ends: Uint32Array<ArrayBuffer>;
  /** How long each line is as a whole; some were cut. */
  readonly lengths: Float64Array<ArrayBuffer>;
}

function unpack({ bytes, ends, lengths }: PackedLines): readonly Pick<Line, 'bytes' | 'length'>[] {
  const all = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length);
  return Array.from(ends, (end, index) => {
    return { bytes: all.subarray(ends[index - 1] ?? 0, end), length: lengths[index] ?? 0 };
  });
}

parentPort?.on('message', (packed: PackedLines) => {
  const prepared = prepare(unpack(packed), workerData.lineBytes);
  const { runs, answers, citations, cited } = prepared.rows;
  const memory = [runs, answers, citations].flatMap(({ bytes, ends }) => [bytes.buffer, ends.buffer]);
  parentPort?.postMessage(prepared, [...memory, cited.buffer]);
});
