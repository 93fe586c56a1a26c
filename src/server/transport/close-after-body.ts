// A connection that is closed while its client is still sending is reset, and the client may never read its response.

import type { IncomingMessage, ServerResponse } from 'node:http';

/** Where a connection ends with `response`, keeps it open until the rest of the request has arrived; at most for `maxMs`. */
export function closeAfterBody(request: IncomingMessage, response: ServerResponse, maxMs: number): void {
  const { socket } = request;
  // node:http closes the connection in its own listener, which comes after this one.
  response.prependListener('finish', () => {
    if (request.complete || socket.destroyed) return;
    socket.destroySoon = () => {
      const late = setTimeout(() => socket.destroy(), maxMs);
      socket.once('close', () => clearTimeout(late));
      request.once('end', () => socket.destroySoon()).resume();
      socket.end();
    };
    process.nextTick(() => Reflect.deleteProperty(socket, 'destroySoon'));
  });
}
