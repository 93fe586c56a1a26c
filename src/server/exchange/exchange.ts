// One request, and what is learned of it on its way through the server: the handlers read it, the log and the metrics end with it.

import type { Context } from 'hono';
import { clientOf } from '../../auth/address.js';
import type { RequestOrigin } from '../../auth/guard.js';
import type { Viewer } from '../../auth/viewer.js';
import type { Cost } from '../cost/budget.js';
import type { Reservation } from '../cost/pending.js';
import type { Reporter } from './errors.js';
import type { Body } from './http-response.js';
import { type Trace, traceOf } from './trace.js';

/** What log and metrics call a path: a closed set of words, whatever clients send. */
export interface PathLabel {
  readonly api: 'rest' | 'graphql' | 'web' | 'health' | 'metrics' | 'none';
  /** `null`: it is not an address of ours. */
  readonly name: string | null;
}

export const unknownPath: PathLabel = { api: 'none', name: null };

/** The operation of a request that came to none. */
export const noOperation = 'none';

export interface Exchange extends Reporter {
  readonly request: Request;
  /** As it was sent: percent-encoded, without the query string. */
  readonly path: string;
  /** The query string, without its question mark. */
  readonly search: string;
  /** Where and when the request came in. */
  readonly origin: RequestOrigin;
  readonly trace: Trace | null;
  /** Aborts when nobody waits for the answer any more. */
  signal: AbortSignal;
  /** Calls `listener` once: when the connection has taken the answer, or is gone. */
  readonly onClose: (listener: () => void) => void;
  readonly sendLarge?: Connected['sendLarge'];
  /** What log and metrics call its path. */
  label: PathLabel;
  viewer?: Viewer;
  /** Of its document, where it has one that could be read. */
  cost?: Cost;
  /** Of the data that its answer depends on, where that was read with the sizes of what it names. */
  version?: string;
  /** What its document asks for, in words of the schema. */
  operation?: string;
  /** What its key's limit adds to the answer. */
  limitHeaders: Readonly<Record<string, string>>;
}

/** A request whose sender is known. */
export interface KnownExchange extends Exchange {
  viewer: Viewer;
  /** The memory for its answer. */
  readonly reservation: Reservation;
}

/** What the transport knows of a request; one that was made without a port has none of it. */
export interface Connected {
  /** The other end of the connection; `null`: it is gone. */
  readonly address: string | null;
  /** Aborts when the client leaves. */
  readonly signal: AbortSignal;
  readonly onClose: Exchange['onClose'];
  /** Takes over a body of more than `maxPlainLength`: it is sent as fast as the client takes it. */
  readonly sendLarge: (body: Body) => void;
}

export interface ServerEnv {
  readonly Bindings: Partial<Connected>;
  readonly Variables: { readonly requestId: string; exchange: Exchange };
}

export type ServerContext = Context<ServerEnv>;

interface BeginParts {
  readonly trustedProxies: number;
  readonly report: (error: unknown, requestId: string) => void;
}

/** The exchange of a request that has just come in, and a function that ends it where there is no connection to wait for. */
export function beginExchange(c: ServerContext, { trustedProxies, report }: BeginParts) {
  const { address = null, signal, onClose, sendLarge } = c.env;
  const request = c.req.raw;
  const requestId = c.get('requestId');
  const listeners: (() => void)[] = [];
  const forwardedFor = request.headers.get('x-forwarded-for');
  const exchange: Exchange = {
    request,
    requestId,
    path: c.req.path,
    search: searchOf(request.url),
    origin: { address: clientOf({ address, forwardedFor }, trustedProxies), now: new Date() },
    trace: traceOf(request.headers.get('traceparent')),
    signal: signal ?? request.signal,
    onClose: onClose ?? ((listener) => listeners.push(listener)),
    ...(sendLarge ? { sendLarge } : {}),
    label: unknownPath,
    limitHeaders: {},
    report: (error) => report(error, requestId),
  };
  const end = () => {
    for (const listener of listeners.splice(0)) listener();
  };
  return { exchange, end };
}

/** The path of an address as it was sent. Nothing is decoded that could throw: a client may send anything. */
export function pathOf({ url }: Pick<Request, 'url'>): string {
  const [, path = ''] = /^(?:\w+:\/\/[^/?#]*)?([^?#]*)/.exec(url) ?? [];
  return path === '' ? '/' : path;
}

function searchOf(url: string): string {
  return /^[^?#]*\??([^#]*)/.exec(url)?.[1] ?? '';
}
