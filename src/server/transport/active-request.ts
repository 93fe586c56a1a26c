// An active request: from its headers until its response is sent, or its connection is closed.

import type { IncomingMessage, ServerResponse } from 'node:http';

export type ActiveRequest = ReturnType<typeof trackRequest>;

export function trackRequest(response: ServerResponse) {
  const listeners: (() => void)[] = [];
  let isClosed = false;
  const close = () => {
    if (isClosed) return;
    isClosed = true;
    for (const listener of listeners) listener();
  };
  response.once('close', close);
  return {
    response,
    /** Whether it waits for its client, which has to send the rest of it or to take the rest of its response. */
    waitsForClient: () => response.headersSent || !response.req.complete,
    /** Reports that the connection is closed: node:http does not notify responses that wait behind another. */
    close,
    /** Calls `listener` once, when the response is sent or the connection is closed. */
    onClose: (listener: () => void) => {
      if (isClosed) listener();
      else listeners.push(listener);
    },
  };
}

/** Calls `listener` if the client disconnects before the response. */
export function onLeave({ response, onClose }: ActiveRequest, listener: () => void): void {
  onClose(() => {
    if (!response.writableEnded) listener();
  });
}

/**
 * Where a connection ends with `response`, keeps it open until the rest of the request has arrived; at most for `maxMs`. Closed while its client is still
 * sending, it would be reset, and the client may never read its response.
 */
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
