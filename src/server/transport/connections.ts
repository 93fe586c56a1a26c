// Limits the number of open connections, and closes those without a request for too long. A
// connection is idle while it has no active request, whatever bytes it sends.

import type { Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { type ActiveRequest, trackRequest } from './active-request.js';
import type { Timeouts } from './timeouts.js';

export type Connections = ReturnType<typeof watchConnections>;

/** Requests that may wait on one connection for those before them. A client that sends more without reading is cut off. */
const maxPipelined = 100;

interface ConnectionOptions {
  readonly maxConnections: number;
  readonly timeouts: Timeouts;
  /** Called with a connection whose headers are late. */
  readonly onLate: (socket: Socket) => void;
}

interface Connection {
  readonly socket: Socket;
  readonly requests: Set<ActiveRequest>;
  /** Bytes received when it became idle. */
  heard: number;
  /** When it times out, unless the headers of a request are complete by then. */
  deadline: number;
}

/** Watches the connections of `server`. Beyond the maximum, the one that has been idle longest is closed; if none is idle, the new one. */
export function watchConnections(server: Server, options: ConnectionOptions) {
  const connections = new Map<Socket, Connection>();
  /** Longest idle first. */
  const silent = new Set<Connection>();
  let isDraining = false;
  server.on('connection', (socket: Socket) => {
    if (connections.size >= options.maxConnections && !makeRoom(connections, silent)) return void socket.destroy();
    const connection = {
      socket,
      requests: new Set<ActiveRequest>(),
      heard: 0,
      deadline: after(options.timeouts.headersMs),
    };
    connections.set(socket, connection);
    silent.add(connection);
    socket.once('close', () => {
      connections.delete(socket);
      silent.delete(connection);
      for (const request of connection.requests) request.close();
    });
  });
  watchHeaders(server, silent, options);
  const fallSilent = (connection: Connection) => {
    const { socket, requests } = connection;
    if (requests.size > 0 || socket.destroyed) return;
    if (isDraining) return void socket.destroySoon();
    connection.heard = socket.bytesRead;
    connection.deadline = Number.POSITIVE_INFINITY; // until its next byte, for which node:http waits no longer than `idleMs`
    silent.add(connection);
  };
  return {
    /** Follows a request until it is closed. */
    begin: (socket: Socket, response: ServerResponse): ActiveRequest => {
      const request = trackRequest(response);
      const connection = connections.get(socket);
      if (!connection) {
        request.close();
        return request;
      }
      silent.delete(connection);
      connection.requests.add(request);
      if (connection.requests.size > maxPipelined) socket.destroy();
      if (isDraining) endWith(request);
      request.onClose(() => {
        connection.requests.delete(request);
        fallSilent(connection);
      });
      return request;
    },
    /** Whether a part of a response has been sent: nothing else may be written then. */
    isAnswering: (socket: Socket) =>
      [...(connections.get(socket)?.requests ?? [])].some(({ response }) => response.headersSent),
    /** Closes connections without a request under way, and from now on the others after their last one. */
    drain: () => {
      isDraining = true;
      for (const { socket, requests } of connections.values()) {
        if (requests.size === 0) socket.destroySoon();
        else requests.forEach(endWith);
      }
    },
  };
}

/** Announces in the headers, if they are not sent yet, that the connection is closed after this response. */
function endWith({ response }: ActiveRequest): void {
  response.shouldKeepAlive = false;
}

/** `false` if the server works on a request of every connection. Idle connections go first, then those that wait for their clients. */
function makeRoom(connections: Map<Socket, Connection>, silent: Set<Connection>): boolean {
  const [longest = oldestWaiting(connections)] = silent;
  if (!longest) return false;
  connections.delete(longest.socket);
  silent.delete(longest);
  longest.socket.destroy();
  return true;
}

function oldestWaiting(connections: ReadonlyMap<Socket, Connection>): Connection | undefined {
  for (const connection of connections.values()) {
    if ([...connection.requests].every((request) => request.waitsForClient())) return connection;
  }
  return undefined;
}

/** Finds connections whose time for headers is over. On a connection that was used before, it starts with the next byte. */
function watchHeaders(server: Server, silent: Set<Connection>, { timeouts, onLate }: ConnectionOptions): void {
  const timer = setInterval(() => {
    for (const connection of silent) {
      const { socket, heard, deadline } = connection;
      if (deadline === Number.POSITIVE_INFINITY) {
        if (socket.bytesRead > heard) connection.deadline = after(timeouts.headersMs);
      } else if (deadline <= performance.now()) {
        silent.delete(connection);
        onLate(socket);
      }
    }
  }, timeouts.checkMs);
  server.once('close', () => clearInterval(timer));
}

function after(ms: number): number {
  return performance.now() + ms;
}
