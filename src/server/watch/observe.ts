// What remains of a request once it is answered: one line in the log, and its figures in the metrics. Neither holds a key, an answer, a
// variable or a query string; a path is written as its route, because what stands in it is the client's.

import type { Logger } from 'pino';
import type { Viewer } from '../../auth/viewer.js';
import type { Cost } from '../cost/budget.js';
import type { Answer } from '../exchange/answer.js';
import type { Call } from '../exchange/call.js';
import { noOperation } from '../graphql/operation.js';
import { restPrefix, routes } from '../rest/routes.js';
import type { Metrics } from './metrics.js';
import type { Trace } from './trace.js';

/** What is learned of a request on the way, for its answer's headers, its line in the log and the metrics. */
export interface Trail {
  viewer?: Viewer;
  /** Of its document, where it has one that could be read. */
  cost?: Cost;
  /** What its document asks for. */
  operation?: string;
  trace: Trace | null;
  headers: Readonly<Record<string, string>>;
}

interface Answered {
  readonly call: Call;
  readonly trail: Trail;
  readonly status: Answer['status'];
  readonly ms: number;
}

/** Notes an answered request. */
export type Observe = (request: Answered) => void;

/** A part of the server, and the address as we would write it; `null`: it is no address of ours. */
interface Place {
  readonly api: 'rest' | 'graphql' | 'web' | 'health' | 'metrics' | 'none';
  readonly path: string | null;
}

const ours: readonly (readonly [RegExp, Place['api'], string])[] = [
  ...routes.map(({ path }) => [new RegExp(`^${path.replace(/:\w+/g, '[^/]+')}$`), 'rest', path] as const),
  [/^\/graphql$/, 'graphql', '/graphql'],
  [/^\/health\/live$/, 'health', '/health/live'],
  [/^\/health\/ready$/, 'health', '/health/ready'],
  [/^\/metrics$/, 'metrics', '/metrics'],
  [/^\/$/, 'web', '/'],
  [/^\/assets\//, 'web', '/assets/'],
  [new RegExp(`^${restPrefix}/docs$`), 'web', `${restPrefix}/docs`],
  [new RegExp(`^${restPrefix}/openapi\\.json$`), 'web', `${restPrefix}/openapi.json`],
];

export function createObserve(log: Logger, metrics: Metrics): Observe {
  return ({ call: { request, requestId, path: asked }, trail, status, ms }) => {
    const { api, path } = placeOf(asked);
    const { viewer, trace, operation = noOperation, cost } = trail;
    metrics.answered({ api, operation, status, ms, isKnown: viewer !== undefined });
    const facts = { method: methodOf(request.method), path, status, ms: Math.round(ms * 10) / 10 };
    const more = { operation: trail.operation, cost: cost?.requested, keyId: viewer?.keyId, traceId: trace?.traceId };
    log.info({ requestId, ...facts, ...more }, 'request');
  };
}

function placeOf(path: string): Place {
  const [, api, written] = ours.find(([pattern]) => pattern.test(path)) ?? [];
  return api && written ? { api, path: written } : { api: 'none', path: null };
}

/** node:http knows a few dozen methods; others never come here. */
function methodOf(method: string): string {
  return /^[A-Z-]{1,20}$/.test(method) ? method : 'unknown';
}
