// Prepares the batches of a recording: on the main thread while the input is small, then on a worker thread, so that parsing and writing
// use two cores.

import { Worker } from 'node:worker_threads';
import { projectRoot } from '../../root.js';
import type { Line } from '../input/lines.js';
import { type Prepared, prepare } from './prepare.js';
import type { PackedLines } from './prepare-thread.js';

/** The build of `prepare-thread.ts`: a thread starts from a file of its own. */
const program = new URL('dist/prepare-thread.js', projectRoot);

export interface Preparer extends AsyncDisposable {
  /** Prepares a batch. Calls are resolved in order. */
  prepare(lines: readonly Line[]): Promise<Prepared>;
}

interface PreparerOptions {
  /** Maximum length of a line. */
  readonly lineBytes: number;
  /** Number of bytes prepared on the main thread before the worker thread is started, which takes half a second. */
  readonly inlineBytes: number;
}

/** A preparer for one recording. Disposing it terminates its worker thread. */
export function openPreparer({ lineBytes, inlineBytes }: PreparerOptions): Preparer {
  let seen = 0;
  let thread: Thread | null = null;
  return {
    async prepare(lines) {
      if (seen >= inlineBytes) thread ??= new Thread(lineBytes);
      if (thread) return thread.prepare(lines);
      for (const { bytes } of lines) seen += bytes.length;
      return prepare(lines, lineBytes);
    },
    async [Symbol.asyncDispose]() {
      await thread?.end();
    },
  };
}

interface Waiting {
  readonly resolve: (prepared: Prepared) => void;
  readonly reject: (error: unknown) => void;
}

/** Prepares batches sequentially. It owns its worker; if that fails, every pending and later batch is rejected. */
class Thread {
  private readonly worker: Worker;
  private readonly waiting: Waiting[] = [];
  private failure: unknown = null;

  constructor(lineBytes: number) {
    this.worker = new Worker(program, { execArgv: [], workerData: { lineBytes } });
    this.worker.on('message', (prepared: Prepared) => this.waiting.shift()?.resolve(prepared));
    this.worker.on('error', (error) => this.fail(error));
    this.worker.on('messageerror', (error) => this.fail(error));
    this.worker.on('exit', () => this.fail(new Error('The worker thread that prepares batches has exited.')));
  }

  prepare(lines: readonly Line[]): Promise<Prepared> {
    return new Promise((resolve, reject) => {
      if (this.failure) return reject(this.failure);
      this.waiting.push({ resolve, reject });
      const packed = pack(lines);
      this.worker.postMessage(packed, [packed.bytes.buffer, packed.ends.buffer, packed.lengths.buffer]);
    });
  }

  async end(): Promise<void> {
    await this.worker.terminate();
  }

  private fail(error: unknown): void {
    this.failure ??= error;
    for (const { reject } of this.waiting.splice(0)) reject(this.failure);
  }
}

/** A copy, because the lines share the input's memory and are kept until it is known whether they are rejected. */
function pack(lines: readonly Line[]): PackedLines {
  const bytes = new Uint8Array(lines.reduce((sum, line) => sum + line.bytes.length, 0));
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
