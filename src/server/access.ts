// Decides once per request whether it may access its path, before anything else of the request is read.

import type { Authenticate } from '../auth/authenticate.js';
import type { EnforceRateLimit } from '../auth/limit.js';
import { unavailable } from '../errors.js';
import { nothingAt } from './context/http-response.js';
import { noteSubjects } from './context/named-subjects.js';
import { sessionOf } from './context/own-pages.js';
import type { RequestContext } from './context/request-context.js';
import type { PathRow } from './paths.js';

export interface AccessParts {
  readonly authenticate: Authenticate;
  /** Checks the token of `/metrics`; `null` if metrics are disabled. */
  readonly authenticateMetrics: Authenticate | null;
  readonly enforceRateLimit: EnforceRateLimit;
}

/** Whether a shutdown is announced, and whether it has begun. */
export interface ServerState {
  isLeaving: boolean;
  isDraining: boolean;
}

export function createAdmit({ authenticate, authenticateMetrics, enforceRateLimit }: AccessParts, state: ServerState) {
  /**
   * Authorizes the request for its row, or throws `unauthorized`, `rate_limited`, `unavailable`, or `not_found` for metrics that are disabled. Of a path
   * with a subject that the viewer can read, it also reads the version.
   */
  return async (requestContext: RequestContext, row: PathRow): Promise<void> => {
    const { access, isServedToTheEnd } = row;
    if (state.isDraining && !isServedToTheEnd) throw shuttingDown();
    if (access === 'open') return;
    const { request } = requestContext;
    const given = request.headers.get('authorization');
    const credential = given === null && isForPages(row, request) ? sessionOf(request) : given;
    if (access === 'metrics') {
      if (!authenticateMetrics) throw nothingAt(requestContext.path);
      await authenticateMetrics(credential, requestContext.origin, null);
      return;
    }
    const subject = row.serve === 'rest' ? row.subjectOf(requestContext.path) : null;
    const { viewer, counted, version } = await authenticate(credential, requestContext.origin, subject);
    requestContext.viewer = viewer;
    requestContext.limitHeaders = enforceRateLimit(viewer, counted, requestContext.origin.now);
    if (row.serve !== 'rest' || !subject) return;
    noteSubjects(requestContext, { subjects: [subject], versions: [version], areAll: !row.route.isUntagged });
  };
}

/** Whether the session of a browser gives access, and not a key alone: to what our pages read, and to signing out. */
function isForPages({ serve }: PathRow, { method }: Request): boolean {
  return serve === 'graphql' || serve === 'rest' || (serve === 'session' && method === 'DELETE');
}

function shuttingDown() {
  return unavailable('The server is shutting down. Try again in a moment.', { Connection: 'close' });
}
