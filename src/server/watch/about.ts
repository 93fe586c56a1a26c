// What the server says of itself: its health, open to everybody, and its metrics, to whoever has their token. Both are answered to the end,
// also while the server shuts down.

import type { AuthenticateFrom } from '../../auth/guard.js';
import type { Readiness } from '../../database/readiness.js';
import { type Answer, answerMethod } from '../exchange/answer.js';
import { type Call, fromOf } from '../exchange/call.js';
import { answerHealth } from './health.js';
import type { Metrics } from './metrics.js';

export interface AboutParts {
  readonly readiness: Readiness;
  readonly metrics: Metrics;
  /** Knows the token of the metrics; `null`: there are none to read. */
  readonly authenticateMetrics: AuthenticateFrom | null;
  readonly trustedProxies: number;
}

/** Answers requests about the server; `null`: the request is about something else. Throws `unauthorized`, `method_not_allowed`. */
export function createAbout({ readiness, metrics, authenticateMetrics, trustedProxies }: AboutParts) {
  return async (call: Call, { isLeaving }: { readonly isLeaving: boolean }): Promise<Answer | null> => {
    if (call.path !== '/metrics' || !authenticateMetrics) return answerHealth(call, { readiness, isLeaving });
    await authenticateMetrics(call.request.headers.get('authorization'), fromOf(call.request, trustedProxies));
    const early = answerMethod(call.request.method, ['GET', 'HEAD']);
    if (early) return early;
    return { status: 200, headers: { 'Content-Type': metrics.contentType }, body: await metrics.print() };
  };
}
