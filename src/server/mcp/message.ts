// What is refused of a message before anything of it runs: unknown pages, batches, and parameters that the SDK would answer with the text of its own fault.

import { isJSONRPCRequest, ProtocolErrorCode, specTypeSchemas } from '@modelcontextprotocol/server';
import { type HttpResponse, jsonResponse } from '../context/http-response.js';
import { isOwnOrigin } from '../context/own-pages.js';
import { unknownMessage } from '../context/parameter-names.js';

/** Of a whole message, each object and list included. Its parts are validated several times over. */
const maxValues = 10_000;

/**
 * The answer to a page whose origin is neither this server's nor in `origins`; `null` for those, and for clients that are no pages. The protocol asks
 * for it, so that no page reaches a server of its visitor's network under another name.
 */
export function refuseOrigin(
  request: Pick<Request, 'headers' | 'url'>,
  origins: readonly string[],
): HttpResponse | null {
  const origin = request.headers.get('origin');
  if (origin === null || origins.includes(origin) || isOwnOrigin(origin, request)) return null;
  const message = `Pages of ${JSON.stringify(origin.slice(0, 100))} may not call this server: add the origin to CORS_ORIGINS.`;
  return errorOf(403, null, { code: ProtocolErrorCode.InvalidRequest, message });
}

/** The answer to a message that is refused; `null` where it is not, or where the SDK says well what is wrong with it. */
export function refuseMessage(message: unknown, tools: readonly string[]): HttpResponse | null {
  if (Array.isArray(message)) {
    const text = 'Send one JSON-RPC message a request: the Model Context Protocol has no batches.';
    return errorOf(400, null, { code: ProtocolErrorCode.InvalidRequest, message: text });
  }
  if (countUpTo(maxValues + 1, message) > maxValues) {
    const text = `The message has more than ${maxValues} values: send fewer.`;
    return errorOf(400, null, { code: ProtocolErrorCode.InvalidRequest, message: text });
  }
  if (!isJSONRPCRequest(message)) return null;
  const fault = malformed(message) ?? unknownTool(message, tools);
  return fault === null ? null : errorOf(200, message.id, { code: ProtocolErrorCode.InvalidParams, message: fault });
}

/** The answer to a message that is no text. */
export function refuseBytes(): HttpResponse {
  return errorOf(400, null, { code: ProtocolErrorCode.ParseError, message: 'The message is not valid UTF-8.' });
}

function countUpTo(most: number, message: unknown): number {
  const values = [message];
  for (let at = 0; at < values.length && values.length < most; at++) {
    const value = values[at];
    if (typeof value === 'object' && value !== null) for (const each of Object.values(value)) values.push(each);
  }
  return values.length;
}

const schemas = new Map<
  string,
  | typeof specTypeSchemas.CallToolRequest
  | typeof specTypeSchemas.InitializeRequest
  | typeof specTypeSchemas.ListToolsRequest
>([
  ['initialize', specTypeSchemas.InitializeRequest],
  ['tools/list', specTypeSchemas.ListToolsRequest],
  ['tools/call', specTypeSchemas.CallToolRequest],
]);

interface Message {
  readonly method: string;
  readonly params?: Readonly<Record<string, unknown>> | undefined;
}

function malformed(message: Message): string | null {
  const result = schemas.get(message.method)?.['~standard'].validate(message);
  if (!result?.issues) return null;
  const faults = result.issues.map(({ path = [], message: text }) => `${path.join('.')}: ${text}`);
  return `The parameters of ${message.method} are malformed: ${faults.join('; ')}.`;
}

function unknownTool({ method, params }: Message, tools: readonly string[]): string | null {
  const name = params?.name;
  if (method !== 'tools/call' || typeof name !== 'string' || tools.includes(name)) return null;
  return unknownMessage(name, tools, { what: 'tool', taker: 'server' });
}

function errorOf(status: number, id: string | number | null, error: { code: number; message: string }): HttpResponse {
  return jsonResponse(status, { jsonrpc: '2.0', id, error });
}
