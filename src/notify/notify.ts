// `sightline notify` without its command line: makes the notices that are new, then sends what is due.

import type { Database } from '../database/postgres.js';
import { isUnavailable } from '../database/unavailable.js';
import { type Period, readNews } from './news.js';
import { type Attempt, brandsToTell, countWaiting, makeNotices, type Sending, sendNext } from './notices.js';

interface Notifying extends Sending {
  readonly period: Period;
  /** Called for every notice that was tried. */
  readonly onAttempt: (attempt: Attempt) => void;
  /** Called for every brand whose signals cannot be read, with why; those of the others are sent all the same. */
  readonly onFailure: (brandId: string, error: unknown) => void;
}

/** So many notices are sent at once, each on a connection of its own: a receiver that hangs holds up few others. */
const atOnce = 4;

/** Resolves to the number of brands that have a webhook, and of the notices that are still to be sent. */
export async function notify(db: Database, { period, onAttempt, onFailure, ...sending }: Notifying) {
  const brandIds = await brandsToTell(db, sending.brandId);
  for (const brandId of brandIds) {
    try {
      const news = await readNews(db, brandId, period);
      if (news) await makeNotices(db, news, sending.now);
    } catch (error) {
      if (!db.isDistributed && isUnavailable(error)) throw error;
      onFailure(brandId, error);
    }
  }
  const sendAll = async () => {
    for (let attempt = await sendNext(db, sending); attempt; attempt = await sendNext(db, sending)) onAttempt(attempt);
  };
  await Promise.all(Array.from({ length: Math.min(atOnce, db.pool.options.max) }, sendAll));
  return { brands: brandIds.length, waiting: await countWaiting(db, sending.brandId) };
}
