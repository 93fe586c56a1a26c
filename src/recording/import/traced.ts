// The lines of an import as bytes for the recorder, and back from a rejected line to what it was made from.

import type { Fault } from '../../errors.js';

/** A line of a file, or of what is recorded, and what is wrong with it. */
interface FaultyLine {
  readonly line: number;
  readonly bytes: Buffer;
  readonly faults: readonly Fault[];
}

export interface TracedLine {
  readonly record: Readonly<Record<string, unknown>>;
  /** The line of the file that it comes from, with faults of its own; where there are none, those of the record count. */
  readonly origin: FaultyLine | null;
}

/** Lines as an input of a recording, numbered as the recorder numbers them, from 1. */
export function traced(lines: AsyncIterable<TracedLine>) {
  const origins = new Map<number, FaultyLine>();
  let [last, forgotten] = [0, 0];
  async function* bytes() {
    for await (const { record, origin } of lines) {
      last += 1;
      if (origin) origins.set(last, origin);
      yield Buffer.from(`${JSON.stringify(record)}\n`);
    }
  }
  return {
    /** Newline-delimited JSON. */
    bytes: bytes(),
    /** In bytes; unknown. */
    size: null,
    /** A rejected line of `bytes` as one of what was imported. */
    toOrigin: (rejected: FaultyLine): FaultyLine => {
      const origin = origins.get(rejected.line);
      if (!origin) return rejected;
      const faults = origin.faults.length > 0 ? origin.faults : rejected.faults;
      return { line: origin.line, faults, bytes: origin.bytes };
    },
    /** From now on no line up to this one is asked for. */
    onDurable: (line: number): void => {
      while (forgotten < line) origins.delete(++forgotten);
    },
  };
}
