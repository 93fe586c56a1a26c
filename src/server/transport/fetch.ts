// Requests without a port: a `Request` in, a `Response` out, the same handler behind it.

import { STATUS_CODES } from 'node:http';
import type { Answer } from '../exchange/answer.js';
import type { Incoming } from '../exchange/call.js';
import type { Handler } from '../handler.js';

/** Answers a request. The request is closed, for its `onClose`, once its response is handed over. Never rejects. */
export async function answerFetch(handler: Handler, request: Request): Promise<Response> {
  const listeners: (() => void)[] = [];
  const answer = await handler.answer(toIncoming(request, (listener) => listeners.push(listener)));
  const response = toResponse(answer, request);
  for (const listener of listeners) listener();
  return response;
}

function toIncoming(
  { method, url, headers, body, signal }: Request,
  onClose: (listener: () => void) => void,
): Incoming {
  const bytes = body as AsyncIterable<Uint8Array> | null; // safe because Node's streams are iterable
  return { method, url, headers, body: bytes, address: null, signal, onClose };
}

function toResponse({ status, headers, body }: Answer, { method }: Request): Response {
  const statusText = STATUS_CODES[status] ?? '';
  return new Response(method === 'HEAD' ? null : body, { status, statusText, headers });
}
