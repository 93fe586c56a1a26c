// Spreads the tables of brands over the nodes of a Citus cluster. Safe to repeat: what is in place already is left alone.

import { setTimeout } from 'node:timers/promises';
import type pg from 'pg';
import { type ClusterState, readCluster } from '../database/citus/cluster.js';
import { joinPlacements } from '../database/citus/placement.js';
import { migrate, migrationLock, readMigrations } from '../database/migrate.js';
import { planSteps, type Step } from './plan.js';

/** The steps that are left to do. Throws where the database cannot be distributed as it is. */
export async function stepsLeft(client: pg.Pool | pg.ClientBase): Promise<readonly Step[]> {
  const cluster = await readCluster(client);
  requireCluster(cluster);
  const { rows } = await client.query<{ name: string }>('select current_database() as name');
  const database = rows[0]?.name ?? '';
  return planSteps(cluster, { database, placements: joinPlacements(await readMigrations()) });
}

/** Migrates the database, then distributes it. Resolves to the statements that were sent. Throws as `stepsLeft` does, having moved nothing. */
export async function distribute(pool: pg.Pool): Promise<readonly string[]> {
  requireCluster(await readCluster(pool));
  await migrate(pool);
  const client = await pool.connect();
  try {
    await client.query('set statement_timeout = 0');
    // Whoever starts in the meantime waits here before its first statement.
    await client.query('select pg_advisory_lock($1)', [migrationLock]);
    const steps = await stepsLeft(client);
    if (steps.length > 0) await requireNobodyElse(client);
    for (const { sql } of steps) await client.query(sql);
    return steps.map(({ sql }) => sql);
  } finally {
    client.release(true);
  }
}

function requireCluster({ extension, nodes }: ClusterState): void {
  if (extension === 'absent') {
    throw new Error(
      'The server has no Citus: install the extension on every node and put it first in shared_preload_libraries.',
    );
  }
  if (extension === 'available') {
    throw new Error(
      'The database has no Citus: run "create extension citus" in it on every node, then register the nodes.',
    );
  }
  if (!nodes.some(({ isCoordinator }) => isCoordinator)) {
    throw new Error(
      `The coordinator is not registered, so reference tables could not be read on it: run "select citus_set_coordinator_host('<its host name>', <its port>)".`,
    );
  }
  if (nodes.every(({ isCoordinator }) => isCoordinator)) {
    throw new Error(`The cluster has no workers: run "select citus_add_node('<host name>', <port>)" for each.`);
  }
}

/** How often, and for how long, sessions that are just ending are waited for. */
const [checks, pauseMs] = [20, 100];

/** A server that is running does not know that the tables move. */
async function requireNobodyElse(client: pg.ClientBase): Promise<void> {
  let others = '';
  for (let check = 0; check < checks; check += 1) {
    others = await readOthers(client);
    if (others === '') return;
    await setTimeout(pauseMs);
  }
  throw new Error(
    `Others are connected to the database: ${others}. Stop every server and recorder, then repeat sightline distribute.`,
  );
}

async function readOthers(client: pg.ClientBase): Promise<string> {
  const { rows } = await client.query<{ who: string; sessions: number }>(
    `select coalesce(nullif(application_name, ''), 'unnamed') as who, count(*)::int as sessions from pg_stat_activity
     where datname = current_database() and pid <> pg_backend_pid() and backend_type = 'client backend'
       and application_name not like 'citus%' group by 1 order by 1`,
  );
  return rows.map(({ who, sessions }) => `${who} (${sessions})`).join(', ');
}
