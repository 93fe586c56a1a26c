// What goes back to a client, before it becomes a `Response`: JSON bodies, and errors in the two shapes that clients know.

import { STATUS_CODES } from 'node:http';
import { AppError, statusOf } from '../../errors.js';

export interface HttpResponse {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Body | null;
}

export type Body = string | Uint8Array<ArrayBuffer>;

/** Characters or bytes of a body up to which a response holds it; a larger one is sent in slices of this length. */
export const maxPlainLength = 65_536;

/** A response of compact JSON. */
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

/** The body of a REST error. */
export function restErrorBody({ code, message }: Pick<AppError, 'code' | 'message'>, status: number = statusOf[code]) {
  return { error: STATUS_CODES[status] ?? 'Error', message, code };
}

/** An error in the shape of REST. */
export function restError(error: AppError): HttpResponse {
  return jsonResponse(statusOf[error.code], restErrorBody(error), error.headers);
}

/** An error in the shape of GraphQL where nothing of the request has an answer, with what else is known of the request. */
export function graphqlError(error: AppError, more: Readonly<Record<string, unknown>> = {}): HttpResponse {
  const errors = [{ message: error.message, extensions: extensionsOf(error) }];
  return jsonResponse(statusOf[error.code], { errors, ...more }, error.headers);
}

/** The `extensions` of a GraphQL error: its code, the argument at fault where one is, and every fault. */
export function extensionsOf({ code, faults }: AppError) {
  const [first] = faults;
  return { code, ...(first?.field ? { field: first.field } : {}), ...(first ? { faults } : {}) };
}

/** The response to OPTIONS at a path that allows `methods`. */
export function optionsResponse(methods: readonly string[]): HttpResponse {
  return { status: 204, headers: { Allow: allowOf(methods) }, body: null };
}

/** The error of a request for a path that there is not. */
export function nothingAt(path: string): AppError {
  return new AppError('not_found', `There is nothing at ${path}: GraphQL is at /graphql, REST under /api/v1.`);
}

/** The error of a request by a method that its path does not allow. */
export function methodNotAllowed(method: string, methods: readonly string[]): AppError {
  const message = `Method ${method} is not allowed here; use ${methods.join(' or ')}.`;
  return new AppError('method_not_allowed', message, { headers: { Allow: allowOf(methods) } });
}

function allowOf(methods: readonly string[]): string {
  return [...methods, 'OPTIONS'].join(', ');
}

/** A response that the router can send, but for a large body that `sendLarge` takes over. Its length is said, so that the answer to HEAD says it too. */
export function toResponse({ status, headers, body }: HttpResponse, sendLarge?: (body: Body) => void): Response {
  const length = body === null ? {} : { 'Content-Length': String(Buffer.byteLength(body)) };
  const isLarge = body !== null && body.length > maxPlainLength;
  if (isLarge) sendLarge?.(body);
  return new Response(isLarge && sendLarge ? null : body, {
    status,
    statusText: STATUS_CODES[status] ?? '',
    headers: { ...headers, ...length },
  });
}
