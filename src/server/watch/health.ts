// Health endpoints, open to everybody: whether the process lives, and whether it can answer.

import type { Readiness } from '../../database/readiness.js';
import { type Answer, jsonAnswer, restError } from '../exchange/answer.js';
import { unavailable } from '../exchange/errors.js';

interface Health {
  readonly readiness: Readiness;
  /** Whether the server is about to end. */
  readonly isLeaving: boolean;
}

/** The answer at a health path; `null`: it is none. */
export async function answerHealth(path: string, { readiness, isLeaving }: Health): Promise<Answer | null> {
  if (path === '/health/live') return jsonAnswer(200, { status: 'ok' });
  if (path !== '/health/ready') return null;
  const trouble = isLeaving ? 'The server is shutting down.' : await readiness();
  return trouble === null ? jsonAnswer(200, { status: 'ok' }) : restError(unavailable(trouble));
}
