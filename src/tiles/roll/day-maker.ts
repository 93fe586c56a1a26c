// Makes days: here while they are few, on worker threads where a month has many, so that tiles are made on all cores while PostgreSQL reads and
// writes. What is made is the same wherever it is made.

import { availableParallelism } from 'node:os';
import { Worker } from 'node:worker_threads';
import { projectRoot } from '../../root.js';
import { CorruptBlock } from '../packed/bytes.js';
import type { DayAnswer, DayOrder } from './day-thread.js';
import { type DayInput, type MadeDay, type MonthFacts, makeDay } from './make-day.js';

/** The build of `day-thread.ts`: a thread starts from a file of its own. */
const program = new URL('dist/day-thread.js', projectRoot);

/** More threads would wait for the one connection that feeds them. */
const maxThreads = 4;
/** Days that a month may rebuild before threads are started for them, which takes about as long as making one. */
const defaultInlineDays = 8;

/** Makes days on some thread. Calls may overlap. Rejects with `CorruptBlock`. */
interface DayThreads {
  /** How many days are worth having under way. */
  readonly width: number;
  make(input: DayInput, facts: MonthFacts): Promise<MadeDay>;
}

export interface DayMaker extends AsyncDisposable {
  /** The threads for a month that rebuilds so many days; `null` where they are made here. */
  threadsFor(days: number): DayThreads | null;
}

/** A maker for one roll. Disposing it ends its threads. */
export function openDayMaker(inlineDays = defaultInlineDays): DayMaker {
  const size = Math.min(maxThreads, availableParallelism());
  let threads: readonly Thread[] | null = null;
  let next = 0;
  const make: DayThreads['make'] = (input, facts) => {
    threads ??= Array.from({ length: size }, () => new Thread());
    const thread = threads[next++ % size];
    return thread ? thread.make(input, facts) : Promise.resolve(makeDay(input, facts));
  };
  return {
    threadsFor: (days) => (days > inlineDays && size > 1 ? { width: size * 2, make } : null),
    async [Symbol.asyncDispose]() {
      await Promise.all((threads ?? []).map((thread) => thread.end()));
    },
  };
}

interface Waiting {
  readonly resolve: (made: MadeDay) => void;
  readonly reject: (error: unknown) => void;
}

/** Makes days one after the other. It owns its worker; if that fails, every pending and later day is rejected. */
class Thread {
  private readonly worker = new Worker(program, { execArgv: [] });
  private readonly waiting: Waiting[] = [];
  private failure: unknown = null;
  private known: MonthFacts | null = null;

  constructor() {
    this.worker.on('message', (answer: DayAnswer) => this.settle(answer));
    this.worker.on('error', (error) => this.fail(error));
    this.worker.on('messageerror', (error) => this.fail(error));
    this.worker.on('exit', () => this.fail(new Error('The worker thread that makes tiles has exited.')));
  }

  make(input: DayInput, facts: MonthFacts): Promise<MadeDay> {
    return new Promise((resolve, reject) => {
      if (this.failure) return reject(this.failure);
      this.waiting.push({ resolve, reject });
      const order: DayOrder = { input, facts: facts === this.known ? null : facts };
      this.known = facts;
      this.worker.postMessage(order);
    });
  }

  async end(): Promise<void> {
    await this.worker.terminate();
  }

  private settle({ made, corrupt, failure }: DayAnswer): void {
    const waiting = this.waiting.shift();
    if (made) waiting?.resolve(made);
    else waiting?.reject(corrupt ? new CorruptBlock(corrupt) : failure);
  }

  private fail(error: unknown): void {
    this.failure ??= error;
    for (const { reject } of this.waiting.splice(0)) reject(this.failure);
  }
}
