// Bytes become batches of parsed lines, each small enough to hold in memory and large enough to be worth a transaction.

import { plainBytes } from './gunzip.js';
import { type Line, linesOf } from './lines.js';
import { type Parsed, parseLine } from './parse.js';

export interface Entry {
  readonly line: Line;
  readonly parsed: Parsed;
}

export interface Batch {
  readonly entries: readonly Entry[];
  /** Number of its last line. */
  readonly line: number;
  /** How many bytes of the input end with it; for compressed input, how many were read by then. */
  readonly bytes: number;
}

export interface Limits {
  readonly records: number;
  readonly bytes: number;
  readonly lineBytes: number;
}

export const limits: Limits = { records: 500, bytes: 4_000_000, lineBytes: 64_000_000 };

/**
 * The lines of `input`, plain or gzip, in batches. Blank lines are skipped. When the input fails, the lines that came whole are yielded
 * before the error is thrown.
 */
export async function* batchesOf(input: AsyncIterable<Buffer>, most: Limits): AsyncGenerator<Batch> {
  let [read, text] = [0, 0];
  let entries: Entry[] = [];
  let size = 0;
  const take = (): Batch => {
    const last = entries.at(-1)?.line;
    const batch = { entries, line: last?.number ?? 0, bytes: read === text ? (last?.end ?? 0) : read };
    [entries, size] = [[], 0];
    return batch;
  };
  const plain = counted(plainBytes(counted(input, (bytes) => (read += bytes))), (bytes) => (text += bytes));
  try {
    for await (const lines of linesOf(plain, most.lineBytes)) {
      for (const line of lines) {
        if (isBlank(line)) continue;
        entries.push({ line, parsed: parse(line, most) });
        size += line.bytes.length;
        if (entries.length >= most.records || size >= most.bytes) yield take();
      }
    }
  } catch (error) {
    if (entries.length > 0) yield take();
    throw error;
  }
  if (entries.length > 0) yield take();
}

async function* counted(chunks: AsyncIterable<Buffer>, count: (bytes: number) => void): AsyncGenerator<Buffer> {
  for await (const chunk of chunks) {
    count(chunk.length);
    yield chunk;
  }
}

function parse({ bytes, length }: Line, most: Limits): Parsed {
  if (length === bytes.length) return parseLine(bytes);
  const message = `The line is ${length} bytes long; at most ${most.lineBytes} are read. Only its first ${bytes.length} bytes are kept here.`;
  return { type: null, faults: [{ field: null, message }] };
}

/** Only what JSON takes for blanks. */
function isBlank({ bytes }: Line): boolean {
  return bytes.every((byte) => byte === 0x20 || byte === 0x09 || byte === 0x0d);
}
