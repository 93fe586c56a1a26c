// Decides once per request whether it may access its path, before anything else of the request is read.

import type { AuthenticateFrom } from '../auth/guard.js';
import type { EnforceRateLimit } from '../auth/limit.js';
import { unavailable } from './exchange/errors.js';
import type { Exchange } from './exchange/exchange.js';
import { nothingAt } from './exchange/http-response.js';
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

/** Authorizes the request for its row, or throws `unauthorized`, `rate_limited`, `unavailable`, or `not_found` for metrics that are disabled. */
export type Admit = (exchange: Exchange, row: Pick<PathRow, 'access' | 'isServedToTheEnd'>) => Promise<void>;

export function createAdmit(
  { authenticate, authenticateMetrics, enforceRateLimit }: AccessParts,
  state: ServerState,
): Admit {
  return async (exchange, { access, isServedToTheEnd }) => {
    if (state.isDraining && !isServedToTheEnd) throw shuttingDown();
    if (access === 'open') return;
    const header = exchange.request.headers.get('authorization');
    if (access === 'metrics') {
      if (!authenticateMetrics) throw nothingAt(exchange.path);
      await authenticateMetrics(header, exchange.origin);
      return;
    }
    exchange.viewer = await authenticate(header, exchange.origin);
    exchange.limitHeaders = await enforceRateLimit(exchange.viewer, exchange.origin.now);
  };
}

function shuttingDown() {
  return unavailable('The server is shutting down. Try again in a moment.', { Connection: 'close' });
}
