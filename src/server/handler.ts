// Every request comes through here: who asks is settled before anything about the request is revealed, and every answer
// carries its request id.

import type { GraphQLSchema } from 'graphql';
import type { Logger } from 'pino';
import type { AuthenticateFrom } from '../auth/guard.js';
import type { EnforceRateLimit, Limits } from '../auth/limit.js';
import type { Database } from '../database/postgres.js';
import { AppError } from '../errors.js';
import type { OnCorrupt } from '../loaders/analytics.js';
import { createVersions } from '../loaders/versions.js';
import type { Cost } from './cost/budget.js';
import type { DocumentLimits } from './cost/limits.js';
import { createPending } from './cost/pending.js';
import { type Answer, graphqlError, restError } from './exchange/answer.js';
import { type Call, fromOf, type Incoming, toCall } from './exchange/call.js';
import { createCors } from './exchange/cors.js';
import { startDeadline } from './exchange/deadline.js';
import { defaultHeaders } from './exchange/default-headers.js';
import { toAppError, unavailable } from './exchange/errors.js';
import { answerGraphQL } from './graphql/graphql.js';
import { createEngine } from './graphql/yoga.js';
import { createOpenapi } from './openapi/openapi.js';
import { answerPage } from './pages/pages.js';
import { createRest } from './rest/rest.js';
import { restPrefix } from './rest/routes.js';
import { type AboutParts, createAbout } from './watch/about.js';
import { createObserve, type Trail } from './watch/observe.js';
import { traceOf } from './watch/trace.js';

export interface HandlerParts extends AboutParts {
  readonly db: Database;
  readonly schema: GraphQLSchema;
  readonly authenticate: AuthenticateFrom;
  readonly enforceRateLimit: EnforceRateLimit;
  readonly log: Logger;
  readonly maxWindowDays: number;
  readonly limits: Limits;
  readonly maxBodyBytes: number;
  readonly documentLimits: DocumentLimits;
  readonly maxAnswerBytes: number;
  readonly maxPendingBytes: number;
  readonly requestTimeoutMs: number;
  readonly corsOrigins: readonly string[];
  readonly onCorrupt: OnCorrupt;
}

export interface Handler {
  /** Answers a request. Never rejects. */
  readonly answer: (request: Incoming) => Promise<Answer>;
  /** From now on the server is not ready, though it still answers: balancers are given time to send requests elsewhere. */
  readonly leave: () => void;
  /** From now on every new request is answered with `unavailable`, but for those about the server itself. */
  readonly drain: () => void;
}

const graphqlPath = '/graphql';

export function createHandler(parts: HandlerParts): Handler {
  const state = { isLeaving: false, isDraining: false };
  const answerTo = createAnswer(parts, state);
  const observe = createObserve(parts.log, parts.metrics);
  const cors = createCors(parts.corsOrigins);
  const report = (err: unknown, requestId: string) => parts.log.error({ err, requestId }, 'unexpected error');
  return {
    leave: () => {
      state.isLeaving = true;
    },
    drain: () => {
      state.isLeaving = true;
      state.isDraining = true;
    },
    answer: async (request) => {
      const started = performance.now();
      using deadline = startDeadline(request.signal, parts.requestTimeoutMs);
      const { signal } = deadline;
      const call = toCall(request, { signal, report });
      const trail: Trail = { trace: traceOf(request.headers.get('traceparent')), headers: {} };
      const { status, headers, body } =
        cors.preflight(request) ??
        (await deadline
          .race(answerTo(call, trail))
          .catch((error: unknown) => (deadline.hasLeft ? unheard : errorAnswer(call, toAppError(error, call)))));
      observe({ call, trail, status, ms: performance.now() - started });
      const told = { ...defaultHeaders, ...trail.headers, ...costHeaders(trail.cost), ...headers };
      return { status, headers: { ...cors.headers(request, told), ...idHeaders(call, trail) }, body };
    },
  };
}

/** Whether the server is about to end, and whether it has begun to. */
interface State {
  readonly isLeaving: boolean;
  readonly isDraining: boolean;
}

function createAnswer(parts: HandlerParts, state: State): (call: Call, trail: Trail) => Promise<Answer> {
  const { db, authenticate, enforceRateLimit, maxBodyBytes, trustedProxies } = parts;
  const engine = createEngine(parts);
  const pending = createPending(parts.maxPendingBytes);
  const answerRest = createRest({ engine, schema: parts.schema, versionOf: createVersions(db) });
  const answerOpenapi = createOpenapi(parts.schema);
  const answerAbout = createAbout(parts);
  return async (call, trail) => {
    const { path, request } = call;
    const about = await answerAbout(call, state);
    if (about) return about;
    if (state.isDraining) throw shuttingDown();
    const open = (await answerPage(call)) ?? (await answerOpenapi(call));
    if (open) return open;
    const isRest = path === restPrefix || path.startsWith(`${restPrefix}/`);
    if (path !== graphqlPath && !isRest) return notFound(path);
    const from = fromOf(request, trustedProxies);
    const viewer = await authenticate(request.headers.get('authorization'), from);
    trail.viewer = viewer;
    trail.headers = await enforceRateLimit(viewer, from.now);
    const reportCost = (cost: Cost) => {
      trail.cost = cost;
    };
    const tellOperation = (operation: string) => {
      trail.operation = operation;
    };
    const reservation = pending.open();
    request.onClose(reservation.release);
    const known = { ...call, viewer, reservation, reportCost, tellOperation };
    return isRest ? answerRest(known) : answerGraphQL(engine, known, maxBodyBytes);
  };
}

/** Of a request whose client left: for the log alone, by the number that other servers write there. */
const unheard: Answer = { status: 499, headers: {}, body: null };

function idHeaders({ requestId }: Call, { trace }: Trail): Answer['headers'] {
  return { 'X-Request-Id': requestId, ...(trace ? { traceresponse: trace.response } : {}) };
}

function costHeaders(cost: Cost | undefined): Answer['headers'] {
  return cost ? { 'X-Query-Cost': String(cost.requested), 'X-Query-Cost-Limit': String(cost.limit) } : {};
}

function notFound(path: string): never {
  throw new AppError(
    'not_found',
    `There is nothing at ${path}: GraphQL is at ${graphqlPath}, REST under ${restPrefix}.`,
  );
}

function shuttingDown(): AppError {
  return unavailable('The server is shutting down: try again in a moment.', { Connection: 'close' });
}

function errorAnswer({ path }: Call, error: AppError): Answer {
  return path === graphqlPath ? graphqlError(error) : restError(error);
}
