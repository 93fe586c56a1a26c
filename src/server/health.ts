// Health endpoints, open to everybody: whether the process lives, and whether it can answer.

import type { Database } from '../database/postgres.js';
import { type Answer, jsonAnswer, restError } from './answer.js';
import { unavailable } from './errors.js';

/** The answer at a health path; `null`: it is none. */
export async function answerHealth(path: string, db: Database): Promise<Answer | null> {
  if (path === '/health/live') return jsonAnswer(200, { status: 'ok' });
  if (path !== '/health/ready') return null;
  try {
    // An empty transaction: the database is reached and takes statements.
    await db.snapshot(async () => {});
    return jsonAnswer(200, { status: 'ok' });
  } catch {
    return restError(unavailable('The database cannot be reached right now.'));
  }
}
