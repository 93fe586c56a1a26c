// Locks that a test holds while others wait for them.

import type pg from 'pg';
import type { Database } from '../../src/database/postgres.js';
import { letIdle } from '../../src/database/until.js';
import { until } from './embedded.js';

/** Does `work` while whoever records or deletes something of one of the brands waits. */
export function whileHeld<T>(db: Database, brandIds: readonly string[], work: () => Promise<T>): Promise<T> {
  const lock = async (client: pg.ClientBase) => {
    for (const brandId of brandIds)
      await client.query('select pg_advisory_xact_lock(hashtextextended($1, 0))', [`sightline recording ${brandId}`]);
  };
  return holding(db, lock, work);
}

/** Does `work` while every statement that reads `table` waits; in a weaker mode, while every one does that conflicts with that. */
export function whileLocked<T>(
  db: Database,
  table: string,
  work: () => Promise<T>,
  mode = 'access exclusive',
): Promise<T> {
  return holding(db, (client) => client.query(`lock table ${table} in ${mode} mode`), work);
}

/** However long `work` takes. */
function holding<T>(
  db: Database,
  lock: (client: pg.ClientBase) => Promise<unknown>,
  work: () => Promise<T>,
): Promise<T> {
  return db.transaction(async (client) => {
    await letIdle(client);
    await lock(client);
    return await work();
  });
}

/** Waits until statements of so many other sessions wait for a lock in this database. */
export async function untilBlocked({ pool }: Database, count = 1): Promise<void> {
  const waiting = `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`;
  await until(async () => ((await pool.query(waiting)).rowCount ?? 0) >= count);
}
