// A Citus cluster for tests: a coordinator and workers on this machine, each a PostgreSQL with the extension, from the programs that
// `pg_config` names. Nothing in it outlives the machine: fsync is off.

import { execFileSync } from 'node:child_process';
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { freePort } from '../support/free-port.js';
import { type InstalledServer, initialise } from '../support/installed-postgres.js';
import { addNodes } from './nodes.js';

export type Node = InstalledServer;

export interface Cluster {
  /** The address of the coordinator. */
  readonly url: string;
  readonly coordinator: Node;
  readonly workers: readonly Node[];
}

const settings = {
  ...{ shared_preload_libraries: 'citus', listen_addresses: '127.0.0.1', unix_socket_directories: '' },
  ...{ fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off', shared_buffers: '128MB', max_wal_size: '2GB' },
  // Each database has a maintenance process of its own on each node, and a statement may have a connection for each shard.
  ...{ max_connections: '400', max_prepared_transactions: '400', max_worker_processes: '100', jit: 'off' },
  ...{ max_locks_per_transaction: '512', timezone: 'UTC', log_timezone: 'UTC', random_page_cost: '1.1' },
  ...{ 'citus.shard_count': '4', 'citus.local_hostname': '127.0.0.1', 'citus.node_conninfo': 'sslmode=disable' },
};

/** The coordinator's log holds every statement, and what it sends to the nodes for it: see statement-log.ts. */
const logging = {
  ...{ logging_collector: 'on', log_destination: 'jsonlog', log_directory: 'statements' },
  ...{ log_rotation_age: '0', log_rotation_size: '0', log_statement: 'all', log_parameter_max_length: '2000' },
  ...{ 'citus.log_remote_commands': 'on', log_min_messages: 'notice', client_min_messages: 'warning' },
};

/** Starts a coordinator and two workers in `folder`, made where there is none, and registers all in the database `postgres`. */
export async function startCluster(folder: string, changed: Readonly<Record<string, string>> = {}): Promise<Cluster> {
  const programs = process.env.PG_BINDIR ?? execFileSync('pg_config', ['--bindir'], { encoding: 'utf8' }).trim();
  await mkdir(folder, { recursive: true });
  const ports = await Promise.all(Array.from({ length: 3 }, freePort));
  const nodes: Node[] = [];
  for (const [index, port] of ports.entries()) {
    const own = { ...settings, ...(index === 0 ? logging : {}), ...changed };
    const node = await initialise({ programs, data: join(folder, `node${index}`), port }, own);
    await node.start();
    nodes.push(node);
  }
  const [coordinator, ...rest] = nodes;
  if (!coordinator) throw new Error('A cluster needs a coordinator.');
  await addNodes(nodes.map(({ url }) => url));
  return { url: coordinator.url, coordinator, workers: rest };
}
