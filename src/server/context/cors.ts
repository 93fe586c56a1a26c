// CORS: the origins whose pages may send requests to this server, none unless they are configured. They send keys in a
// header: the session of a browser is for our own pages, so credentials are not allowed, and a page without a key learns nothing.

import type { MiddlewareHandler } from 'hono';
import { cors } from 'hono/cors';
import type { ServerContext, ServerEnv } from './request-context.js';

const maxAgeSeconds = 7_200;
const exposeHeaders = [
  ...['ETag', 'X-Request-Id', 'Retry-After', 'RateLimit', 'RateLimit-Policy', 'traceresponse'],
  ...['X-RateLimit-Limit', 'X-RateLimit-Remaining', 'X-RateLimit-Reset', 'X-Query-Cost', 'X-Query-Cost-Limit'],
  ...['Content-Disposition', 'Notices'],
];
const allowHeaders = [
  ...['Authorization', 'Content-Type', 'Accept', 'If-None-Match', 'X-Request-Id', 'traceparent', 'tracestate'],
  // Of the Model Context Protocol over HTTP.
  ...['MCP-Protocol-Version', 'Mcp-Session-Id', 'Last-Event-ID', 'Mcp-Method', 'Mcp-Name'],
];

/** Allows pages of `origins` to read responses. Origins are compared exactly. */
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
    if (isKnown && isQuestion) {
      c.header('X-Request-Id', c.get('requestContext').requestId);
      return allow(c, next);
    }
    // Other origins learn nothing; the path itself responds to OPTIONS.
    await next();
    c.header('Vary', 'Origin', { append: true });
  };
}

function isPreflight(c: ServerContext): boolean {
  return c.req.header('access-control-request-method') !== undefined;
}
