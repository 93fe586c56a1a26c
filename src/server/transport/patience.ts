// How long clients may take, and how it is noticed that one is gone: a slow one holds a connection and some memory, but not for ever.

import type { ServerOptions, ServerResponse } from 'node:http';

/** In milliseconds. */
export interface Patience {
  /** Until the headers of a request are in. */
  readonly headersMs: number;
  /** Until the whole request is in. */
  readonly requestMs: number;
  /** Until an answer has been taken, from when it is sent. */
  readonly answerMs: number;
  /** Until the next request of a connection. */
  readonly idleMs: number;
  /** How often connections are looked at. */
  readonly checkMs: number;
}

export const usualPatience: Patience = {
  headersMs: 15_000,
  requestMs: 20_000,
  answerMs: 60_000,
  // Longer than usual balancers keep a connection, so that they end it, not we in the middle of their next request.
  idleMs: 75_000,
  checkMs: 1_000,
};

/** The part that node:http looks after. */
export function timeoutsOf({ headersMs, requestMs, idleMs, checkMs }: Patience): ServerOptions {
  return {
    headersTimeout: headersMs,
    requestTimeout: requestMs,
    keepAliveTimeout: idleMs,
    connectionsCheckingInterval: checkMs,
  };
}

/** Ends the connection of a client that does not take its answer, which is kept for it in memory. */
export function hurry(response: ServerResponse, { answerMs }: Patience): void {
  if (response.writableLength === 0 || response.destroyed) return;
  const late = setTimeout(() => response.destroy(), answerMs);
  response.once('close', () => clearTimeout(late));
}

/** Aborts when the client leaves before it is answered. */
export function leavingOf(response: ServerResponse): AbortSignal {
  const leaving = new AbortController();
  response.once('close', () => {
    if (!response.writableEnded) leaving.abort();
  });
  return leaving.signal;
}
