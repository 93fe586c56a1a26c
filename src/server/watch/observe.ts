// Records each completed request: one line in the log, its figures in the metrics, and what its span says. None of them contains a key, a response, a
// variable or a query string; a path is recorded as its row in the table of paths, because its parameters come from the client.

import type { Logger } from 'pino';
import type { Attributes } from '../../tracing/tracing.js';
import { noOperation, type RequestContext } from '../context/request-context.js';
import type { Metrics } from './metrics.js';

export function createObserve(log: Logger, metrics: Metrics) {
  /** Records a completed request. */
  return (requestContext: RequestContext, status: number, ms: number): void => {
    const { request, requestId, label, viewer, operation, cost, cache, trace } = requestContext;
    const isKnown = viewer !== undefined;
    metrics.answered({ api: label.api, operation: operation ?? noOperation, status, ms, isKnown });
    const facts = { method: methodOf(request.method), path: label.name, status, ms: Math.round(ms * 10) / 10 };
    const more = { operation, cost: cost?.requested, cache, keyId: viewer?.keyId, traceId: trace?.traceId };
    log.info({ requestId, ...facts, ...more }, 'request');
  };
}

/** What the span of a completed request has, beside its route and status. */
export function attributesOf({ requestId, operation, cost, cache }: RequestContext): Attributes {
  return {
    'sightline.request_id': requestId,
    'sightline.operation': operation,
    'sightline.cost': cost?.requested,
    'sightline.cache': cache,
  };
}

/** node:http accepts a few dozen methods and refuses all others. */
export function methodOf(method: string): string {
  return /^[A-Z-]{1,20}$/.test(method) ? method : 'unknown';
}
