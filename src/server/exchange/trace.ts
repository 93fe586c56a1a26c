// W3C Trace Context: a request that belongs to a trace is logged with the id of the trace, and its response names the span created by this server.

import { randomBytes } from 'node:crypto';

/** The trace of a request. */
export interface Trace {
  readonly traceId: string;
  /** The header `traceresponse` of the response. */
  readonly response: string;
}

const shape = /^([0-9a-f]{2})-([0-9a-f]{32})-([0-9a-f]{16})-([0-9a-f]{2})(-.*)?$/;

/** The trace of a `traceparent` header; `null` if the header is absent or invalid. */
export function traceOf(traceparent: string | null): Trace | null {
  if (traceparent === null) return null;
  const [, version, traceId = '', parentId = '', flags, more] = shape.exec(traceparent) ?? [];
  if (!version || version === 'ff' || (version === '00' && more !== undefined)) return null;
  if (/^0+$/.test(traceId) || /^0+$/.test(parentId)) return null;
  return { traceId, response: `00-${traceId}-${randomBytes(8).toString('hex')}-${flags}` };
}
