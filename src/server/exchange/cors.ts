// Which pages of other origins a browser may let ask this server: none, unless the configuration lists their origins. Keys travel
// in a header and never in a cookie, so no credentials are allowed and a page without a key learns nothing.

import type { MiddlewareHandler } from 'hono';
import { cors } from 'hono/cors';
import type { ServerContext, ServerEnv } from './exchange.js';

const maxAgeSeconds = 7_200;
const exposeHeaders = [
  ...['ETag', 'X-Request-Id', 'Retry-After', 'RateLimit', 'RateLimit-Policy', 'traceresponse'],
  ...['X-RateLimit-Limit', 'X-RateLimit-Remaining', 'X-RateLimit-Reset', 'X-Query-Cost', 'X-Query-Cost-Limit'],
];
const allowHeaders = [
  ...['Authorization', 'Content-Type', 'Accept', 'If-None-Match', 'X-Request-Id', 'traceparent', 'tracestate'],
];

/** Lets pages of `origins` read responses. Origins are compared as they are, to the character. */
export function allowOrigins(origins: readonly string[]): MiddlewareHandler<ServerEnv> {
  const allow = cors({
    origin: [...origins],
    allowMethods: ['GET', 'HEAD', 'POST'],
    allowHeaders,
    exposeHeaders,
    maxAge: maxAgeSeconds,
  });
  return async (c, next) => {
    const isKnown = origins.includes(c.req.header('origin') ?? '');
    const isQuestion = c.req.method !== 'OPTIONS' || isPreflight(c);
    if (isKnown && isQuestion) return allow(c, next);
    // Other origins learn nothing, and OPTIONS is answered as the path itself answers it.
    await next();
    c.header('Vary', 'Origin', { append: true });
  };
}

function isPreflight(c: ServerContext): boolean {
  return c.req.header('access-control-request-method') !== undefined;
}
