// The server over node:http: an address that answers, and an orderly end.

import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Handler } from '../handler.js';
import { type Connections, watchConnections } from './connections.js';
import { leavingOf } from './exchange.js';
import { refuseConnections, refuseLate, refuseUnfit } from './refuse-connection.js';
import { sendBody } from './send.js';
import { defaultTimeouts, type Timeouts, timeoutsOf } from './timeouts.js';

export interface Listening extends AsyncDisposable {
  /** Where the server answers, without a slash at the end. */
  readonly url: string;
  readonly port: number;
}

export interface ListenOptions {
  readonly host: string;
  /** 0 takes a free one. */
  readonly port: number;
  /** Longest wait for requests under way when the server ends, in milliseconds. */
  readonly graceMs?: number;
  /** Open connections at most; a new one takes the place of the one that has been silent longest. */
  readonly maxConnections?: number;
  readonly timeouts?: Timeouts;
}

const defaultGraceMs = 15_000;
/** The address and the headers of a request together, in bytes. */
const maxHeaderSize = 16_384;

/**
 * Listens; rejects where the address cannot be had. Disposal stops listening, refuses new requests on open connections,
 * finishes what is under way, and closes.
 */
export async function listen(
  handler: Handler,
  {
    host,
    port,
    graceMs = defaultGraceMs,
    maxConnections = Number.POSITIVE_INFINITY,
    timeouts = defaultTimeouts,
  }: ListenOptions,
): Promise<Listening> {
  const server: Server = createServer({ ...timeoutsOf(timeouts), maxHeaderSize, requireHostHeader: false });
  const connections = watchConnections(server, {
    maxConnections,
    timeouts,
    onLate: (socket) => refuseLate(socket, timeouts.lingerMs),
  });
  server.on(
    'request',
    (request, response) => void respond({ handler, server, connections, timeouts }, request, response),
  );
  refuseConnections(server, { isAnswering: connections.isAnswering, lingerMs: timeouts.lingerMs });
  await new Promise<void>((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) => reject(toPlain(error, port)));
    server.listen(port, host, resolve);
  });
  const bound = server.address() as AddressInfo; // safe because it listens on a port
  return {
    url: `http://${host.includes(':') ? `[${host}]` : host}:${bound.port}`,
    port: bound.port,
    [Symbol.asyncDispose]: () => close({ handler, server, connections, graceMs }),
  };
}

function toPlain(error: NodeJS.ErrnoException, port: number): Error {
  if (error.code !== 'EADDRINUSE') return error;
  return new Error(`Port ${port} is in use already: set PORT to another one.`, { cause: error });
}

interface Serving {
  readonly handler: Handler;
  readonly server: Server;
  readonly connections: Connections;
  readonly timeouts: Timeouts;
}

async function respond(
  { handler, server, connections, timeouts }: Serving,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const exchange = connections.begin(request.socket, response);
  if (refuseUnfit(request, response)) return;
  const { status, headers, body } = await handler.answer({
    method: request.method ?? 'GET',
    url: request.url ?? '/',
    headers: { get: (name) => headerOf(request, name) },
    // Leaving the loop over a body that is too large must not end the connection before the answer is out.
    body: request.iterator({ destroyOnReturn: false }) as AsyncIterable<Uint8Array>, // safe because no encoding is set
    address: request.socket.remoteAddress ?? null,
    signal: leavingOf(exchange),
    onClose: exchange.onClose,
  });
  if (response.destroyed) return;
  const length = body === null ? {} : { 'Content-Length': Buffer.byteLength(body) };
  const last = server.listening ? {} : { Connection: 'close' };
  response.writeHead(status, { ...headers, ...length, ...last });
  if (body === null || request.method === 'HEAD') response.end();
  else sendBody(exchange, body, timeouts);
  // What nobody read of the body would block the next request of the connection.
  if (!request.complete) request.resume();
}

function headerOf({ headers }: IncomingMessage, name: string): string | null {
  const value = headers[name];
  return Array.isArray(value) ? value.join(', ') : (value ?? null);
}

interface Closing extends Omit<Serving, 'timeouts'> {
  readonly graceMs: number;
}

async function close({ handler, server, connections, graceMs }: Closing): Promise<void> {
  handler.drain();
  connections.drain();
  if (!server.listening) return;
  const closed = new Promise<void>((resolve) => server.close(() => resolve()));
  server.closeIdleConnections();
  const late = setTimeout(() => server.closeAllConnections(), graceMs);
  await closed;
  clearTimeout(late);
}
