// Decides once per request whether it may access its path, before anything else of the request is read.

import type { AuthenticateFrom } from '../auth/guard.js';
import type { EnforceRateLimit } from '../auth/limit.js';
import { unavailable } from './exchange/errors.js';
import type { Exchange } from './exchange/exchange.js';
import { nothingAt } from './exchange/http-response.js';
import { noteSubject } from './exchange/named-subject.js';
import type { PathRow } from './paths.js';

export interface AccessParts {
  readonly authenticate: AuthenticateFrom;
  /** Checks the token of `/metrics`; `null` if metrics are disabled. */
  readonly authenticateMetrics: AuthenticateFrom | null;
  readonly enforceRateLimit: EnforceRateLimit;
}

/** Whether a shutdown is announced, and whether it has begun. */
export interface ServerState {
  isLeaving: boolean;
  isDraining: boolean;
}

/**
 * Authorizes the request for its row, or throws `unauthorized`, `rate_limited`, `unavailable`, or `not_found` for metrics that are disabled. Of a path
 * with a subject that the viewer can read, it also reads the version.
 */
export type Admit = (exchange: Exchange, row: PathRow) => Promise<void>;

export function createAdmit(
  { authenticate, authenticateMetrics, enforceRateLimit }: AccessParts,
  state: ServerState,
): Admit {
  return async (exchange, row) => {
    const { access, isServedToTheEnd } = row;
    if (state.isDraining && !isServedToTheEnd) throw shuttingDown();
    if (access === 'open') return;
    const header = exchange.request.headers.get('authorization');
    if (access === 'metrics') {
      if (!authenticateMetrics) throw nothingAt(exchange.path);
      await authenticateMetrics(header, exchange.origin, null);
      return;
    }
    const subject = row.serve === 'rest' ? row.subjectOf(exchange.path) : null;
    const { viewer, counted, version } = await authenticate(header, exchange.origin, subject);
    exchange.viewer = viewer;
    exchange.limitHeaders = enforceRateLimit(viewer, counted, exchange.origin.now);
    if (subject) noteSubject(exchange, { viewer, subject, version });
  };
}

function shuttingDown() {
  return unavailable('The server is shutting down. Try again in a moment.', { Connection: 'close' });
}
