// One request and what is collected about it while it is handled, for the handlers, the log and the metrics.

import { randomUUID } from 'node:crypto';
import type { Context } from 'hono';
import { clientOf } from '../../auth/address.js';
import type { RequestOrigin } from '../../auth/authenticate.js';
import type { Viewer } from '../../auth/viewer.js';
import type { Config } from '../../config.js';
import type { BrandReach } from '../../database/citus/brand-reach.js';
import type { Subject, SubjectsAt } from '../../loaders/versions.js';
import type { Trace } from '../../tracing/tracing.js';
import type { Cost } from '../cost/budget.js';
import type { Reservation } from '../cost/pending.js';
import { Deadline } from './deadline.js';
import type { Reporter } from './errors.js';
import type { SendLarge } from './http-response.js';

/** The name of a path in the log and in metrics: one of a fixed list, whatever clients send. */
export interface PathLabel {
  readonly api: 'rest' | 'graphql' | 'mcp' | 'web' | 'health' | 'metrics' | 'none';
  /** `null`: no such path. */
  readonly name: string | null;
}

export const unknownPath: PathLabel = { api: 'none', name: null };

/** The operation of a request that has none. */
export const noOperation = 'none';

export interface RequestContext extends Reporter {
  readonly request: Request;
  /** As sent: percent-encoded, without the query string. */
  readonly path: string;
  /** The query string, without its question mark. */
  readonly search: string;
  /** When and from where the request was received. */
  readonly origin: RequestOrigin;
  readonly trace: Trace | null;
  readonly deadline: Deadline;
  /** Calls `listener` once, when the response is sent or the connection is closed. */
  readonly onClose: (listener: () => void) => void;
  readonly sendLarge?: Connected['sendLarge'];
  /** The name of its path in the log and in metrics. */
  label: PathLabel;
  viewer?: Viewer;
  /** The cost of its document, if it has one that could be parsed. */
  cost?: Cost;
  /** Of the data that its answer depends on, read before that data; only where its path, or each root field of its document, names a subject that the viewer can read. */
  version?: string;
  /** What is known of the brands that it names. */
  reach?: BrandReach;
  /** The brands and prompts that it names, readable or not, and their versions before their data was read: if these are the same after it, its answer is of one instant. */
  named?: SubjectsAt;
  /** What its answer depends on beside that version; only where it is complete and can be sent again. */
  question?: Question;
  /** The root field of its document. */
  operation?: string;
  /** Whether its answer was computed for another request; absent if such an answer is never sent again. */
  cache?: 'hit' | 'miss';
  /** The headers of the rate limit of its key. */
  limitHeaders: Readonly<Record<string, string>>;
}

/** A request with a valid key. */
export interface AuthorizedContext extends RequestContext {
  viewer: Viewer;
  /** The memory reserved for its response. */
  readonly reservation: Reservation;
}

/** What the transport knows about a request; absent if the request did not arrive over a socket. */
interface Connected {
  /** The address of the client; `null` if the connection is closed. */
  readonly address: string | null;
  /** Calls `listener` if the client disconnects before the response. */
  readonly onLeave: (listener: () => void) => void;
  readonly onClose: RequestContext['onClose'];
  /** Until the whole request must have arrived. */
  readonly requestMs: number;
  /** Takes over a stream, or a body of more than `maxPlainLength`, and sends it as fast as the client reads it. */
  readonly sendLarge: SendLarge;
}

export interface ServerEnv {
  readonly Bindings: Partial<Connected>;
  readonly Variables: { requestContext: RequestContext };
}

export type ServerContext = Context<ServerEnv>;

interface BeginParts {
  readonly config: Pick<Config, 'trustedProxies' | 'requestTimeoutMs'>;
  readonly report: (error: unknown, requestId: string) => void;
  readonly trace: Trace | null;
  readonly clock: () => Date;
}

/** The context of a new request, and a function that ends it if there is no connection to wait for. */
export function beginRequestContext(
  c: ServerContext,
  { config: { trustedProxies, requestTimeoutMs }, report, trace, clock }: BeginParts,
) {
  const { address = null, onLeave = leavingOf(c.req.raw), onClose, sendLarge } = c.env;
  const request = c.req.raw;
  const requestId = requestIdOf(request.headers);
  const listeners: (() => void)[] = [];
  const forwardedFor = request.headers.get('x-forwarded-for');
  const deadline = new Deadline(requestTimeoutMs);
  onLeave(() => deadline.leave());
  const requestContext: RequestContext = {
    request,
    requestId,
    path: c.req.path,
    search: searchOf(request.url),
    origin: {
      now: clock(),
      get address() {
        return clientOf({ address, forwardedFor }, trustedProxies);
      },
    },
    trace,
    deadline,
    onClose: onClose ?? ((listener) => listeners.push(listener)),
    ...(sendLarge ? { sendLarge } : {}),
    label: unknownPath,
    limitHeaders: {},
    report: (error) => report(error, requestId),
  };
  const end = () => {
    deadline[Symbol.dispose]();
    for (const listener of listeners.splice(0)) listener();
  };
  return { requestContext, end };
}

/** The id that the client gave its request if it is a possible one, otherwise a new one. */
function requestIdOf(headers: Headers): string {
  const given = headers.get('x-request-id');
  return given !== null && /^[\w\-=]{1,128}$/.test(given) ? given : randomUUID();
}

/** For a request that did not arrive over a socket. */
function leavingOf(request: Request): Connected['onLeave'] {
  return (listener) => {
    if (request.signal.aborted) listener();
    else request.signal.addEventListener('abort', listener, { once: true });
  };
}

/** The path of a URL as it was sent. It is not decoded, which could throw: clients can send anything. */
export function pathOf({ url }: Pick<Request, 'url'>): string {
  const [, path = ''] = /^(?:\w+:\/\/[^/?#]*)?([^?#]*)/.exec(url) ?? [];
  return path === '' ? '/' : path;
}

/** The query string of a URL as it was sent, without its question mark. */
export function searchOf(url: string): string {
  return /^[^?#]*\??([^#]*)/.exec(url)?.[1] ?? '';
}

/**
 * What the answer to a document depends on, beside who asks and the versions of its subjects: plain values, so that whoever is sent the same request again
 * finds its answer without reading the document.
 */
export interface Question {
  readonly subjects: readonly Subject[];
  /** The media type of the answer, and a hash of what is asked. */
  readonly asked: readonly string[];
  /** The time zones of its windows of the last days, which end today. */
  readonly zones: readonly unknown[];
}
