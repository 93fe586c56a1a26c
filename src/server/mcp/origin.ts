// The origin of a page that speaks the Model Context Protocol: the protocol asks servers to refuse unknown ones, so that no page reaches a server of
// its visitor's network under another name.

import { ProtocolErrorCode } from '@modelcontextprotocol/server';
import { type HttpResponse, jsonResponse } from '../context/http-response.js';
import { isOwnOrigin } from '../context/own-origin.js';

/** The answer to a page whose origin is neither this server's nor in `origins`; `null` for those, and for clients that are no pages. */
export function refuseOrigin(
  request: Pick<Request, 'headers' | 'url'>,
  origins: readonly string[],
): HttpResponse | null {
  const origin = request.headers.get('origin');
  if (origin === null || origins.includes(origin) || isOwnOrigin(origin, request)) return null;
  const message = `Pages of ${JSON.stringify(origin.slice(0, 100))} may not call this server: add the origin to CORS_ORIGINS.`;
  return jsonResponse(403, { jsonrpc: '2.0', id: null, error: { code: ProtocolErrorCode.InvalidRequest, message } });
}
