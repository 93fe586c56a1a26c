// Sends a body that is made while it is sent: the next chunk only once the client has taken the one before, so that a slow client takes up neither
// memory nor the time of others. If making it fails, or the client stalls, the connection is destroyed: half of a body must not look like a whole one.

import { once } from 'node:events';
import type { BodyStream } from '../context/http-response.js';
import type { ActiveRequest } from './active-request.js';
import type { Timeouts } from './timeouts.js';

/** Sends `chunks`, the headers of which are written. Never rejects. */
export async function sendStream({ response, onClose }: ActiveRequest, chunks: BodyStream, { stallMs }: Timeouts) {
  const closed = new AbortController();
  onClose(() => closed.abort());
  try {
    for await (const chunk of chunks) {
      if (response.destroyed) return;
      if (response.write(chunk)) continue;
      // Not AbortSignal.timeout: within a signal that is made of it, Node may collect it before its time.
      const late = setTimeout(() => closed.abort(), stallMs);
      await once(response, 'drain', { signal: closed.signal }).finally(() => clearTimeout(late));
    }
    response.end();
  } catch {
    // Whoever makes the chunks has reported why.
    response.destroy();
  }
}
