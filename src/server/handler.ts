// Every request comes through here: who asks is settled before anything about the request is revealed, and every answer
// carries its request id.

import type { GraphQLSchema } from 'graphql';
import type { Logger } from 'pino';
import { clientOf } from '../auth/address.js';
import type { AuthenticateFrom } from '../auth/guard.js';
import type { CountRequest, Limits } from '../auth/limit.js';
import type { Viewer } from '../auth/viewer.js';
import type { Database } from '../database/postgres.js';
import { AppError } from '../errors.js';
import { createVersions } from '../loaders/versions.js';
import { type Answer, graphqlError, restError } from './answer.js';
import { type Call, type Incoming, toCall } from './call.js';
import { startDeadline } from './deadline.js';
import { toAppError, unavailable } from './errors.js';
import { answerGraphQL } from './graphql.js';
import { answerHealth } from './health.js';
import type { Cost, DocumentLimits } from './limits.js';
import { createOpenapi } from './openapi.js';
import { answerPage } from './pages.js';
import { createRest } from './rest.js';
import { restPrefix } from './routes.js';
import { createEngine } from './yoga.js';

export interface HandlerParts {
  readonly db: Database;
  readonly schema: GraphQLSchema;
  readonly authenticate: AuthenticateFrom;
  readonly countRequest: CountRequest;
  readonly log: Logger;
  readonly maxWindowDays: number;
  readonly limits: Limits;
  readonly maxBodyBytes: number;
  readonly documentLimits: DocumentLimits;
  readonly requestTimeoutMs: number;
  readonly trustedProxies: number;
}

export interface Handler {
  /** Answers a request. Never rejects. */
  readonly answer: (request: Incoming) => Promise<Answer>;
  /** From now on every new request is answered with `unavailable`. */
  readonly drain: () => void;
}

/** What is learned of a request on the way, for its answer's headers and its line in the log. */
interface Trail {
  viewer?: Viewer;
  /** Of its document, where it has one that could be read. */
  cost?: Cost;
  headers: Readonly<Record<string, string>>;
}

const graphqlPath = '/graphql';

const everyHeader = {
  'X-Content-Type-Options': 'nosniff',
  'Referrer-Policy': 'no-referrer',
  'Content-Security-Policy': "default-src 'none'; frame-ancestors 'none'",
  'Cache-Control': 'private, no-store',
  Vary: 'Authorization, Accept',
};

export function createHandler(parts: HandlerParts): Handler {
  const answerTo = createAnswer(parts);
  const report = (err: unknown, requestId: string) => parts.log.error({ err, requestId }, 'unexpected error');
  let draining = false;
  return {
    drain: () => {
      draining = true;
    },
    answer: async (request) => {
      const started = performance.now();
      using deadline = startDeadline(request.signal, parts.requestTimeoutMs);
      const { signal } = deadline;
      const call = toCall(request, { signal, report });
      const trail: Trail = { headers: {} };
      const { status, headers, body } = draining
        ? errorAnswer(call, shuttingDown())
        : await deadline
            .race(answerTo(call, trail))
            .catch((error: unknown) => (deadline.hasLeft ? unheard : errorAnswer(call, toAppError(error, call))));
      const { requestId, path } = call;
      const ms = Math.round((performance.now() - started) * 10) / 10;
      parts.log.info(
        {
          requestId,
          method: request.method,
          path,
          status,
          ms,
          keyId: trail.viewer?.keyId,
          cost: trail.cost?.requested,
        },
        'request',
      );
      const told = { ...everyHeader, ...trail.headers, ...costHeaders(trail.cost), ...headers };
      return { status, headers: { ...told, 'X-Request-Id': requestId }, body };
    },
  };
}

function createAnswer(parts: HandlerParts): (call: Call, trail: Trail) => Promise<Answer> {
  const { db, authenticate, countRequest, maxBodyBytes, trustedProxies } = parts;
  const engine = createEngine(parts);
  const answerRest = createRest({ engine, schema: parts.schema, versionOf: createVersions(db) });
  const answerOpenapi = createOpenapi(parts.schema);
  return async (call, trail) => {
    const { path, request } = call;
    const open = (await answerPage(call)) ?? (await answerOpenapi(call));
    if (open) return open;
    const isRest = path === restPrefix || path.startsWith(`${restPrefix}/`);
    if (path !== graphqlPath && !isRest) return (await answerHealth(path, db)) ?? notFound(path);
    const now = new Date();
    const address = clientOf(
      { address: request.address, forwardedFor: request.headers.get('x-forwarded-for') },
      trustedProxies,
    );
    const viewer = await authenticate(request.headers.get('authorization'), { address, now });
    trail.viewer = viewer;
    trail.headers = await countRequest(viewer, now);
    const tellCost = (cost: Cost) => {
      trail.cost = cost;
    };
    const known = { ...call, viewer, tellCost };
    return isRest ? answerRest(known) : answerGraphQL(engine, known, maxBodyBytes);
  };
}

/** Of a request whose client left: for the log alone, by the number that other servers write there. */
const unheard: Answer = { status: 499, headers: {}, body: null };

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
