// Who is let through to a path, settled once for each request: before it, nothing about the request is looked at.

import type { AuthenticateFrom } from '../auth/guard.js';
import type { EnforceRateLimit } from '../auth/limit.js';
import { unavailable } from './exchange/errors.js';
import type { Exchange } from './exchange/exchange.js';
import { nothingAt } from './exchange/http-response.js';
import type { PathRow } from './paths.js';

export interface AccessParts {
  readonly authenticate: AuthenticateFrom;
  /** Knows the token of the metrics; `null`: metrics are disabled. */
  readonly authenticateMetrics: AuthenticateFrom | null;
  readonly enforceRateLimit: EnforceRateLimit;
}

/** Whether the server is about to end, and whether it has begun to. */
export interface ServerState {
  isLeaving: boolean;
  isDraining: boolean;
}

/** Lets the request through to its row, or throws `unauthorized`, `rate_limited`, `unavailable`, or `not_found` for metrics that are disabled. */
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
  return unavailable('The server is shutting down: try again in a moment.', { Connection: 'close' });
}
