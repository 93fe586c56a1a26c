// Health endpoints, open to everybody: whether the process lives, and whether it can answer.

import type { Readiness } from '../../database/readiness.js';
import { type Answer, answerMethod, jsonAnswer, restError } from '../exchange/answer.js';
import type { Call } from '../exchange/call.js';
import { unavailable } from '../exchange/errors.js';

interface Health {
  readonly readiness: Readiness;
  /** Whether the server is about to end. */
  readonly isLeaving: boolean;
}

/** The answer to `call` at a health path; `null`: it is none. Throws `method_not_allowed`. */
export async function answerHealth({ path, request }: Call, { readiness, isLeaving }: Health): Promise<Answer | null> {
  if (path !== '/health/live' && path !== '/health/ready') return null;
  const early = answerMethod(request.method, ['GET', 'HEAD']);
  if (early) return early;
  if (path === '/health/live') return jsonAnswer(200, { status: 'ok' });
  const trouble = isLeaving ? 'The server is shutting down.' : await readiness();
  return trouble === null ? jsonAnswer(200, { status: 'ok' }) : restError(unavailable(trouble));
}
