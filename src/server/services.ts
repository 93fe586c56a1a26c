// The handlers of the table of paths.

import type { GraphQLSchema } from 'graphql';
import type { Config } from '../config.js';
import type { Readiness } from '../database/readiness.js';
import { unavailable } from '../errors.js';
import type { ServerState } from './access.js';
import type { Answers } from './answers/answers.js';
import { type HttpResponse, jsonResponse, nothingAt, restError } from './context/http-response.js';
import type { AuthorizedContext, RequestContext, ServerContext } from './context/request-context.js';
import type { Pending } from './cost/pending.js';
import { createOpenapi } from './openapi/openapi.js';
import { sendAsset, sendPage } from './pages/pages.js';
import type { PathRow } from './paths.js';
import type { Reading } from './reading.js';
import { createRecords, type RecordParts } from './records/records.js';
import { createRest } from './rest/rest.js';
import { createSessions } from './session/sessions.js';
import type { Metrics } from './watch/metrics.js';

export interface ServiceParts extends Omit<RecordParts, 'isAsked'> {
  readonly config: Config;
  readonly schema: GraphQLSchema;
  readonly readiness: Readiness;
  readonly metrics: Metrics;
  readonly answers: Answers;
  readonly reading: Reading;
  readonly pending: Pending;
}

/** A server that was asked anything within so many milliseconds is one that is being read. */
const askedMs = 1_000;

const isFine = jsonResponse(200, { status: 'ok' });

/** A server that is ready, with what is not as usual. */
function readyResponse(unreachableNodes: number, isReadOnly: boolean): HttpResponse {
  if (unreachableNodes === 0 && !isReadOnly) return isFine;
  return jsonResponse(200, {
    status: 'ok',
    ...(isReadOnly ? { readOnly: true } : {}),
    ...(unreachableNodes > 0 ? { unreachableNodes } : {}),
  });
}

export function createServices(parts: ServiceParts, state: ServerState) {
  const { readiness, metrics, reading, pending } = parts;
  /** An authorized request to a row that requires a key. */
  const known = (requestContext: RequestContext): AuthorizedContext => {
    const { viewer } = requestContext;
    if (!viewer) throw new Error('A request was let through to a row for keys without one.');
    const reservation = pending.open();
    requestContext.onClose(reservation.release);
    return Object.assign(requestContext, { viewer, reservation });
  };
  let askedAt = Number.NEGATIVE_INFINITY;
  const asked = (requestContext: RequestContext): AuthorizedContext => {
    askedAt = performance.now();
    return known(requestContext);
  };
  const rest = createRest(parts.answers, reading.route);
  const openapi = createOpenapi(parts.schema);
  const sessions = createSessions(parts.db, parts.config.adminKeys);
  const records = createRecords({ ...parts, isAsked: () => performance.now() - askedAt < askedMs });
  return {
    page: sendPage,
    /** Responds to an authorized request whose method the row accepts. Throws an `AppError`. */
    serve: async (c: ServerContext, row: PathRow): Promise<HttpResponse> => {
      const requestContext = c.get('requestContext');
      switch (row.serve) {
        case 'live':
          return isFine;
        case 'ready': {
          if (state.isLeaving) return restError(unavailable('The server is shutting down.'));
          const { trouble, unreachableNodes } = await readiness();
          if (trouble !== null) return restError(unavailable(trouble));
          return readyResponse(unreachableNodes, parts.db.isReadOnly);
        }
        case 'metrics':
          return { status: 200, headers: { 'Content-Type': metrics.contentType }, body: await metrics.print() };
        case 'openapi':
          return openapi(requestContext);
        case 'page':
          return sendPage(requestContext, row.file);
        case 'asset':
          return sendAsset(requestContext);
        case 'graphql':
          return reading.graphql(c.req.raw, asked(requestContext));
        case 'rest':
          return rest(asked(requestContext), row.route);
        case 'mcp':
          return reading.mcp(c.req.raw, asked(requestContext));
        case 'records':
          return records(c, known(requestContext));
        case 'session':
          return sessions(requestContext);
        case 'nothing':
          throw nothingAt(requestContext.path);
      }
    },
  };
}
