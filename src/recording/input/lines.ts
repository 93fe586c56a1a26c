// Splits bytes into numbered lines. However long a line is, at most `maxBytes` of it are held in memory.

import { createPause } from '../../domain/pause.js';

/** One line without its line end (LF or CRLF) and without a byte order mark. Numbers start at 1; blank lines are counted. */
export interface Line {
  readonly number: number;
  readonly bytes: Buffer;
  /** Length of the whole line; greater than that of `bytes` if the line was truncated because it is too long. */
  readonly length: number;
  /** Position of the end of the line in the text, in bytes. */
  readonly end: number;
}

/** The number of bytes kept of a line that is too long. */
const headBytes = 65_536;
const lineFeed = 0x0a;
const carriageReturn = 0x0d;
const byteOrderMark = Buffer.from([0xef, 0xbb, 0xbf]);

/** The lines of `chunks`, a list per chunk that ends any. With `skipsBlank`, most blank ones are only counted. A line longer than `maxBytes` is truncated. Text after the last line end is a line, too. */
export async function* linesOf(
  chunks: AsyncIterable<Buffer>,
  maxBytes: number,
  { skipsBlank = false } = {},
): AsyncGenerator<readonly Line[]> {
  let [number, end] = [0, 0];
  let pending = new Pending(maxBytes);
  const finish = (lineEnd: number): Line => {
    number++;
    end += pending.length + lineEnd;
    const { bytes, length } = pending.whole(number === 1);
    pending = new Pending(maxBytes);
    return { number, bytes, length, end };
  };
  // A little compressed text may be many chunks that are all there at once.
  const pause = createPause();
  for await (const chunk of chunks) {
    const lines: Line[] = [];
    let from = 0;
    const skip = () => {
      if (!skipsBlank || pending.length > 0) return;
      const blank = blankLinesFrom(chunk, from);
      number += blank.count;
      end += blank.length;
      from += blank.length;
    };
    skip();
    for (let at = chunk.indexOf(lineFeed, from); at !== -1; at = chunk.indexOf(lineFeed, from)) {
      pending.add(chunk.subarray(from, at));
      lines.push(finish(1));
      from = at + 1;
      skip();
    }
    pending.add(chunk.subarray(from));
    if (lines.length > 0) yield lines;
    if (pause.isDue()) await pause.take();
  }
  if (pending.length > 0) yield [finish(0)];
}

/** Whether a line has only characters that are whitespace in JSON. */
export function isBlank(bytes: Buffer): boolean {
  // By its places: a callback for each byte, or an iterator, takes a second for a line of 64 MB.
  for (let at = 0; at < bytes.length; at++) if (!isSpace(bytes[at])) return false;
  return true;
}

function isSpace(byte: number | undefined): boolean {
  return byte === 0x20 || byte === 0x09 || byte === carriageReturn;
}

/** How many blank lines begin at `from`, one after the other, and their length together. In one pass: a little compressed text is millions of them. */
function blankLinesFrom(chunk: Buffer, from: number): { readonly count: number; readonly length: number } {
  let [count, end] = [0, from];
  for (let at = from; at < chunk.length; at++) {
    if (chunk[at] === lineFeed) {
      count++;
      end = at + 1;
    } else if (!isSpace(chunk[at])) break;
  }
  return { count, length: end - from };
}

/** The line being assembled. It owns its pieces, and drops the rest of a line that is too long. */
class Pending {
  length = 0;
  private pieces: Buffer[] = [];

  constructor(private readonly maxBytes: number) {}

  add(piece: Buffer): void {
    if (piece.length === 0) return;
    const isTruncated = this.length > this.maxBytes;
    this.length += piece.length;
    if (isTruncated) return;
    this.pieces.push(piece);
    if (this.length > this.maxBytes) this.pieces = [headOf(Buffer.concat(this.pieces))];
  }

  whole(first: boolean): { readonly bytes: Buffer; readonly length: number } {
    let bytes = this.pieces.length === 1 && this.pieces[0] ? this.pieces[0] : Buffer.concat(this.pieces);
    if (this.length > this.maxBytes) return { bytes, length: this.length };
    if (bytes.at(-1) === carriageReturn) bytes = bytes.subarray(0, -1);
    if (first && bytes.subarray(0, 3).equals(byteOrderMark)) bytes = bytes.subarray(3);
    return { bytes, length: bytes.length };
  }
}

/** A copy of the first bytes that does not end within a character. */
function headOf(bytes: Buffer): Buffer {
  let end = Math.min(headBytes, bytes.length);
  while (end > 0 && ((bytes[end] ?? 0) & 0xc0) === 0x80) end--;
  return Buffer.from(bytes.subarray(0, end));
}
