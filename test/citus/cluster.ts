// A Citus cluster for tests: a coordinator and workers on this machine, each a PostgreSQL with the extension, from the programs that
// `pg_config` names. Nothing in it outlives the machine: fsync is off.

import { execFile, execFileSync } from 'node:child_process';
import { chown, mkdir, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { addNodes } from './nodes.js';

const run = promisify(execFile);

export interface Node {
  readonly port: number;
  /** Starts the server where it does not run. */
  start(): Promise<void>;
  /** Ends the server at once, as a crash does. */
  kill(): Promise<void>;
}

export interface Cluster {
  /** The address of the coordinator. */
  readonly url: string;
  readonly coordinator: Node;
  readonly workers: readonly Node[];
}

interface Programs {
  readonly folder: string;
  /** Who runs the servers; PostgreSQL refuses root. Absent: we do. */
  readonly account: { readonly uid: number; readonly gid: number } | undefined;
}

const settings = {
  ...{ shared_preload_libraries: 'citus', listen_addresses: '127.0.0.1', unix_socket_directories: '' },
  ...{ fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off', shared_buffers: '128MB', max_wal_size: '2GB' },
  // Each database has a maintenance process of its own on each node, and a statement may have a connection for each shard.
  ...{ max_connections: '400', max_prepared_transactions: '400', max_worker_processes: '100', jit: 'off' },
  ...{ max_locks_per_transaction: '512', timezone: 'UTC', log_timezone: 'UTC', random_page_cost: '1.1' },
  ...{ 'citus.shard_count': '4', 'citus.local_hostname': '127.0.0.1', 'citus.node_conninfo': 'sslmode=disable' },
};

/** Starts a coordinator and `workers` in `folder`, made where there are none, and registers all in the database `postgres`. */
export async function startCluster(folder: string, workers = 2): Promise<Cluster> {
  const programs = findPrograms();
  await mkdir(folder, { recursive: true });
  const ports = await Promise.all(Array.from({ length: workers + 1 }, freePort));
  const nodes: Node[] = [];
  for (const [index, port] of ports.entries()) {
    const data = join(folder, `node${index}`);
    await initialise(programs, data, port);
    const node = nodeAt(programs, data, port);
    await node.start();
    nodes.push(node);
  }
  const [coordinator, ...rest] = nodes;
  if (!coordinator) throw new Error('A cluster needs a coordinator.');
  const urls = ports.map((port) => `postgresql://sightline@127.0.0.1:${port}/postgres`);
  await addNodes(urls);
  return { url: urls[0] ?? '', coordinator, workers: rest };
}

function findPrograms(): Programs {
  const folder = process.env.PG_BINDIR ?? execFileSync('pg_config', ['--bindir'], { encoding: 'utf8' }).trim();
  if (process.getuid?.() !== 0) return { folder, account: undefined };
  const id = (option: string) => Number(execFileSync('id', [option, 'postgres'], { encoding: 'utf8' }));
  return { folder, account: { uid: id('-u'), gid: id('-g') } };
}

async function initialise({ folder, account }: Programs, data: string, port: number): Promise<void> {
  await mkdir(data, { mode: 0o700 });
  if (account) await chown(data, account.uid, account.gid);
  const options = ['-D', data, '-U', 'sightline', '-A', 'trust', '-E', 'UTF8', '--locale=C.UTF-8', '--no-sync'];
  await run(join(folder, 'initdb'), options, { ...account });
  const lines = Object.entries({ ...settings, port }).map(([name, value]) => `${name} = '${value}'`);
  await writeFile(join(data, 'postgresql.auto.conf'), `${lines.join('\n')}\n`);
}

function nodeAt({ folder, account }: Programs, data: string, port: number): Node {
  const control = (...options: readonly string[]) =>
    run(join(folder, 'pg_ctl'), ['-D', data, '-w', ...options], {
      ...account,
      env: { HOME: data, PATH: process.env.PATH },
    });
  return {
    port,
    start: async () => {
      await control('-l', join(data, 'log'), 'start');
    },
    kill: async () => {
      await control('-m', 'immediate', 'stop');
    },
  };
}

async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  await new Promise((resolve) => server.close(resolve));
  if (address === null || typeof address === 'string') throw new Error('There is no free port.');
  return address.port;
}
