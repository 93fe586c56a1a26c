// Sends responses no faster than clients read them, so that stalled clients are detected and their memory is released.

import { once } from 'node:events';
import { type Body, type BodyStream, maxPlainLength } from '../context/http-response.js';
import type { ActiveRequest } from './active-request.js';
import type { Timeouts } from './timeouts.js';

/** Characters or bytes that are written at once. */
const sliceLength = maxPlainLength;

/** Sends `body`, whose headers are written, slice by slice, and closes the connection of a client that stalls. */
export function sendBody(request: ActiveRequest, body: Body, timeouts: Timeouts): void {
  const { response } = request;
  let at = 0;
  let given = 0;
  const sendSlice = (length: number): boolean => {
    const slice = sliceOf(body, at, length);
    at += slice.length;
    given += Buffer.byteLength(slice);
    if (at < body.length) return response.write(slice);
    response.end(slice);
    return false;
  };
  // A client that has closed its side is sent the rest at once: node:http closes ours after what was written until then.
  const sendRest = () => {
    if (!response.writableEnded) sendSlice(body.length);
  };
  const sendSlices = () => {
    if (response.writableEnded) return;
    while (sendSlice(sliceLength)) {}
    if (response.writableEnded) return;
    response.once('drain', sendSlices);
    if (response.socket && !response.socket.listeners('end').includes(sendRest)) {
      const { socket } = response;
      socket.prependListener('end', sendRest);
      request.onClose(() => socket.off('end', sendRest));
    }
  };
  sendSlices();
  closeIfStalled(request, timeouts, () => given - response.writableLength);
}

/**
 * Sends `chunks`, the headers of which are written: the next only once the client has taken the one before, so that a slow client takes up neither memory
 * nor the time of others. If making one fails, or the client stalls, the connection is destroyed: half of a body must not look like a whole one. Never rejects.
 */
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

/** A slice never ends within a character: half of a surrogate pair would be replaced. */
function sliceOf(body: Body, at: number, length: number): Body {
  if (typeof body !== 'string') return body.subarray(at, at + length);
  const isSplit = /^[\uD800-\uDBFF]$/.test(body.charAt(at + length - 1));
  return body.slice(at, at + length + (isSplit ? 1 : 0));
}

/**
 * Closes the connection of a client that reads nothing for too long, or too slowly; `takenBytes` returns what it has read, by default all but
 * what is still buffered.
 */
export function closeIfStalled(
  { response, onClose }: ActiveRequest,
  { stallMs, answerMs, minBytesPerSecond, checkMs }: Timeouts,
  takenBytes = () => -response.writableLength,
): void {
  if (response.writableLength === 0 && response.writableEnded) return;
  let startedAt: number | null = null;
  let progress: { readonly bytes: number; readonly at: number } | null = null;
  const timer = setInterval(() => {
    if (!response.socket) return; // an earlier answer of the connection is still being taken
    const now = performance.now();
    const bytes = takenBytes();
    startedAt ??= now;
    if (!progress || bytes > progress.bytes) progress = { bytes, at: now };
    const isSlow = bytes < ((now - startedAt - answerMs) / 1_000) * minBytesPerSecond;
    if (isSlow || now - progress.at > stallMs) response.destroy();
  }, checkMs);
  onClose(() => clearInterval(timer));
}
