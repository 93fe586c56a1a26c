// What remains of a request once it is answered: one line in the log, and its figures in the metrics. Neither holds a key, an answer, a
// variable or a query string; a path is written as its row in the table of paths, because its parameters are the client's.

import type { Logger } from 'pino';
import { type Exchange, noOperation } from '../exchange/exchange.js';
import type { Metrics } from './metrics.js';

interface Answered {
  readonly exchange: Exchange;
  readonly status: number;
  readonly ms: number;
}

/** Notes an answered request. */
export type Observe = (request: Answered) => void;

export function createObserve(log: Logger, metrics: Metrics): Observe {
  return ({ exchange, status, ms }) => {
    const { request, requestId, label, viewer, operation, cost, trace } = exchange;
    metrics.answered({
      api: label.api,
      operation: operation ?? noOperation,
      status,
      ms,
      isKnown: viewer !== undefined,
    });
    const facts = { method: methodOf(request.method), path: label.name, status, ms: Math.round(ms * 10) / 10 };
    const more = { operation, cost: cost?.requested, keyId: viewer?.keyId, traceId: trace?.traceId };
    log.info({ requestId, ...facts, ...more }, 'request');
  };
}

/** node:http knows a few dozen methods; others never come here. */
function methodOf(method: string): string {
  return /^[A-Z-]{1,20}$/.test(method) ? method : 'unknown';
}
