// PgBouncer in transaction mode in front of a test's server, where the program is installed.

import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import pg from 'pg';
import { freePort } from './free-port.js';

export interface Pooler extends AsyncDisposable {
  /** The address of a database of the server by way of PgBouncer, without parameters. */
  readonly urlOf: (database: string) => string;
}

interface PoolerOptions {
  /** How many connections to the server it opens for one database. */
  readonly poolSize?: number;
  /** Startup parameters that it takes and drops. */
  readonly ignored?: string;
}

/** Where PgBouncer is installed, or `null`. */
export const pgbouncer: string | null =
  [...(process.env.PATH ?? '').split(delimiter), '/usr/sbin', '/usr/local/sbin']
    .map((folder) => join(folder, 'pgbouncer'))
    .find(existsSync) ?? null;

/** Starts PgBouncer in front of the server at `url`. */
export async function startPooler(url: string, { poolSize = 3, ignored = '' }: PoolerOptions = {}): Promise<Pooler> {
  if (!pgbouncer) throw new Error('PgBouncer is not installed.');
  const { host, port, user = '', password } = new pg.Client({ connectionString: url });
  const own = await freePort();
  const folder = mkdtempSync(join(tmpdir(), 'sightline-pgbouncer-'));
  const login = password ? ` password=${password}` : '';
  writeFileSync(
    join(folder, 'pgbouncer.ini'),
    `[databases]
* = host=${host} port=${port} user=${user}${login}
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${own}
unix_socket_dir =
auth_type = any
pool_mode = transaction
default_pool_size = ${poolSize}
max_client_conn = 500
server_idle_timeout = 5
ignore_startup_parameters = ${ignored}
`,
  );
  chmodSync(folder, 0o755);
  const child = spawn(pgbouncer, [join(folder, 'pgbouncer.ini')], {
    stdio: ['ignore', 'ignore', 'pipe'],
    ...account(),
  });
  let said = '';
  child.stderr.on('data', (chunk: Buffer) => {
    said += chunk;
  });
  await untilUp(child, own, () => said);
  return {
    urlOf: (database) => `postgresql://${user}@127.0.0.1:${own}/${database}`,
    async [Symbol.asyncDispose]() {
      const exited = once(child, 'exit');
      child.kill('SIGKILL');
      await exited;
      rmSync(folder, { recursive: true });
    },
  };
}

/** PgBouncer does not run as root. */
function account(): { readonly uid?: number; readonly gid?: number } {
  if (process.getuid?.() !== 0) return {};
  const idOf = (flag: string) => Number(spawnSync('id', [flag, 'nobody'], { encoding: 'utf8' }).stdout);
  return { uid: idOf('-u'), gid: idOf('-g') };
}

async function untilUp(child: ChildProcess, port: number, said: () => string): Promise<void> {
  while (child.exitCode === null) {
    const client = new pg.Client({ host: '127.0.0.1', port, user: 'pgbouncer', database: 'pgbouncer' });
    const isUp = await client.connect().then(
      () => true,
      (error: { readonly code?: string }) => error.code !== 'ECONNREFUSED',
    );
    await client.end().catch(() => {});
    if (isUp) return;
  }
  throw new Error(`PgBouncer did not start: ${said()}`);
}
