// One roller a brand at a time: a lock of each transaction, which holds behind a pooler too, and a row that each of them changes, so that none
// goes on from a snapshot that is older than what another roller has committed.

import type pg from 'pg';
import type { Database } from '../../database/postgres.js';
import type { OfBrand } from '../stored/of-brand.js';
import { renewRollStamp } from '../stored/stamps.js';

/** Runs `work` in one REPEATABLE READ transaction, in which no other roller is at work on the brand. */
export type Transaction = <T>(work: (brand: OfBrand) => Promise<T>) => Promise<T>;

/** The first half of the two-part advisory lock key of rollers. */
const lockClass = 0x5117;
/** A month with much in it is computed for minutes between two statements. */
const begin = `begin isolation level repeatable read;
  set local statement_timeout = 0; set local idle_in_transaction_session_timeout = 0`;
/** The SQLSTATE of a transaction that would change what has changed since its snapshot. */
const serializationFailure = '40001';

/** Another roller is at work on the brand. */
class Busy extends Error {}

/** Another roller has committed between the snapshot of this transaction and its lock. */
class Overtaken extends Error {}

/**
 * Runs `work`, whose transactions have the brand to themselves, but not what lies between them: each of them must find out again what there is to
 * do. Where `skipWhenBusy` and another roller is at work, `work` ends there, and this fulfils.
 */
export async function withRollLock(
  db: Pick<Database, 'nodes' | 'withoutTransaction'>,
  brandId: string,
  skipWhenBusy: boolean,
  work: (transaction: Transaction) => Promise<void>,
): Promise<void> {
  const withConnection = (client: pg.ClientBase) => {
    const transaction: Transaction = async (step) => {
      for (;;) {
        try {
          await client.query(begin);
          await takeTurn({ client, brandId }, skipWhenBusy);
          const result = await step({ client, brandId });
          await client.query('commit');
          return result;
        } catch (error) {
          // Nobody goes on after it, and whoever ends the work rolls back: twice would be a warning in the server's log.
          if (error instanceof Busy) throw error;
          // Where the connection is broken, what comes next says so.
          await client.query('rollback').catch(() => {});
          if (!(error instanceof Overtaken)) throw error;
        }
      }
    };
    return work(transaction);
  };
  try {
    await db.nodes.guard([brandId], (signal) => db.withoutTransaction(withConnection, signal));
  } catch (error) {
    if (!(error instanceof Busy)) throw error;
  }
}

/** Waits for the turn of a transaction that removes all tiles of the brand. A roller whose snapshot is older begins again. */
export async function lockRollers(client: pg.ClientBase, brandId: string): Promise<void> {
  await client.query('select pg_advisory_xact_lock($1, hashtext($2))', [lockClass, brandId]);
  await renewRollStamp({ client, brandId });
}

/** The statement that locks takes the snapshot, before it waits; therefore the row. */
async function takeTurn({ client, brandId }: OfBrand, skipWhenBusy: boolean): Promise<void> {
  if (skipWhenBusy) {
    const { rows } = await client.query<{ locked: boolean }>(
      'select pg_try_advisory_xact_lock($1, hashtext($2)) as locked',
      [lockClass, brandId],
    );
    if (!rows[0]?.locked) throw new Busy();
  } else await client.query('select pg_advisory_xact_lock($1, hashtext($2))', [lockClass, brandId]);
  await renewRollStamp({ client, brandId }).catch((error: Error & { readonly code?: unknown }) => {
    throw error.code === serializationFailure ? new Overtaken() : error;
  });
}
