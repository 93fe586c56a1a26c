// All readers of a process: which of them is asked, and what happens to one that stands still or ends.

import { hash, randomUUID } from 'node:crypto';
import { setTimeout } from 'node:timers/promises';
import type { Logger } from 'pino';
import type { Figures } from '../watch/metrics.js';
import type { Job } from './messages.js';
import { Reader, type Replied } from './reader.js';

interface Question {
  /** What it names, whose tiles are in the memory of one reader; `null`: not known. */
  readonly brandId: string | null;
  /** Whether it takes far longer than others. */
  readonly isDear: boolean;
  readonly signal: AbortSignal;
}

/** What a reader is started with. */
export interface ReaderPlace {
  /** Its number, from 0. */
  readonly place: number;
  /** The name of its sessions in PostgreSQL: no other reader has had it. */
  readonly session: string;
  /** It adds to that of its place every `beatMs`, unless it stands still. */
  readonly beats: Int32Array;
  readonly beatMs: number;
}

interface ReadersOptions {
  readonly count: number;
  /** How long a reader may stand still, and how long it may take to open what it needs, in milliseconds. */
  readonly maxStillMs: number;
  readonly maxOpenMs: number;
  readonly log: Logger;
  /** Writes a line of the log of a reader. */
  readonly writeLine: (line: string) => void;
  readonly dataOf: (place: ReaderPlace) => unknown;
  readonly onFigures: (place: number, figures: Figures) => void;
  /** Called when one has ended that was not told to. Its statements may still be under way. */
  readonly onLost: (place: ReaderPlace) => void;
}

const checksOfLimit = 10;
/** After so many without a beat, what another reader can take does not go to it; a machine that is busy makes it miss one or two. */
const stillChecks = 3;
/** Until the next one is started after one that could not open what it needs. */
const retryMs = 1_000;
/** With more jobs ahead of another reader, that one reads the tiles as well: which takes about as long as so many questions. */
const maxAhead = 3;

/** Starts readers. Rejects if one of them cannot open what it needs. */
export async function startReaders(options: ReadersOptions): Promise<Readers> {
  const readers = new Readers(options);
  try {
    await readers.ready();
    return readers;
  } catch (error) {
    await readers[Symbol.asyncDispose]();
    throw error;
  }
}

interface Watched {
  reader: Reader;
  place: ReaderPlace;
  beat: number;
  /** For so many checks it has stood still; for so many it has not been ready. */
  still: number;
  opening: number;
}

export class Readers implements AsyncDisposable {
  private readonly watched: Watched[];
  private readonly beats: Int32Array;
  private readonly timer: NodeJS.Timeout;
  private isEnding = false;
  private lastId = 0;
  /** How many were replaced since the start. */
  replaced = 0;

  constructor(private readonly options: ReadersOptions) {
    this.beats = new Int32Array(new SharedArrayBuffer(options.count * Int32Array.BYTES_PER_ELEMENT));
    this.watched = Array.from({ length: options.count }, (_, place) => this.start(place));
    this.timer = setInterval(() => this.check(), options.maxStillMs / checksOfLimit).unref();
  }

  async ready(): Promise<void> {
    await Promise.all(this.watched.map(({ reader }) => reader.ready));
  }

  /** Resolves to the reply of a reader; rejects with `unavailable` if that ends before. */
  ask(job: Omit<Job, 'id'>, question: Question): Promise<Replied> {
    this.lastId += 1;
    return this.readerFor(question).ask({ ...job, id: this.lastId }, question.signal);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.isEnding = true;
    clearInterval(this.timer);
    await Promise.all(this.watched.map(({ reader }) => reader[Symbol.asyncDispose]()));
  }

  /**
   * What is dear goes to the last; of three and more, that answers nothing else. What is not goes to the one of its brand, or where that is far behind,
   * stands still or has to be opened first, to the one with the fewest jobs of the others.
   */
  private readerFor({ brandId, isDear }: Question): Reader {
    const readers = [...this.watched];
    const last = readers.pop();
    if (!last) throw new Error('There is no reader.');
    if (isDear) return last.reader;
    if (readers.length < 2) readers.push(last);
    const ready = readers.filter(({ reader, still }) => reader.isOpen && still < stillChecks);
    const able = ready.length > 0 ? ready : readers;
    const idle = able.reduce((least, each) => (each.reader.load < least.reader.load ? each : least));
    if (brandId === null) return idle.reader;
    const own = readers[hash('sha1', brandId, 'buffer').readUInt32BE() % readers.length] ?? last;
    return (able.includes(own) && own.reader.load <= idle.reader.load + maxAhead ? own : idle).reader;
  }

  private start(number: number): Watched {
    const { maxStillMs, writeLine, onFigures, dataOf } = this.options;
    const session = `sightline reader ${randomUUID()}`;
    const place = { place: number, session, beats: this.beats, beatMs: maxStillMs / checksOfLimit / 2 };
    const reader = new Reader({
      workerData: dataOf(place),
      onLog: writeLine,
      onFigures: (figures) => onFigures(number, figures),
      onDocument: (knowing, document) => {
        for (const other of this.watched) if (other.reader !== knowing) other.reader.learn(document);
      },
      onEnd: (ended, error) => void this.noteEnd(ended, error),
    });
    return { reader, place, beat: 0, still: 0, opening: 0 };
  }

  /** Counts checks, and not time: while the whole process stands still, none passes. */
  private check(): void {
    for (const watched of this.watched) {
      const { reader, place } = watched;
      const beat = Atomics.load(this.beats, place.place);
      watched.still = reader.isReady && beat === watched.beat ? watched.still + 1 : 0;
      watched.opening = reader.isReady ? 0 : watched.opening + 1;
      watched.beat = beat;
      if (watched.still >= checksOfLimit || watched.opening >= this.checksToOpen) this.giveUp(watched);
    }
  }

  private get checksToOpen(): number {
    const { maxOpenMs, maxStillMs } = this.options;
    return Math.ceil((maxOpenMs * checksOfLimit) / maxStillMs);
  }

  private giveUp(watched: Watched): void {
    const { reader } = watched;
    const { underWay, isReady } = reader;
    const late = `A reader has not opened what it needs in ${this.options.maxOpenMs / 1_000} s.`;
    if (isReady)
      this.options.log.error({ underWay }, 'a reader stands still and is replaced: one of these requests may be why');
    else this.options.log.error(`${late} It is replaced.`);
    this.replace(watched);
    void reader.stop(new Error(late));
  }

  private replace(watched: Watched): void {
    this.replaced += 1;
    this.options.onLost(watched.place);
    Object.assign(watched, this.start(watched.place.place));
  }

  private async noteEnd(ended: Reader, err: unknown): Promise<void> {
    const watched = this.watched.find(({ reader }) => reader === ended);
    if (!watched || this.isEnding) return;
    this.options.log.error({ err }, 'a reader has ended and is replaced');
    if (!ended.isReady) await setTimeout(retryMs);
    // It may have been given up meanwhile, as one that opens too late.
    if (!this.isEnding && watched.reader === ended) this.replace(watched);
  }
}
