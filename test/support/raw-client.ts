// A client over a bare socket that does what no well-behaved one would: it keeps its side open, closes half of it, or reads nothing.

import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import type { Listening } from '../../src/server/transport/http.js';

/** Connects with a socket that never closes its side by itself, and whose errors are of no interest. */
export async function openSocket({ port }: Pick<Listening, 'port'>): Promise<Socket> {
  const socket = connect({ port, host: '127.0.0.1', allowHalfOpen: true });
  socket.on('error', () => {});
  await once(socket, 'connect');
  return socket;
}

/** The head of a GET. */
export const get = (path: string, headers = '') => `GET ${path} HTTP/1.1\r\nHost: x\r\n${headers}\r\n`;

/** What arrives until the server has closed its side. Unlike a consumer of streams this leaves the client's own side open. */
export function untilClosed(socket: Socket): Promise<string> {
  let received = '';
  socket.on('data', (chunk) => {
    received += chunk;
  });
  return new Promise((resolve) => {
    for (const event of ['end', 'close']) socket.once(event, () => resolve(received));
  });
}
