// Routes requests: the steps common to all requests, in order, then the row of the table of paths. Access is checked
// before anything about the request is revealed.

import { Hono, type MiddlewareHandler } from 'hono';
import type { Logger } from 'pino';
import type { Tracing } from '../tracing/tracing.js';
import { type AccessParts, createAdmit, type ServerState } from './access.js';
import { limitBody } from './context/body-limit.js';
import { allowOrigins } from './context/cors.js';
import { respond } from './context/default-headers.js';
import { toAppError } from './context/errors.js';
import { graphqlError, methodNotAllowed, optionsResponse, restError } from './context/http-response.js';
import { createLargeBodies } from './context/large-bodies.js';
import {
  beginRequestContext,
  pathOf,
  type RequestContext,
  type ServerContext,
  type ServerEnv,
} from './context/request-context.js';
import { parentOf, traceBelow } from './context/trace.js';
import { methodsOf, type PathRow, paths } from './paths.js';
import { createServices, type ServiceParts } from './services.js';
import { attributesOf, createObserve, methodOf } from './watch/observe.js';

interface RouterParts extends AccessParts, ServiceParts {
  readonly log: Logger;
  readonly tracing: Tracing | null;
  /** What time it is. */
  readonly clock: () => Date;
}

export interface Router {
  /** Answers a request. Never rejects. */
  readonly fetch: (request: Request, bindings?: ServerEnv['Bindings']) => Response | Promise<Response>;
  /** From now on `/health/ready` returns 503 while requests are still served, so that load balancers can redirect them. */
  readonly leave: () => void;
  /** From now on new requests are refused with `unavailable`, except for paths that are served until the end. */
  readonly drain: () => void;
}

export function createRouter(parts: RouterParts): Router {
  const state: ServerState = { isLeaving: false, isDraining: false };
  const ways = waysOf(parts, state);
  const app = new Hono<ServerEnv>({ getPath: pathOf });
  const record = recorderOf(parts);
  const { corsOrigins } = parts.config;
  const allow = corsOrigins.length > 0 ? allowOrigins(corsOrigins) : null;
  for (const row of paths) {
    const answer = inTime(answerOf(row, ways));
    // One handler a path: Hono would put several together again for each request.
    app.all(row.path, record(row, allow ? throughCors(allow, answer) : answer));
  }
  return {
    fetch: (request, bindings = {}) => app.fetch(request, bindings),
    leave: () => {
      state.isLeaving = true;
    },
    drain: () => {
      state.isLeaving = true;
      state.isDraining = true;
    },
  };
}

type Answer = (c: ServerContext) => Promise<Response>;

/** Wraps an answer that never rejects: creates the context of each request, and records its outcome. */
function recorderOf({ log, metrics, tracing, config, clock }: RouterParts): (row: PathRow, answer: Answer) => Answer {
  const observe = createObserve(log, metrics);
  const report = (err: unknown, requestId: string) => log.error({ err, requestId }, 'unexpected error');
  return ({ label, access }, answer) => {
    // Probes and scrapes come every few seconds and are in no trace.
    const traced = label.api === 'health' || access === 'metrics' ? null : tracing;
    return async (c) => {
      const started = performance.now();
      const { method, headers } = c.req.raw;
      const parent = parentOf(headers.get('traceparent'));
      const span = traced?.beginRequest({ method: methodOf(method), route: label.name, parent });
      const trace = span?.trace ?? (parent && traceBelow(parent));
      const { requestContext, end } = beginRequestContext(c, { config, clock, report, trace });
      c.set('requestContext', requestContext);
      const response = await (span ? span.run(() => answer(c)) : answer(c));
      const { status } = response;
      observe(requestContext, status, performance.now() - started);
      if (span) requestContext.onClose(() => span.end(status, attributesOf(requestContext)));
      end();
      return response;
    };
  };
}

/** Lets Hono's middleware answer preflight requests and add headers to other responses. */
function throughCors(allow: MiddlewareHandler<ServerEnv>, answer: Answer): Answer {
  return async (c) => {
    const preflight = await allow(c, async () => {
      c.res = await answer(c);
    });
    return preflight instanceof Response ? preflight : c.res;
  };
}

/** Only for the log, if the client disconnected before the response: the status that other servers log. */
const clientLeft = 499;

/**
 * The response, or that to the error of `answer`: `unavailable` when the time is up; reads for the request are then cancelled by the signal of its
 * deadline. Never rejects.
 */
function inTime(answer: Answer): Answer {
  return async (c) => {
    const requestContext = c.get('requestContext');
    const { deadline } = requestContext;
    try {
      return await deadline.race(answer(c));
    } catch (error) {
      return deadline.hasLeft ? new Response(null, { status: clientLeft }) : errorResponse(requestContext, error);
    } finally {
      deadline[Symbol.dispose]();
    }
  };
}

/** What answers go through. */
function waysOf(parts: RouterParts, state: ServerState) {
  const { maxBodyBytes } = parts.config;
  return {
    ...{ admit: createAdmit(parts, state), services: createServices(parts, state) },
    ...{ inTurn: createLargeBodies(), maxBodyBytes },
  };
}

/** Handles a request for a row: access, method, size of the body, handler. */
function answerOf(row: PathRow, { admit, services, inTurn, maxBodyBytes }: ReturnType<typeof waysOf>): Answer {
  const methods = methodsOf(row);
  return async (c) => {
    let bodyBytes = 0;
    const requestContext = c.get('requestContext');
    const { request } = requestContext;
    requestContext.label = row.label;
    const page = row.serve === 'graphql' && wantsPage(request) ? row.page : null;
    await admit(requestContext, page === null ? row : { ...row, access: 'open' });
    if (page !== null) return respond(requestContext, await services.page(requestContext, page));
    if (row.serve !== 'nothing') {
      const { method } = request;
      if (method === 'OPTIONS') return respond(requestContext, optionsResponse(methods));
      if (!methods.some((each) => each === method)) throw methodNotAllowed(method, methods);
      // Records are taken in as they come, and have a limit of their own.
      if (method !== 'GET' && method !== 'HEAD' && row.serve !== 'records')
        bodyBytes = await limitBody(c, maxBodyBytes);
    }
    return respond(requestContext, await inTurn(requestContext, bodyBytes, () => services.serve(c, row)));
  };
}

/** Whether a browser navigates to the path, rather than a client requesting data. */
function wantsPage({ method, headers }: Request): boolean {
  return (method === 'GET' || method === 'HEAD') && (headers.get('accept') ?? '').includes('text/html');
}

function errorResponse(requestContext: RequestContext, error: unknown): Response {
  const appError = toAppError(error, requestContext);
  return respond(requestContext, requestContext.label.api === 'graphql' ? graphqlError(appError) : restError(appError));
}
