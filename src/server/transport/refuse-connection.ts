// Responds to what no handler receives: malformed requests, and those that node:http would refuse by itself without a body and a request id.

import { randomUUID } from 'node:crypto';
import { type IncomingMessage, type Server, type ServerResponse, STATUS_CODES } from 'node:http';
import { Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import { type ErrorCode, statusOf } from '../../errors.js';
import { defaultHeaders } from '../context/default-headers.js';
import { toAppError } from '../context/errors.js';
import { restErrorBody } from '../context/http-response.js';
import type { Connections } from './connections.js';

interface Refusal {
  readonly status: number;
  readonly code: ErrorCode;
  readonly message: string;
}

const refused = (status: number, code: ErrorCode, message: string): Refusal => ({ status, code, message });

const late = refused(408, 'validation_error', 'The request did not arrive in time: send it again.');

const refusals: Readonly<Record<string, Refusal>> = {
  HPE_HEADER_OVERFLOW: refused(
    431,
    'payload_too_large',
    'The address and headers of the request are too large together: send a long GraphQL document by POST.',
  ),
  HPE_INVALID_EOF_STATE: refused(400, 'validation_error', 'The request ends before its body does: send it again.'),
  ERR_HTTP_REQUEST_TIMEOUT: late,
};

const malformed = refused(400, 'validation_error', 'The request is not HTTP.');
/** Maximum length of a URL, in bytes: those of REST are far shorter. */
const maxAddress = 12_000;
const tooLong = refused(
  414,
  'payload_too_large',
  `The address is longer than ${maxAddress} bytes: send a long GraphQL document by POST.`,
);
const hostless = refused(400, 'validation_error', 'The request has no Host header.');
const ambiguous = refused(400, 'validation_error', 'The request has more than one Host header.');
const unreadable = refused(400, 'validation_error', 'The Host header or the address of the request is not valid.');
const unexpected = refused(417, 'validation_error', 'Unsupported Expect header: it may only be 100-continue.');
const tunnel = refused(405, 'method_not_allowed', 'This server opens no tunnels.');

/**
 * Takes over the refusals of node:http, except for a missing Host, which `refuseUnfit` handles. A refused connection is closed after `lingerMs`, so that its
 * client can read the error.
 */
export function refuseConnections(server: Server, { isAnswering }: Connections, lingerMs: number): void {
  // Requests arrive over a socket of node:net, though the types of these events are less specific.
  server.on('clientError', (error: NodeJS.ErrnoException, socket) => {
    if (socket.writableEnded) return; // it is refused already, and what it still sends is nothing to us
    const isLost = error.code === 'ECONNRESET' || !socket.writable;
    if (isLost || !(socket instanceof Socket) || isAnswering(socket)) socket.destroy();
    else refuseSocket(socket, { ...(refusals[error.code ?? ''] ?? malformed), lingerMs });
  });
  server.on('connect', (_, socket) => {
    socket.on('error', () => {}); // a client that has gone needs no answer
    refuseSocket(socket, { ...tunnel, headers: { Allow: 'GET, HEAD, POST, OPTIONS' }, lingerMs });
  });
  server.on('checkExpectation', (_, response) => refuse(response, unexpected));
}

/** Responds to a request that was not received in time. */
export function refuseLate(socket: Duplex, lingerMs: number): void {
  if (socket.writable) refuseSocket(socket, { ...late, lingerMs });
  else socket.destroy();
}

/** Refuses a request whose Host is missing or ambiguous, as HTTP/1.1 requires, or whose URL is too long; `false` if it is neither. */
export function refuseUnfit({ rawHeaders, httpVersion, url = '' }: IncomingMessage, response: ServerResponse): boolean {
  let hosts = 0;
  for (let at = 0; at < rawHeaders.length; at += 2) if (isHost(rawHeaders[at])) hosts += 1;
  if (hosts > 1) refuse(response, ambiguous);
  else if (hosts === 0 && httpVersion === '1.1') refuse(response, hostless);
  else if (url.length > maxAddress) refuse(response, tooLong);
  else if (!url.startsWith('/') && /^\w+:\/\/[^/?#]*@/.test(url)) refuse(response, unreadable);
  else return false;
  return true;
}

function isHost(name: string | undefined): boolean {
  return name?.length === 4 && name.toLowerCase() === 'host';
}

/** The response to a request whose Host is not a valid host. */
export function refuseUnreadable(): Response {
  const { headers, body } = answerOf(unreadable);
  return new Response(body, { status: unreadable.status, headers });
}

/** The response to a request whose handling threw. */
export function answerFailure(error: unknown, report: (error: unknown, requestId: string) => void): Response {
  const requestId = randomUUID();
  const { code, message, headers: more } = toAppError(error, { requestId, report: (each) => report(each, requestId) });
  const { headers, body } = answerOf({ status: statusOf[code], code, message }, requestId);
  return new Response(body, { status: statusOf[code], headers: { ...headers, ...more } });
}

function refuse(response: ServerResponse, refusal: Refusal): void {
  const { headers, body } = answerOf(refusal);
  response.writeHead(refusal.status, headers).end(body);
}

interface SocketRefusal extends Refusal {
  readonly headers?: Readonly<Record<string, string>>;
  readonly lingerMs: number;
}

/** Responds, and destroys the socket soon after: a client that never closes its side would keep it open. */
function refuseSocket(socket: Duplex, { headers: more = {}, lingerMs, ...refusal }: SocketRefusal): void {
  const { headers, body } = answerOf(refusal);
  const lines = Object.entries({ ...headers, ...more }).map(([name, value]) => `${name}: ${value}`);
  const head = [`HTTP/1.1 ${refusal.status} ${STATUS_CODES[refusal.status]}`, ...lines];
  socket.end(`${head.join('\r\n')}\r\n\r\n${body}`);
  const gone = setTimeout(() => socket.destroy(), lingerMs);
  socket.once('close', () => clearTimeout(gone));
}

function answerOf({ status, code, message }: Refusal, requestId: string = randomUUID()) {
  const body = JSON.stringify(restErrorBody({ code, message }, status));
  const headers = {
    ...defaultHeaders,
    'Content-Type': 'application/json; charset=utf-8',
    'Content-Length': String(Buffer.byteLength(body)),
    'X-Request-Id': requestId,
    Connection: 'close',
  };
  return { headers, body };
}
