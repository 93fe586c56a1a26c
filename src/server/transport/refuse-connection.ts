// Answers what no handler ever sees: what node:http cannot read as a request, or would answer by itself without a body and a request id.

import { randomUUID } from 'node:crypto';
import { type IncomingMessage, type Server, type ServerResponse, STATUS_CODES } from 'node:http';
import type { Duplex } from 'node:stream';
import type { ErrorCode } from '../../errors.js';
import { restErrorBody } from '../exchange/answer.js';
import { everyHeader } from '../exchange/everywhere.js';

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
/** Longest address, in bytes: any that a client of REST needs is far shorter. */
const maxAddress = 12_000;
const tooLong: Refusal = {
  status: 414,
  code: 'payload_too_large',
  message: `The address is longer than ${maxAddress} bytes: send a long GraphQL document by POST.`,
};
const hostless: Refusal = { status: 400, code: 'validation_error', message: 'The request has no Host header.' };
const unexpected: Refusal = {
  status: 417,
  code: 'validation_error',
  message: 'The request expects what is not offered: Expect may only be 100-continue.',
};
const tunnel: Refusal = { status: 405, code: 'method_not_allowed', message: 'This server opens no tunnels.' };

/** Takes over from node:http what it would refuse by itself; but for a missing Host, which `refuseUnfit` looks after. */
export function refuseConnections(server: Server): void {
  server.on('clientError', (error: NodeJS.ErrnoException, socket: Duplex) => {
    if (error.code === 'ECONNRESET' || !socket.writable) socket.destroy();
    else refuseSocket(socket, refusals[error.code ?? ''] ?? malformed);
  });
  server.on('connect', (_, socket) => {
    socket.on('error', () => {}); // a client that has gone needs no answer
    refuseSocket(socket, tunnel, { Allow: 'GET, HEAD, POST, OPTIONS' });
  });
  server.on('checkExpectation', (_, response) => refuse(response, unexpected));
}

/** Answers a request without a Host, which HTTP/1.1 does not allow, and one whose address is too long; `false`: it is neither. */
export function refuseUnfit({ headers, httpVersion, url = '' }: IncomingMessage, response: ServerResponse): boolean {
  const isHostless = headers.host === undefined && httpVersion === '1.1';
  if (!isHostless && url.length <= maxAddress) return false;
  refuse(response, isHostless ? hostless : tooLong);
  return true;
}

function refuse(response: ServerResponse, refusal: Refusal): void {
  const { headers, body } = answerOf(refusal);
  response.writeHead(refusal.status, headers).end(body);
}

function refuseSocket(socket: Duplex, refusal: Refusal, more: Readonly<Record<string, string>> = {}): void {
  const { headers, body } = answerOf(refusal);
  const lines = Object.entries({ ...headers, ...more }).map(([name, value]) => `${name}: ${value}`);
  const head = [`HTTP/1.1 ${refusal.status} ${STATUS_CODES[refusal.status]}`, ...lines];
  socket.end(`${head.join('\r\n')}\r\n\r\n${body}`);
}

function answerOf({ status, code, message }: Refusal) {
  const body = JSON.stringify(restErrorBody({ code, message }, status));
  const headers = {
    ...everyHeader,
    'Content-Type': 'application/json; charset=utf-8',
    'Content-Length': String(Buffer.byteLength(body)),
    'X-Request-Id': randomUUID(),
    Connection: 'close',
  };
  return { headers, body };
}
