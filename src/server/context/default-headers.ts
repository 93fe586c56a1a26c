// Headers of every response, including those to malformed requests. Strict-Transport-Security is left to the proxy that terminates TLS: over plain HTTP
// browsers ignore it, and only the proxy knows whether it applies to the whole host.

import { type HttpResponse, toResponse } from './http-response.js';
import type { RequestContext } from './request-context.js';

/** Headers of every response, unless the response sets them itself. */
export const defaultHeaders = {
  'X-Content-Type-Options': 'nosniff',
  'X-Frame-Options': 'DENY',
  'Referrer-Policy': 'no-referrer',
  'Cross-Origin-Opener-Policy': 'same-origin',
  'Cross-Origin-Resource-Policy': 'same-origin',
  'Content-Security-Policy': "default-src 'none'; frame-ancestors 'none'",
  'Cache-Control': 'private, no-store',
  Vary: 'Authorization, Accept',
};

/** The response to `requestContext`, with the default headers and those collected while it was handled. */
export function respond(requestContext: RequestContext, { status, headers, body, stream }: HttpResponse): Response {
  const { cost, trace, limitHeaders, requestId } = requestContext;
  const costHeaders = cost && { 'X-Query-Cost': String(cost.requested), 'X-Query-Cost-Limit': String(cost.limit) };
  const ids = { 'X-Request-Id': requestId, ...(trace ? { traceresponse: trace.response } : {}) };
  const all = { ...defaultHeaders, ...limitHeaders, ...costHeaders, ...headers, ...ids };
  return toResponse(
    { status, headers: all, body, ...(stream ? { stream } : {}) },
    requestContext.request.method === 'HEAD' ? undefined : requestContext.sendLarge,
  );
}
