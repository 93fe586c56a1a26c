// Bytes become batches of lines, each small enough to hold in memory and large enough to be worth a transaction.

import { plainBytes } from './gunzip.js';
import { type Line, linesOf } from './lines.js';

export interface Batch {
  readonly lines: readonly Line[];
  /** Number of its last line. */
  readonly line: number;
  /** How many bytes of the input end with it; for compressed input, how many were read by then. */
  readonly bytes: number;
}

export interface Limits {
  readonly records: number;
  readonly bytes: number;
  readonly lineBytes: number;
  /** So many bytes of lines are prepared before a thread is started for the rest. */
  readonly aloneBytes: number;
}

export const limits: Limits = { records: 2_000, bytes: 8_000_000, lineBytes: 64_000_000, aloneBytes: 4_000_000 };

/**
 * The lines of `input`, plain or gzip, in batches. Blank lines are skipped. When the input fails, the lines that came whole are yielded
 * before the error is thrown.
 */
export async function* batchesOf(input: AsyncIterable<Buffer>, most: Limits): AsyncGenerator<Batch> {
  let [read, text] = [0, 0];
  let full: Line[] = [];
  let size = 0;
  const take = (): Batch => {
    const last = full.at(-1);
    const batch = { lines: full, line: last?.number ?? 0, bytes: read === text ? (last?.end ?? 0) : read };
    [full, size] = [[], 0];
    return batch;
  };
  const plain = counted(plainBytes(counted(input, (bytes) => (read += bytes))), (bytes) => (text += bytes));
  try {
    for await (const lines of linesOf(plain, most.lineBytes)) {
      for (const line of lines) {
        if (isBlank(line)) continue;
        full.push(line);
        size += line.bytes.length;
        if (full.length >= most.records || size >= most.bytes) yield take();
      }
    }
  } catch (error) {
    if (full.length > 0) yield take();
    throw error;
  }
  if (full.length > 0) yield take();
}

async function* counted(chunks: AsyncIterable<Buffer>, count: (bytes: number) => void): AsyncGenerator<Buffer> {
  for await (const chunk of chunks) {
    count(chunk.length);
    yield chunk;
  }
}

/** Only what JSON takes for blanks. */
function isBlank({ bytes }: Line): boolean {
  return bytes.every((byte) => byte === 0x20 || byte === 0x09 || byte === 0x0d);
}
