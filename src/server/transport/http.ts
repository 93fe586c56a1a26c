// The server over node:http: an address that answers, and an orderly end.

import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Handler } from '../handler.js';
import { hurry, leavingOf, type Patience, timeoutsOf, usualPatience } from './patience.js';
import { refuseConnections, refuseUnfit } from './refuse-connection.js';

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
  /** Most open connections; more are closed as they come. */
  readonly maxConnections?: number;
  readonly patience?: Patience;
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
  { host, port, graceMs = defaultGraceMs, maxConnections, patience = usualPatience }: ListenOptions,
): Promise<Listening> {
  const server: Server = createServer(
    { ...timeoutsOf(patience), maxHeaderSize, requireHostHeader: false },
    (request, response) => void respond({ handler, server, patience }, request, response),
  );
  if (maxConnections !== undefined) server.maxConnections = maxConnections;
  refuseConnections(server);
  await new Promise<void>((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) => reject(toPlain(error, port)));
    server.listen(port, host, resolve);
  });
  const bound = server.address() as AddressInfo; // safe because it listens on a port
  return {
    url: `http://${host.includes(':') ? `[${host}]` : host}:${bound.port}`,
    port: bound.port,
    [Symbol.asyncDispose]: () => close(server, handler, graceMs),
  };
}

function toPlain(error: NodeJS.ErrnoException, port: number): Error {
  if (error.code !== 'EADDRINUSE') return error;
  return new Error(`Port ${port} is in use already: set PORT to another one.`, { cause: error });
}

interface Serving {
  readonly handler: Handler;
  readonly server: Server;
  readonly patience: Patience;
}

async function respond(
  { handler, server, patience }: Serving,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  if (refuseUnfit(request, response)) return;
  const { status, headers, body } = await handler.answer({
    method: request.method ?? 'GET',
    url: request.url ?? '/',
    headers: { get: (name) => headerOf(request, name) },
    // Leaving the loop over a body that is too large must not end the connection before the answer is out.
    body: request.iterator({ destroyOnReturn: false }) as AsyncIterable<Uint8Array>, // safe because no encoding is set
    address: request.socket.remoteAddress ?? null,
    signal: leavingOf(response),
    onClose: (listener) => {
      if (response.closed) listener();
      else response.once('close', listener);
    },
  });
  if (response.destroyed) return;
  const length = body === null ? {} : { 'Content-Length': Buffer.byteLength(body) };
  const last = server.listening ? {} : { Connection: 'close' };
  response.writeHead(status, { ...headers, ...length, ...last });
  response.end(body ?? undefined);
  hurry(response, patience);
  // What nobody read of the body would block the next request of the connection.
  if (!request.complete) request.resume();
}

function headerOf({ headers }: IncomingMessage, name: string): string | null {
  const value = headers[name];
  return Array.isArray(value) ? value.join(', ') : (value ?? null);
}

async function close(server: Server, handler: Handler, graceMs: number): Promise<void> {
  handler.drain();
  if (!server.listening) return;
  const closed = new Promise<void>((resolve) => server.close(() => resolve()));
  server.closeIdleConnections();
  const late = setTimeout(() => server.closeAllConnections(), graceMs);
  await closed;
  clearTimeout(late);
}
