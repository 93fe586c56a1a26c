// Cancels statements whose result is no longer needed. The request goes over a connection of its own, because the pool may be
// exhausted by the very statements that are to end.

import { setTimeout as pause } from 'node:timers/promises';
import type pg from 'pg';

export interface Canceller extends AsyncDisposable {
  /** From when `signal` aborts until disposal, no statement of `client` lasts. Disposal waits until none of its successors can be hit. */
  readonly watch: (client: pg.ClientBase, signal: AbortSignal | undefined) => AsyncDisposable;
}

/** Between two statements there is nothing to cancel, so it is tried again. */
const retryMs = 50;
const unwatched: AsyncDisposable = { [Symbol.asyncDispose]: async () => {} };

/** A canceller that asks through `aside`, a pool that nothing else uses, and which is closed with it. */
export function createCanceller(aside: pg.Pool): Canceller {
  return {
    watch: (client, signal) => (signal ? watch(aside, processOf(client), signal) : unwatched),
    [Symbol.asyncDispose]: () => aside.end(),
  };
}

function watch(aside: pg.Pool, processId: number, signal: AbortSignal): AsyncDisposable {
  const ended = new AbortController();
  let cancelling: Promise<void> | undefined;
  const start = () => {
    cancelling = cancelUntil(ended.signal, () => aside.query('select pg_cancel_backend($1)', [processId]));
  };
  if (signal.aborted) start();
  else signal.addEventListener('abort', start, { once: true });
  return {
    [Symbol.asyncDispose]: async () => {
      signal.removeEventListener('abort', start);
      ended.abort();
      await cancelling;
    },
  };
}

async function cancelUntil(ended: AbortSignal, cancel: () => Promise<unknown>): Promise<void> {
  while (!ended.aborted) {
    // Where this connection fails too, the statement ends by its own time limit.
    await cancel().catch(() => {});
    await pause(retryMs, undefined, { signal: ended }).catch(() => {});
  }
}

/** The number of the server's process behind a connection. */
function processOf(client: pg.ClientBase): number {
  return (client as pg.ClientBase & { readonly processID: number }).processID; // safe because pg sets it as it connects
}
