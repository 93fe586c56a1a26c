// Prepares the batches of a recording: on the main thread while the input is small, then on a worker thread, so that parsing and writing
// use two cores.

import { Thread } from '../../thread.js';
import type { Line } from '../input/lines.js';
import { type Prepared, prepare } from './prepare.js';
import type { PackedLines } from './prepare-thread.js';

export interface Preparer extends AsyncDisposable {
  /** Prepares a batch. */
  prepare(lines: readonly Line[]): Promise<Prepared>;
}

interface PreparerOptions {
  /** Maximum length of a line. */
  readonly lineBytes: number;
  /** Number of bytes prepared on the main thread before the worker thread is started, which takes half a second. */
  readonly inlineBytes: number;
}

/** A preparer for one recording. Disposing it terminates its worker thread; one that fails is replaced. */
export function openPreparer({ lineBytes, inlineBytes }: PreparerOptions): Preparer {
  let [seen, isEnded] = [0, false];
  let thread: Thread<PackedLines, Prepared> | null = null;
  const prepareBeside = async (used: Thread<PackedLines, Prepared>, packed: PackedLines) => {
    try {
      return await used.send(packed, [packed.bytes.buffer, packed.ends.buffer, packed.lengths.buffer]);
    } catch (error) {
      if (thread === used && !isEnded) thread = null;
      throw error;
    }
  };
  return {
    async prepare(lines) {
      seen += sizeOf(lines);
      if (seen > inlineBytes) thread ??= new Thread('prepare-thread', { lineBytes });
      return thread ? prepareBeside(thread, pack(lines)) : prepare(lines, lineBytes);
    },
    async [Symbol.asyncDispose]() {
      isEnded = true;
      await thread?.end();
    },
  };
}

/** Batches of more bytes are prepared by the next thread: most take a moment, full ones a part of a second, and long lines seconds. */
const boundsOfThreads = [500_000, 4_000_000, Number.POSITIVE_INFINITY];

/** A preparer for many recordings: no batch waits for one that is much longer. */
export function openSharedPreparer(options: PreparerOptions): Preparer {
  const threads = boundsOfThreads.map((most) => ({ most, preparer: openPreparer(options) }));
  return {
    prepare: async (lines) => {
      const size = sizeOf(lines);
      const thread = threads.find(({ most }) => size <= most);
      if (!thread) throw new Error('No thread prepares a batch of any size.');
      return thread.preparer.prepare(lines);
    },
    async [Symbol.asyncDispose]() {
      await Promise.all(threads.map(({ preparer }) => preparer[Symbol.asyncDispose]()));
    },
  };
}

function sizeOf(lines: readonly Line[]): number {
  return lines.reduce((sum, line) => sum + line.bytes.length, 0);
}

/** A copy, because the lines share the input's memory and are kept until it is known whether they are rejected. */
function pack(lines: readonly Line[]): PackedLines {
  const bytes = new Uint8Array(sizeOf(lines));
  const ends = new Uint32Array(lines.length);
  const lengths = new Float64Array(lines.length);
  let end = 0;
  for (const [index, line] of lines.entries()) {
    bytes.set(line.bytes, end);
    end += line.bytes.length;
    ends[index] = end;
    lengths[index] = line.length;
  }
  return { bytes, ends, lengths };
}
