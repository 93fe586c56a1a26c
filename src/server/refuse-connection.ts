// Answers what node:http could not read as a request: no handler ever sees it.

import { randomUUID } from 'node:crypto';
import { STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';
import type { ErrorCode } from '../errors.js';
import { restErrorBody } from './answer.js';

interface Refusal {
  readonly status: number;
  readonly code: ErrorCode;
  readonly message: string;
}

const refusals: Readonly<Record<string, Refusal>> = {
  HPE_HEADER_OVERFLOW: {
    status: 431,
    code: 'payload_too_large',
    message: 'The address and headers of the request are too large together: send a long GraphQL document by POST.',
  },
  ERR_HTTP_REQUEST_TIMEOUT: {
    status: 408,
    code: 'validation_error',
    message: 'The request did not arrive in time: send it again.',
  },
};

const malformed: Refusal = { status: 400, code: 'validation_error', message: 'The request is not HTTP.' };

/** Tells the client what is wrong, and ends the connection. */
export function refuseConnection(error: NodeJS.ErrnoException, socket: Socket): void {
  if (error.code === 'ECONNRESET' || !socket.writable) {
    socket.destroy();
    return;
  }
  const { status, ...refusal } = refusals[error.code ?? ''] ?? malformed;
  const body = JSON.stringify(restErrorBody(refusal, status));
  const head = [
    `HTTP/1.1 ${status} ${STATUS_CODES[status]}`,
    'Content-Type: application/json; charset=utf-8',
    `Content-Length: ${Buffer.byteLength(body)}`,
    `X-Request-Id: ${randomUUID()}`,
    'Connection: close',
  ];
  socket.end(`${head.join('\r\n')}\r\n\r\n${body}`);
}
