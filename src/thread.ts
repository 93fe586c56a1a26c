// Worker threads, and one that answers what it is sent in the same order.

import { readlinkSync } from 'node:fs';
import { constants, getPriority, setPriority } from 'node:os';
import { Worker } from 'node:worker_threads';
import { projectRoot } from './root.js';

interface Waiting<Answer> {
  readonly resolve: (answer: Answer) => void;
  readonly reject: (error: unknown) => void;
}

/** Starts a thread from the build of its program, which is a file of its own. */
export function startWorker(program: string, workerData?: unknown): Worker {
  return new Worker(new URL(`dist/${program}.js`, projectRoot), { execArgv: [], workerData });
}

/** Owns its worker; if that fails, every pending and later order is rejected. */
export class Thread<Order, Answer> {
  private readonly worker: Worker;
  private readonly waiting: Waiting<Answer>[] = [];
  private failure: unknown = null;

  constructor(program: string, workerData?: unknown) {
    this.worker = startWorker(program, workerData);
    this.worker.on('message', (answer: Answer) => this.waiting.shift()?.resolve(answer));
    this.worker.on('error', (error) => this.fail(error));
    this.worker.on('messageerror', (error) => this.fail(error));
    this.worker.on('exit', () => this.fail(new Error(`The worker thread ${program} has exited.`)));
  }

  /** Sends an order, with memory that is moved rather than copied. */
  send(order: Order, memory: readonly ArrayBuffer[] = []): Promise<Answer> {
    return new Promise((resolve, reject) => {
      if (this.failure) return reject(this.failure);
      this.waiting.push({ resolve, reject });
      this.worker.postMessage(order, memory);
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

/** Where processors are scarce: a thread that someone waits for lets the door pass, and one that nobody waits for lets everybody pass. */
const steps = { computing: 3, background: constants.priority.PRIORITY_BELOW_NORMAL };

/** Leaves the processors from now on to what matters sooner; to be called in the thread. Only Linux has a priority of each thread. */
export function standBack(work: keyof typeof steps): void {
  try {
    const [id] = readlinkSync('/proc/thread-self').split('/').slice(-1);
    setPriority(Number(id), Math.min(getPriority(process.pid) + steps[work], constants.priority.PRIORITY_LOW));
  } catch {
    // Nothing is wrong where it has the priority of all others.
  }
}
