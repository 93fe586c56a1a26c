// Which pages of other origins a browser may let ask this server: none, unless the configuration lists their origins. Keys travel
// in a header and never in a cookie, so no credentials are allowed and a page without a key learns nothing.

import type { Answer } from './answer.js';
import type { Incoming } from './call.js';

export interface Cors {
  /** The answer to a browser's question whether a page may ask; `null`: the request is no such question. */
  readonly preflight: (request: Incoming) => Answer | null;
  /** The headers of an answer with what browsers have to know of it. */
  readonly headers: (request: Incoming, own: Answer['headers']) => Answer['headers'];
}

const secondsRemembered = 7_200;
const exposed = [
  ...['ETag', 'X-Request-Id', 'Retry-After', 'RateLimit', 'RateLimit-Policy', 'traceresponse'],
  ...['X-RateLimit-Limit', 'X-RateLimit-Remaining', 'X-RateLimit-Reset', 'X-Query-Cost', 'X-Query-Cost-Limit'],
].join(', ');
const accepted = 'Authorization, Content-Type, Accept, If-None-Match, X-Request-Id, traceparent, tracestate';

/** Origins are compared as they are, to the character. Where some are listed, every answer varies by origin. */
export function createCors(origins: readonly string[]): Cors {
  const known = new Set(origins);
  const knownOf = ({ headers }: Incoming) =>
    [headers.get('origin')].find((origin) => origin !== null && known.has(origin));
  return {
    preflight: (request) => {
      const asks = request.method === 'OPTIONS' && request.headers.get('access-control-request-method') !== null;
      if (!asks || !knownOf(request)) return null;
      const headers = {
        'Access-Control-Allow-Methods': 'GET, HEAD, POST',
        'Access-Control-Allow-Headers': accepted,
        'Access-Control-Max-Age': String(secondsRemembered),
      };
      return { status: 204, headers, body: null };
    },
    headers: (request, own) => {
      if (known.size === 0) return own;
      const origin = knownOf(request);
      const allowed = origin ? { 'Access-Control-Allow-Origin': origin, 'Access-Control-Expose-Headers': exposed } : {};
      return { ...own, ...allowed, Vary: own.Vary ? `${own.Vary}, Origin` : 'Origin' };
    },
  };
}
