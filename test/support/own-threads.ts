// The threads that one piece of a test starts, as distinct from those of whatever else the process runs.

import { AsyncLocalStorage } from 'node:async_hooks';
import type { Worker } from 'node:worker_threads';

const own = new AsyncLocalStorage<Worker[]>();

/** Calls `work` with the threads that are started because of it, in their order. */
export async function withOwnThreads(work: (threads: readonly Worker[]) => Promise<void>): Promise<void> {
  const threads: Worker[] = [];
  const note = (thread: Worker) => {
    if (own.getStore() === threads) threads.push(thread);
  };
  process.on('worker', note);
  try {
    await own.run(threads, () => work(threads));
  } finally {
    process.off('worker', note);
  }
}
