// One reader as the door sees it: a thread, and the jobs that it has. What becomes of a thread that stands still or has ended becomes of all its jobs.

import type { Worker } from 'node:worker_threads';
import { unavailable } from '../../errors.js';
import { Stop } from '../../stop.js';
import { startWorker } from '../../thread.js';
import type { BodyStream } from '../context/http-response.js';
import type { ClientDocument } from '../graphql/persisted/document-store.js';
import type { Figures } from '../watch/metrics.js';
import type { FromReader, Job, Reply, ToReader } from './messages.js';

export interface Replied {
  readonly reply: Reply;
  /** The body, where it is made while it is sent. */
  readonly chunks: BodyStream | null;
}

interface UnderWay {
  readonly job: Job;
  readonly resolve: (replied: Replied) => void;
  /** Once the reply is there: ends the stream of its body. */
  fail: (error: unknown) => void;
  readonly forget: () => void;
}

interface ReaderOptions {
  readonly workerData: unknown;
  readonly onLog: (line: string) => void;
  readonly onFigures: (figures: Figures) => void;
  readonly onDocument: (reader: Reader, document: ClientDocument) => void;
  /** Called once, with what ended it. */
  readonly onEnd: (reader: Reader, error: unknown) => void;
}

/** What ends a reader that was told to end, and did not. */
const maxEndMs = 3_000;

export class Reader {
  /** Resolves when it has opened what it needs; rejects if it ends before. */
  readonly ready: Promise<void>;
  private readonly worker: Worker;
  private readonly jobs = new Map<number, UnderWay>();
  private readonly ended: Promise<void>;
  private isOver = false;
  private failToOpen: (error: unknown) => void = () => {};
  /** Why it has ended, once it has. */
  private cause: unknown = new Error('A reader has ended.');
  /** Whether it has opened what it needs. */
  isReady = false;

  constructor({ workerData, onLog, onFigures, onDocument, onEnd }: ReaderOptions) {
    this.worker = startWorker('reader-thread', workerData);
    let opened = () => {};
    this.ready = new Promise((resolve, reject) => {
      [opened, this.failToOpen] = [resolve, reject];
    });
    this.ready.catch(() => {});
    this.worker.on('message', (message: FromReader) => {
      if (message.kind === 'reply') this.take(message);
      else if (message.kind === 'log') onLog(message.line);
      else if (message.kind === 'figures') onFigures(message.figures);
      else if (message.kind === 'document') onDocument(this, message.document);
      else {
        this.isReady = true;
        opened();
      }
    });
    this.worker.on('error', (error) => {
      this.cause = error;
    });
    this.ended = new Promise((resolve) => {
      this.worker.once('exit', () => {
        this.failToOpen(this.cause);
        this.isOver = true;
        this.failAll();
        onEnd(this, this.cause);
        resolve();
      });
    });
  }

  /** Whether it takes jobs up at once. */
  get isOpen(): boolean {
    return this.isReady && !this.isOver;
  }

  /** How many jobs it has. */
  get load(): number {
    return this.jobs.size;
  }

  /** What it is asked, for the log. */
  get underWay(): readonly { readonly operation: string; readonly requestId: string }[] {
    return [...this.jobs.values()].map(({ job: { label, requestId } }) => ({ operation: label.name ?? '', requestId }));
  }

  /** Rejects with `unavailable` if the reader ends. When `signal` aborts, nobody waits any more. */
  ask(job: Job, signal: AbortSignal): Promise<Replied> {
    return new Promise((resolve, fail) => {
      const leave = () => {
        this.send({ kind: 'leave', id: job.id });
        this.jobs.get(job.id)?.forget();
        fail(signal.reason);
      };
      const forget = () => {
        signal.removeEventListener('abort', leave);
        this.jobs.delete(job.id);
      };
      if (signal.aborted) return fail(signal.reason);
      if (this.isOver) return fail(lost());
      signal.addEventListener('abort', leave, { once: true });
      this.jobs.set(job.id, { job, resolve, fail, forget });
      this.send({ kind: 'job', job }, job.body ? [job.body.buffer] : []);
    });
  }

  /** Tells it a document that another reader was sent. */
  learn(document: ClientDocument): void {
    this.send({ kind: 'document', document });
  }

  /** Ends it wherever it is, for a reason: its jobs fail. */
  async stop(cause: Error): Promise<void> {
    this.cause = cause;
    this.failToOpen(cause);
    this.isOver = true;
    this.failAll();
    await this.worker.terminate();
  }

  /** Has it close what it has open, and waits until it has ended. */
  async [Symbol.asyncDispose](): Promise<void> {
    this.send({ kind: 'end' });
    const late = setTimeout(() => void this.worker.terminate(), maxEndMs);
    await this.ended;
    clearTimeout(late);
  }

  private send(message: ToReader, moved: readonly ArrayBuffer[] = []): void {
    this.worker.postMessage(message, moved);
  }

  private take(reply: Reply): void {
    const { stream } = reply;
    const asked = this.jobs.get(reply.id);
    if (!asked) return void stream?.cancel().catch(() => {});
    if (!stream) {
      asked.forget();
      asked.resolve({ reply, chunks: null });
      return;
    }
    const stop = new Stop();
    asked.fail = (error) => stop.stop(error);
    asked.resolve({ reply, chunks: chunksOf(stream.getReader(), stop, asked.forget) });
  }

  private failAll(): void {
    for (const { fail, forget } of [...this.jobs.values()]) {
      forget();
      fail(lost());
    }
  }
}

function lost() {
  return unavailable('What worked on the request was ended. Try again in a moment.');
}

/** The chunks of a stream, until it is stopped. */
async function* chunksOf(reader: ReadableStreamDefaultReader<Uint8Array>, stop: Stop, end: () => void): BodyStream {
  try {
    for (;;) {
      const { done, value } = await stop.race(reader.read());
      if (done) return;
      yield value;
    }
  } finally {
    end();
    void reader.cancel().catch(() => {});
  }
}
