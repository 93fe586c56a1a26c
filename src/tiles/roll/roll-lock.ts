// One roller a brand at a time: a lock of the session, taken before the snapshots that must follow it.

import type pg from 'pg';
import type { Database } from '../../database/postgres.js';

/** Runs `work` in one REPEATABLE READ transaction. */
export type Transaction = <T>(work: (client: pg.ClientBase) => Promise<T>) => Promise<T>;

/** The first half of the two-part advisory lock key of rollers. */
const lockClass = 0x5117;

/** Runs `work` while this session alone rolls the brand; where `skipWhenBusy` and another does, not at all. */
export async function withRollLock(
  db: Database,
  brandId: string,
  skipWhenBusy: boolean,
  work: (transaction: Transaction) => Promise<void>,
): Promise<void> {
  const client = await db.pool.connect();
  let broken: Error | undefined;
  try {
    await client.query('set statement_timeout = 0');
    if (await lock(client, brandId, skipWhenBusy)) await work((step) => inTransaction(client, step));
  } catch (error) {
    broken = error instanceof Error ? error : new Error(String(error));
    throw error;
  } finally {
    if (!broken)
      await client.query('select pg_advisory_unlock_all()').then(() => client.query('reset statement_timeout'));
    client.release(broken);
  }
}

async function lock(client: pg.ClientBase, brandId: string, skipWhenBusy: boolean): Promise<boolean> {
  if (skipWhenBusy) {
    const { rows } = await client.query<{ locked: boolean }>(
      'select pg_try_advisory_lock($1, hashtext($2)) as locked',
      [lockClass, brandId],
    );
    return rows[0]?.locked ?? false;
  }
  await client.query('select pg_advisory_lock($1, hashtext($2))', [lockClass, brandId]);
  return true;
}

async function inTransaction<T>(client: pg.ClientBase, work: (client: pg.ClientBase) => Promise<T>): Promise<T> {
  await client.query('begin isolation level repeatable read');
  try {
    const result = await work(client);
    await client.query('commit');
    return result;
  } catch (error) {
    await client.query('rollback').catch(() => undefined); // the first error says more than a lost connection's second
    throw error;
  }
}
