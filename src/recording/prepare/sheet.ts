// Rows in the text format of PostgreSQL's COPY, in one buffer that can be transferred to another thread. Pure.

/** Rows without line ends: each ends where the next one begins. */
export interface Sheet {
  readonly bytes: Uint8Array<ArrayBuffer>;
  /** The end of each row. */
  readonly ends: Uint32Array<ArrayBuffer>;
}

const initialBytes = 65_536;
/** The maximum number of UTF-8 bytes per UTF-16 code unit. */
const maxBytesPerUnit = 3;

/** A growing buffer. It owns its bytes until they are taken. */
export class Bytes {
  length = 0;
  private buffer = Buffer.allocUnsafeSlow(initialBytes);

  text(text: string): void {
    this.reserve(text.length * maxBytesPerUnit);
    this.length += this.buffer.write(text, this.length);
  }

  /** Appends the bytes of `from` between `start` and `end`. */
  bytes(from: Uint8Array, start: number, end: number): void {
    this.reserve(end - start);
    this.buffer.set(from.subarray(start, end), this.length);
    this.length += end - start;
  }

  /** Returns everything appended so far, and starts an empty buffer. */
  take(): Buffer<ArrayBuffer> {
    const taken = this.buffer.subarray(0, this.length);
    this.buffer = Buffer.allocUnsafeSlow(Math.max(initialBytes, this.length));
    this.length = 0;
    return taken;
  }

  private reserve(more: number): void {
    if (this.length + more <= this.buffer.length) return;
    const larger = Buffer.allocUnsafeSlow(Math.max(2 * this.buffer.length, this.length + more));
    this.buffer.copy(larger, 0, 0, this.length);
    this.buffer = larger;
  }
}

/** Writes a sheet row by row. */
export class SheetWriter {
  private readonly bytes = new Bytes();
  private readonly ends: number[] = [];

  get rows(): number {
    return this.ends.length;
  }

  row(text: string): void {
    this.bytes.text(text);
    this.ends.push(this.bytes.length);
  }

  finish(): Sheet {
    return { bytes: this.bytes.take(), ends: Uint32Array.from(this.ends) };
  }
}

const special = /[\\\t\n\r]/;
const escapes: Readonly<Record<string, string>> = { '\\': '\\\\', '\t': '\\t', '\n': '\\n', '\r': '\\r' };

/** A text or null as a column in COPY's text format. */
export function column(text: string | null): string {
  if (text === null) return '\\N';
  return special.test(text) ? text.replace(/[\\\t\n\r]/g, (char) => escapes[char] ?? char) : text;
}
