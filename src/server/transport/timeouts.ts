// Time limits for clients, in milliseconds: a slow client occupies a connection and memory only for a limited time.

import type { ServerOptions } from 'node:http';

export interface Timeouts {
  /** Until the headers of a request are complete: from the opening of its connection, or from its first byte on a connection that was used before. */
  readonly headersMs: number;
  /** Until the whole request is received, from its first byte. */
  readonly requestMs: number;
  /** Maximum time in which a client reads nothing of its response. */
  readonly stallMs: number;
  /** The time allowed for any response; after it, clients must read `minBytesPerSecond`, counted from here. */
  readonly answerMs: number;
  readonly minBytesPerSecond: number;
  /** Until the next request of a connection. */
  readonly idleMs: number;
  /** Until a refused connection is closed, so that its client can read the error. */
  readonly lingerMs: number;
  /** How often connections are checked. */
  readonly checkMs: number;
}

/** Headers, one check and the refusal add up to 15 s: after that a connection that has sent nothing is closed, whatever its client does. */
export const defaultTimeouts: Timeouts = {
  headersMs: 14_000,
  requestMs: 20_000,
  stallMs: 30_000,
  answerMs: 60_000,
  minBytesPerSecond: 32_768,
  // Longer than load balancers usually keep a connection, so that they close it, and not we in the middle of their next request.
  idleMs: 75_000,
  lingerMs: 500,
  checkMs: 500,
};

/** The part that node:http enforces. It restarts `headersTimeout` with the first byte, so that part is in `connections.ts`. */
export function timeoutsOf({ requestMs, idleMs, checkMs }: Timeouts): ServerOptions {
  return {
    headersTimeout: 0,
    requestTimeout: requestMs,
    keepAliveTimeout: idleMs,
    connectionsCheckingInterval: checkMs,
  };
}
