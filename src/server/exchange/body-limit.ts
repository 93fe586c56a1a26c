// Bodies up to a size. What is beyond it is read off the connection and dropped, so that the client can read why it is refused.

import type { MiddlewareHandler } from 'hono';
import { AppError } from '../../errors.js';
import type { ServerEnv } from './exchange.js';

/** Throws `payload_too_large` for a body of more than `maxBytes`; one whose length is said in advance is not read here. */
export function limitBody(maxBytes: number): MiddlewareHandler<ServerEnv> {
  const tooLarge = () => new AppError('payload_too_large', `The body is larger than ${maxBytes} bytes.`);
  return async (c, next) => {
    const { headers } = c.req.raw;
    const length = headers.has('transfer-encoding') ? null : headers.get('content-length');
    if (length !== null && Number(length) > maxBytes) throw tooLarge();
    if (length !== null || !c.req.raw.body) return next();
    const chunks: Uint8Array[] = [];
    let bytes = 0;
    const reader = c.req.raw.body.getReader();
    for (;;) {
      const { done, value } = await reader.read();
      if (done) break;
      bytes += value.byteLength;
      if (bytes > maxBytes) {
        void drop(reader);
        throw tooLarge();
      }
      chunks.push(value);
    }
    c.req.raw = new Request(c.req.raw, { body: Buffer.concat(chunks) });
    return next();
  };
}

/** Reads the rest; the transport ends a request that takes too long. */
async function drop(reader: ReadableStreamDefaultReader<Uint8Array>): Promise<void> {
  try {
    while (!(await reader.read()).done) {}
  } catch {
    // the client has gone, which is no matter any more
  }
}
