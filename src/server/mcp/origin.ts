// The origin of a page that speaks the Model Context Protocol: the protocol asks servers to refuse unknown ones, so that no page reaches a server of
// its visitor's network under another name.

import { ProtocolErrorCode } from '@modelcontextprotocol/server';
import { type HttpResponse, jsonResponse } from '../context/http-response.js';

/** The answer to a page whose origin is neither this server's nor in `origins`; `null` for those, and for clients that are no pages. */
export function refuseOrigin(
  { headers, url }: Pick<Request, 'headers' | 'url'>,
  origins: readonly string[],
): HttpResponse | null {
  const origin = headers.get('origin');
  if (origin === null || origins.includes(origin) || hostOf(origin) === (headers.get('host') ?? hostOf(url)))
    return null;
  const message = `Pages of ${JSON.stringify(origin.slice(0, 100))} may not call this server: add the origin to CORS_ORIGINS.`;
  return jsonResponse(403, { jsonrpc: '2.0', id: null, error: { code: ProtocolErrorCode.InvalidRequest, message } });
}

/** Behind a proxy that terminates TLS, the scheme of a request is not that of the page. */
function hostOf(url: string): string | null {
  return URL.canParse(url) ? new URL(url).host || null : null;
}
