// The worker thread that prepares batches: it receives packed lines and returns prepared batches in the same order.

import { parentPort, workerData } from 'node:worker_threads';
import { standBack } from '../../thread.js';
import type { Line } from '../input/lines.js';
import { prepare } from './prepare.js';

/** The lines of a batch in one buffer. */
export interface PackedLines {
  readonly bytes: Uint8Array<ArrayBuffer>;
  /** The end of each line in `bytes`. */
  readonly ends: Uint32Array<ArrayBuffer>;
  /** The length of each line before truncation. */
  readonly lengths: Float64Array<ArrayBuffer>;
}

function unpack({ bytes, ends, lengths }: PackedLines): readonly Pick<Line, 'bytes' | 'length'>[] {
  const all = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length);
  return Array.from(ends, (end, index) => {
    return { bytes: all.subarray(ends[index - 1] ?? 0, end), length: lengths[index] ?? 0 };
  });
}

standBack('background');

parentPort?.on('message', (packed: PackedLines) => {
  const prepared = prepare(unpack(packed), workerData.lineBytes);
  const { runs, answers, citations, cited, titled, issued } = prepared.rows;
  const memory = [runs, answers, citations].flatMap(({ bytes, ends }) => [bytes.buffer, ends.buffer]);
  parentPort?.postMessage(prepared, [...memory, cited.buffer, titled.buffer, issued.buffer]);
});
