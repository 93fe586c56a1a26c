// What has to be in place before a database can be distributed. Each failure is a sentence that says what to do.

import { setTimeout } from 'node:timers/promises';
import type pg from 'pg';
import type { ClusterState } from '../database/citus/cluster.js';

/** Throws where the extension is missing, or no nodes are registered. */
export function requireCluster({ extension, nodes }: ClusterState): void {
  if (extension === 'absent') {
    throw new Error(
      'The server has no Citus: install the extension on every node, and put it first in shared_preload_libraries.',
    );
  }
  if (extension === 'available') {
    throw new Error(
      'The database has no Citus: run "create extension citus" in the database of this name on every node, then register the nodes.',
    );
  }
  if (!nodes.some(({ isCoordinator }) => isCoordinator)) {
    throw new Error(
      `The coordinator is not registered: run "select citus_set_coordinator_host('<host name>', <port>)" with its address.`,
    );
  }
  if (nodes.every(({ isCoordinator }) => isCoordinator)) {
    throw new Error(`The cluster has no workers: run "select citus_add_node('<host name>', <port>)" for each of them.`);
  }
}

/** Throws where the role may not change the database or move one of these `tables`. */
export async function requireRights(pool: pg.Pool, tables: readonly string[]): Promise<void> {
  const { rows } = await pool.query<{ role: string; name: string; kind: string }>(
    `select current_user as role, datname as name, 'database' as kind from pg_database
     where datname = current_database() and not pg_has_role(datdba, 'member')
     union all
     select current_user, relname, 'table' from pg_class
     where relnamespace = 'public'::regnamespace and relname = any($1) and not pg_has_role(relowner, 'member')
     order by kind, name`,
    [tables],
  );
  const [first] = rows;
  if (!first) return;
  throw new Error(
    `The role ${first.role} does not own the ${first.kind} ${first.name}, so it cannot distribute it: use the role that owns it in DATABASE_URL.`,
  );
}

/** How often, and with which pauses, sessions that are just ending are waited for. */
const [checks, pauseMs] = [20, 100];

/** Throws where other clients are connected: a server that is running does not know that the tables move. */
export async function requireNobodyElse(client: pg.ClientBase): Promise<void> {
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
