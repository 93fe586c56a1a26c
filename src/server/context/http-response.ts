// Responses before they become a `Response`: JSON bodies, and errors in the formats of REST and GraphQL.

import { STATUS_CODES } from 'node:http';
import { AppError, statusOf } from '../../errors.js';

export interface HttpResponse {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Body | null;
  /** In place of a body: one whose length is not known. */
  readonly stream?: BodyStream;
}

export type Body = string | Uint8Array<ArrayBuffer>;

/** Chunks of a body, made as they are taken. Whoever takes no more of them calls `return`. */
export type BodyStream = AsyncGenerator<string | Uint8Array, void, undefined>;

/** Maximum number of characters or bytes of a body that is sent at once; a larger one is sent in slices of this length. */
export const maxPlainLength = 65_536;

/** A response with compact JSON. */
export function jsonResponse(status: number, body: unknown, headers: HttpResponse['headers'] = {}): HttpResponse {
  return {
    status,
    headers: { 'Content-Type': 'application/json; charset=utf-8', ...headers },
    body: JSON.stringify(body),
  };
}

/** The bytes of a body. */
export function sizeOf({ body }: HttpResponse): number {
  return body === null ? 0 : Buffer.byteLength(body);
}

/** The body of a REST error; with all faults of the request, where there are any. */
export function restErrorBody(
  { code, message, faults = [] }: Pick<AppError, 'code' | 'message'> & Partial<Pick<AppError, 'faults'>>,
  status: number = statusOf[code],
) {
  return { error: STATUS_CODES[status] ?? 'Error', message, code, ...(faults.length > 0 ? { faults } : {}) };
}

/** An error in the format of REST. */
export function restError(error: AppError): HttpResponse {
  return jsonResponse(statusOf[error.code], restErrorBody(error), error.headers);
}

/** An error in the format of GraphQL for a request without data, with further extensions. */
export function graphqlError(error: AppError, more: Readonly<Record<string, unknown>> = {}): HttpResponse {
  const errors = [{ message: error.message, extensions: extensionsOf(error) }];
  return jsonResponse(statusOf[error.code], { errors, ...more }, error.headers);
}

/** The `extensions` of a GraphQL error: its code, the faulty argument if there is one, and all faults. */
export function extensionsOf({ code, faults }: AppError) {
  const [first] = faults;
  return { code, ...(first?.field ? { field: first.field } : {}), ...(first ? { faults } : {}) };
}

/** The response to OPTIONS for a path that accepts `methods`. */
export function optionsResponse(methods: readonly string[]): HttpResponse {
  return { status: 204, headers: { Allow: allowOf(methods) }, body: null };
}

/** The error for a path that does not exist. */
export function nothingAt(path: string): AppError {
  return new AppError(
    'not_found',
    `There is nothing at ${path}: GraphQL is at /graphql, REST under /api/v1, MCP at /mcp.`,
  );
}

/** The error for a method that the path does not accept. */
export function methodNotAllowed(method: string, methods: readonly string[]): AppError {
  const message = `Method ${method} is not allowed here; use ${methods.join(' or ')}.`;
  return new AppError('method_not_allowed', message, { headers: { Allow: allowOf(methods) } });
}

function allowOf(methods: readonly string[]): string {
  return [...methods, 'OPTIONS'].join(', ');
}

/** Takes over a large body, or a stream. */
export type SendLarge = (body: Body | BodyStream) => void;

/** A response that the router can send; `sendLarge` takes over what is not sent at once. It declares its length, so that the response to HEAD does as well. */
export function toResponse({ status, headers, body, stream }: HttpResponse, sendLarge?: SendLarge): Response {
  const large = stream ?? (body !== null && body.length > maxPlainLength ? body : null);
  if (large !== null) sendLarge?.(large);
  const isTakenOver = large !== null && sendLarge !== undefined;
  return new Response(isTakenOver ? null : stream ? readable(stream) : body, {
    status,
    statusText: STATUS_CODES[status] ?? '',
    headers: body === null ? headers : { ...headers, 'Content-Length': String(Buffer.byteLength(body)) },
  });
}

/** The chunks as bytes, made as they are read. */
export function readable(chunks: BodyStream): ReadableStream<Uint8Array> {
  const encoder = new TextEncoder();
  return new ReadableStream({
    pull: async (controller) => {
      const { done, value } = await chunks.next();
      if (done) controller.close();
      else controller.enqueue(typeof value === 'string' ? encoder.encode(value) : value);
    },
    cancel: async () => {
      await chunks.return();
    },
  });
}
