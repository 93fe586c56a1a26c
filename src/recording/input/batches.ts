// Splits the input into batches of lines, each small enough to hold in memory and large enough to be worth a transaction.

import { plainBytes } from './gunzip.js';
import { isBlank, type Line, linesOf } from './lines.js';

export interface Batch {
  readonly lines: readonly Line[];
  /** Position of its end in the input, in bytes; for compressed input, the number of bytes read by then. */
  readonly bytes: number;
}

export interface Limits {
  readonly records: number;
  readonly bytes: number;
  readonly lineBytes: number;
  /** Of the input, and of its text once it is decompressed. */
  readonly inputBytes: number;
  /** Number of bytes prepared on the main thread before a worker thread is started. */
  readonly inlineBytes: number;
}

export const limits: Limits = {
  records: 2_000,
  bytes: 8_000_000,
  lineBytes: 64_000_000,
  inputBytes: Number.POSITIVE_INFINITY,
  inlineBytes: 4_000_000,
};

/** The input is larger than it may be. */
export class InputTooLarge extends Error {}

/**
 * The lines of `input`, plain or gzipped, in batches. Blank lines are skipped. If the input fails, the complete lines are yielded before
 * the error is thrown. `onText` is told how much text was read; it may throw.
 */
export async function* batchesOf(
  input: AsyncIterable<Buffer>,
  max: Limits,
  onText: (bytes: number) => void = () => {},
): AsyncGenerator<Batch> {
  let [read, text] = [0, 0];
  let full: Line[] = [];
  let size = 0;
  const take = (): Batch => {
    const batch = { lines: full, bytes: read === text ? (full.at(-1)?.end ?? 0) : read };
    [full, size] = [[], 0];
    return batch;
  };
  const count = (bytes: number, of: 'read' | 'text') => {
    if (of === 'read') read += bytes;
    else text += bytes;
    if (Math.max(read, text) > max.inputBytes)
      throw new InputTooLarge(`The input is larger than ${max.inputBytes} bytes.`);
    onText(text);
  };
  const plain = counted(plainBytes(counted(input, (bytes) => count(bytes, 'read'))), (bytes) => count(bytes, 'text'));
  try {
    for await (const lines of linesOf(plain, max.lineBytes, { skipsBlank: true })) {
      for (const line of lines) {
        if (isBlank(line.bytes)) continue;
        full.push(line);
        size += line.bytes.length;
        if (full.length >= max.records || size >= max.bytes) yield take();
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
