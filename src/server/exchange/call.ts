// One request on its way through the server.

import { randomUUID } from 'node:crypto';
import { clientOf } from '../../auth/address.js';
import type { RequestOrigin } from '../../auth/guard.js';
import type { Viewer } from '../../auth/viewer.js';
import type { CostContext } from '../cost/limits.js';
import type { Reservation } from '../cost/pending.js';
import type { OperationContext } from '../graphql/operation.js';
import type { Reporter } from './errors.js';

/** What is read of a request: a `Request` has it, and so has a request of node:http. */
export interface Incoming {
  readonly method: string;
  readonly url: string;
  readonly headers: Pick<Headers, 'get'>;
  readonly body: AsyncIterable<Uint8Array> | null;
  /** The other end of the connection; `null`: there is none. */
  readonly address: string | null;
  /** Aborts when the client leaves. */
  readonly signal?: AbortSignal;
  /** Calls `listener` once: when the connection has taken the answer, or is gone. */
  readonly onClose: (listener: () => void) => void;
}

export interface Call extends Reporter {
  readonly request: Incoming;
  /** As it was sent: percent-encoded, without the query string. */
  readonly path: string;
  /** The query string, without its question mark. */
  readonly search: string;
  /** Aborts when nobody waits for the answer any more. */
  readonly signal: AbortSignal;
}

/** A request whose sender is known. */
export interface KnownCall extends Call, CostContext, OperationContext {
  readonly viewer: Viewer;
  /** The memory for its answer. */
  readonly reservation: Reservation;
}

interface Hearing extends Pick<Call, 'signal'> {
  readonly report: (error: unknown, requestId: string) => void;
}

/** A request as a call. A sane `X-Request-Id` of its own is kept, so that it can be followed through several servers. */
export function toCall(request: Incoming, { signal, report }: Hearing): Call {
  const given = request.headers.get('x-request-id') ?? '';
  const requestId = /^[\w-]{1,128}$/.test(given) ? given : randomUUID();
  return { request, requestId, signal, ...partsOf(request.url), report: (error) => report(error, requestId) };
}

/** Where and when a request comes in, as far as `proxies` proxies are believed. */
export function fromOf({ address, headers }: Incoming, proxies: number): RequestOrigin {
  return { address: clientOf({ address, forwardedFor: headers.get('x-forwarded-for') }, proxies), now: new Date() };
}

/** Path and query string of an address. Nothing is parsed that could throw: a client may send any host. */
function partsOf(url: string): { readonly path: string; readonly search: string } {
  const [, path = '', search = ''] = /^(?:\w+:\/\/[^/?#]*)?([^?#]*)\??([^#]*)/.exec(url) ?? [];
  return { path: path === '' ? '/' : path, search };
}
