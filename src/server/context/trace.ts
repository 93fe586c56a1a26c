// W3C Trace Context: a request that belongs to a trace is logged with the id of the trace, and its response names the span created by this server.

import { randomBytes } from 'node:crypto';
import type { ParentSpan, Trace } from '../../tracing/tracing.js';

const shape = /^([0-9a-f]{2})-([0-9a-f]{32})-([0-9a-f]{16})-([0-9a-f]{2})(-.*)?$/;

/** The span that a `traceparent` header names; `null` if the header is absent or invalid. */
export function parentOf(traceparent: string | null): ParentSpan | null {
  if (traceparent === null) return null;
  const [, version, traceId = '', spanId = '', flags = '', more] = shape.exec(traceparent) ?? [];
  if (!version || version === 'ff' || (version === '00' && more !== undefined)) return null;
  if (/^0+$/.test(traceId) || /^0+$/.test(spanId)) return null;
  return { traceId, spanId, flags };
}

/** The trace of a request of which no span is recorded. */
export function traceBelow({ traceId, flags }: ParentSpan): Trace {
  return { traceId, response: `00-${traceId}-${randomBytes(8).toString('hex')}-${flags}` };
}
