// The HTTP server on node:http: listens on an address, and shuts down gracefully.

import { createServer, type IncomingMessage, type Server, ServerResponse } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { getRequestListener, RequestError } from '@hono/node-server';
import { RESPONSE_ALREADY_SENT } from '@hono/node-server/utils/response';
import type { Body, BodyStream } from '../context/http-response.js';
import { valueIn } from '../context/own-pages.js';
import type { Router } from '../router.js';
import { type ActiveRequest, closeAfterBody, onLeave } from './active-request.js';
import { type Connections, watchConnections } from './connections.js';
import { createFairTurns } from './fair-turns.js';
import { answerFailure, refuseConnections, refuseLate, refuseUnfit, refuseUnreadable } from './refuse-connection.js';
import { closeIfStalled, sendBody, sendStream } from './send.js';
import { defaultTimeouts, type Timeouts, timeoutsOf } from './timeouts.js';

export interface Listening extends AsyncDisposable {
  /** The URL of the server, without a trailing slash. */
  readonly url: string;
  readonly port: number;
}

export interface ListenOptions {
  readonly host: string;
  /** 0 chooses a free port. */
  readonly port: number;
  /** Maximum wait for active requests at shutdown, in milliseconds. */
  readonly graceMs?: number;
  /** Maximum number of open connections; beyond it, the one that has been idle longest is closed. */
  readonly maxConnections?: number;
  readonly timeouts?: Timeouts;
  /** Called once, with the first error of accepting connections; the server goes on accepting. */
  readonly onAcceptError?: (error: Error) => void;
  /** Called with what the handling of a request threw, and the request id that its client received. */
  readonly onFailure?: (error: unknown, requestId: string) => void;
}

/**
 * A response that knows its active request. In a `WeakMap`, which a scavenge of V8 does not clear, each would outlive its request until the next full
 * collection.
 */
class TrackedResponse extends ServerResponse {
  current: ActiveRequest | null = null;
}

const defaultGraceMs = 15_000;
/** Maximum size of the URL and the headers of a request, in bytes. */
const maxHeaderSize = 16_384;

/**
 * Listens; rejects if the address is not available. Disposal stops listening, refuses new requests on open connections,
 * waits for active requests, and closes.
 */
export async function listen(router: Router, given: ListenOptions): Promise<Listening> {
  const { host, port, graceMs = defaultGraceMs, maxConnections = Number.POSITIVE_INFINITY } = given;
  const { timeouts = defaultTimeouts, onAcceptError = () => {}, onFailure = () => {} } = given;
  const options = { ...timeoutsOf(timeouts), maxHeaderSize, requireHostHeader: false };
  const server = createServer({ ...options, ServerResponse: TrackedResponse }) as Server; // safe because those are responses
  const connections = watchConnections(server, {
    maxConnections,
    timeouts,
    onLate: (socket) => refuseLate(socket, timeouts.lingerMs),
  });
  serve(server, { router, connections, timeouts, host, onFailure });
  refuseConnections(server, connections, timeouts.lingerMs);
  await new Promise<void>((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) => reject(toPlain(error, port)));
    server.listen(port, host, resolve);
  });
  surviveAcceptErrors(server, onAcceptError);
  const bound = server.address() as AddressInfo; // safe because it listens on a port
  return {
    url: `http://${host.includes(':') ? `[${host}]` : host}:${bound.port}`,
    port: bound.port,
    [Symbol.asyncDispose]: () => close(server, { router, connections, graceMs }),
  };
}

/** Without a listener such an error, as where there are no file descriptors left, would end the process. */
export function surviveAcceptErrors(server: Server, onFirst: (error: Error) => void): void {
  server.removeAllListeners('error');
  server.once('error', onFirst);
  server.on('error', () => {});
}

function toPlain(error: NodeJS.ErrnoException, port: number): Error {
  if (error.code !== 'EADDRINUSE') return error;
  return new Error(`Port ${port} is in use already: set PORT to another one.`, { cause: error });
}

interface Serving {
  readonly router: Router;
  readonly connections: Connections;
  readonly timeouts: Timeouts;
  readonly host: string;
  readonly onFailure: (error: unknown, requestId: string) => void;
}

/** Responds to the requests of `server`. A body of more than one slice is sent by our code, no faster than its client reads it. */
function serve(server: Server, { router, connections, timeouts, host, onFailure }: Serving): void {
  const errorHandler = (error: unknown) =>
    error instanceof RequestError ? refuseUnreadable() : answerFailure(error, onFailure);
  const answer = getRequestListener(
    async (request, env) => {
      const outgoing = env.outgoing as TrackedResponse; // safe because the server makes these, and speaks HTTP/1
      const { current } = outgoing;
      if (!current) throw new Error('A response belongs to no active request.');
      let large: Body | BodyStream | null = null;
      const response = await router.fetch(request, {
        address: outgoing.req.socket.remoteAddress ?? null,
        onLeave: (listener) => onLeave(current, listener),
        onClose: current.onClose,
        requestMs: timeouts.requestMs,
        sendLarge: (body) => {
          large = body;
        },
      });
      if (large === null) return response;
      if (!outgoing.destroyed) outgoing.writeHead(response.status, Object.fromEntries(response.headers));
      send(current, large, timeouts);
      return RESPONSE_ALREADY_SENT;
    },
    { hostname: host, autoCleanupIncoming: false, errorHandler },
  );
  const turns = new WeakMap<Socket, Promise<void>>();
  const fairTurn = createFairTurns();
  server.on('request', (request, response) => {
    const { socket } = request;
    // What was read of a connection is parsed to its end, also where the client was cut off within it.
    if (socket.destroyed) return;
    const current = connections.begin(socket, response);
    if (response instanceof TrackedResponse) response.current = current;
    closeAfterBody(request, response, timeouts.requestMs);
    if (refuseUnfit(request, response)) return;
    const answered = async () => {
      const isTurn = socket.destroyed ? null : fairTurn(credentialOf(request));
      if (isTurn) await isTurn;
      if (socket.destroyed) return;
      await answer(request, response);
      if (response.writableEnded) closeIfStalled(current, timeouts);
      // What nobody read of the body would block the next request of the connection.
      if (!request.complete) request.resume();
    };
    // Requests of one connection are answered one after the other: however many a client sends ahead, it is one client.
    turns.set(socket, (turns.get(socket) ?? Promise.resolve()).then(answered));
  });
}

/** Who a request is begun for: a key, a session, or whoever has neither. */
function credentialOf({ headers: { authorization, cookie = '', host = '' }, socket }: IncomingMessage): string {
  // However it is written, and whatever else is sent with it.
  return authorization?.trim().split(/\s+/).at(-1) ?? valueIn(cookie, host) ?? socket.remoteAddress ?? '';
}

/** Sends a body whose headers are written; of one that cannot be sent any more, a stream is ended. */
function send(current: ActiveRequest, body: Body | BodyStream, timeouts: Timeouts): void {
  if (typeof body === 'object' && 'next' in body) void sendStream(current, body, timeouts);
  else if (!current.response.destroyed) sendBody(current, body, timeouts);
}

interface Closing extends Pick<Serving, 'router' | 'connections'> {
  readonly graceMs: number;
}

async function close(server: Server, { router, connections, graceMs }: Closing): Promise<void> {
  router.drain();
  connections.drain();
  if (!server.listening) return;
  const closed = new Promise<void>((resolve) => server.close(() => resolve()));
  server.closeIdleConnections();
  const late = setTimeout(() => server.closeAllConnections(), graceMs);
  await closed;
  clearTimeout(late);
}
