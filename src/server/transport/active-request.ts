// A request under way: from its headers until its answer has been taken, or nobody is left to take it.

import type { ServerResponse } from 'node:http';

export interface ActiveRequest {
  readonly response: ServerResponse;
  /** Calls `listener` once: when the connection has taken the answer, or is gone. */
  readonly onClose: (listener: () => void) => void;
  /** The connection is gone: node:http does not say so to responses that wait behind another. */
  readonly close: () => void;
}

export function trackRequest(response: ServerResponse): ActiveRequest {
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
    close,
    onClose: (listener) => {
      if (isClosed) listener();
      else listeners.push(listener);
    },
  };
}

/** Aborts when the client leaves before it is answered. */
export function leavingOf({ response, onClose }: ActiveRequest): AbortSignal {
  const leaving = new AbortController();
  onClose(() => {
    if (!response.writableEnded) leaving.abort();
  });
  return leaving.signal;
}
