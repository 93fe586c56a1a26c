// What goes back to a client, before it becomes a `Response`: JSON bodies and errors in the two shapes that clients know.

import { STATUS_CODES } from 'node:http';
import { AppError, statusOf } from '../../errors.js';

export interface Answer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | Uint8Array<ArrayBuffer> | null;
}

/** An answer of compact JSON. */
export function jsonAnswer(status: number, body: unknown, headers: Answer['headers'] = {}): Answer {
  return {
    status,
    headers: { 'Content-Type': 'application/json; charset=utf-8', ...headers },
    body: JSON.stringify(body),
  };
}

/** The bytes of a body. */
export function sizeOf({ body }: Answer): number {
  return body === null ? 0 : Buffer.byteLength(body);
}

/** The body of a REST error. */
export function restErrorBody({ code, message }: Pick<AppError, 'code' | 'message'>, status: number = statusOf[code]) {
  return { error: STATUS_CODES[status] ?? 'Error', message, code };
}

/** An error as REST tells it. */
export function restError(error: AppError): Answer {
  return jsonAnswer(statusOf[error.code], restErrorBody(error), error.headers);
}

/** An error as GraphQL tells it where nothing of the request was run, with what else is told of the request. */
export function graphqlError(error: AppError, more: Readonly<Record<string, unknown>> = {}): Answer {
  const errors = [{ message: error.message, extensions: extensionsOf(error) }];
  return jsonAnswer(statusOf[error.code], { errors, ...more }, error.headers);
}

/** The `extensions` of a GraphQL error: its code, the argument at fault where one is, and every fault. */
export function extensionsOf({ code, faults }: AppError) {
  const [first] = faults;
  return { code, ...(first?.field ? { field: first.field } : {}), ...(first ? { faults } : {}) };
}

/** The answer to OPTIONS where `method` is that; `null` where it is one of `allowed`. Throws `method_not_allowed`. */
export function answerMethod(method: string, allowed: readonly string[]): Answer | null {
  const headers = { Allow: [...allowed, 'OPTIONS'].join(', ') };
  if (method === 'OPTIONS') return { status: 204, headers, body: null };
  if (allowed.includes(method)) return null;
  const message = `Method ${method} is not allowed here; use ${allowed.join(' or ')}.`;
  throw new AppError('method_not_allowed', message, { headers });
}
