// Spreads the tables of brands over the nodes of a Citus cluster. Safe to repeat: what is in place already is left alone.

import type pg from 'pg';
import { readCluster } from '../database/citus/cluster.js';
import { joinPlacements } from '../database/citus/placement.js';
import { migrate, migrationLock, pendingOf, readMigrations } from '../database/migrate.js';
import { readState } from '../database/state.js';
import { planSteps, type Step } from './plan.js';
import { requireCluster, requireNobodyElse, requireRights } from './requirements.js';

/** The steps that are left to do once all migrations are applied. Throws where the database cannot be distributed as it is. */
export async function stepsLeft(client: pg.Pool | pg.ClientBase): Promise<readonly Step[]> {
  const cluster = await readCluster(client);
  requireCluster(cluster);
  const { rows } = await client.query<{ name: string }>('select current_database() as name');
  return planSteps(cluster, { database: rows[0]?.name ?? '', placements: joinPlacements(await readMigrations()) });
}

/** How many migrations of this build the database lacks. Throws where its schema is not one of this build's history. */
export async function pendingMigrations(pool: pg.Pool): Promise<number> {
  const { migrations } = await readState(pool);
  return pendingOf(await readMigrations(), migrations).length;
}

/**
 * Migrates the database, then distributes it; `onStep` is called with each statement before it is sent. Resolves to their number. Throws,
 * having moved nothing, where the database cannot be distributed as it is, or others are connected and there is something to do.
 */
export async function distribute(pool: pg.Pool, onStep: (sql: string) => void = () => {}): Promise<number> {
  requireCluster(await readCluster(pool));
  await requireRights(pool, [...joinPlacements(await readMigrations()).keys()]);
  await migrate(pool);
  const client = await pool.connect();
  try {
    // Whoever starts in the meantime waits for this lock before its first statement, and may wait for long.
    await client.query('set statement_timeout = 0');
    await client.query('select pg_advisory_lock($1)', [migrationLock]);
    const steps = await stepsLeft(client);
    if (steps.length > 0) await requireNobodyElse(client);
    for (const { sql } of steps) {
      onStep(sql);
      await client.query(sql);
    }
    return steps.length;
  } finally {
    client.release(true);
  }
}
