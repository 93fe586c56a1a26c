// How long clients may take: a slow one holds a connection and some memory, but not for ever. All in milliseconds.

import type { ServerOptions } from 'node:http';

export interface Timeouts {
  /** Until the headers of a request are in: from the opening of its connection, or from its first byte on one that was used before. */
  readonly headersMs: number;
  /** Until the whole request is in, from its first byte. */
  readonly requestMs: number;
  /** Longest time in which a client takes nothing of its answer. */
  readonly stallMs: number;
  /** The time that any answer may take; from then on clients take `minBytesPerSecond`, counted from here. */
  readonly answerMs: number;
  readonly minBytesPerSecond: number;
  /** Until the next request of a connection. */
  readonly idleMs: number;
  /** Until a refused connection is gone, so that its client can read why. */
  readonly lingerMs: number;
  /** How often connections are checked. */
  readonly checkMs: number;
}

/** Headers, one check and the refusal add up to 15 s: then a connection that has sent nothing is gone, whatever its client does. */
export const defaultTimeouts: Timeouts = {
  headersMs: 14_000,
  requestMs: 20_000,
  stallMs: 30_000,
  answerMs: 60_000,
  minBytesPerSecond: 32_768,
  // Longer than usual balancers keep a connection, so that they end it, not we in the middle of their next request.
  idleMs: 75_000,
  lingerMs: 500,
  checkMs: 500,
};

/** The part that node:http looks after. It starts `headersTimeout` again with the first byte, so that part is in `connections.ts`. */
export function timeoutsOf({ requestMs, idleMs, checkMs }: Timeouts): ServerOptions {
  return {
    headersTimeout: 0,
    requestTimeout: requestMs,
    keepAliveTimeout: idleMs,
    connectionsCheckingInterval: checkMs,
  };
}
