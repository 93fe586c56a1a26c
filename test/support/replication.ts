// A primary and a streaming standby of their own, from the programs of the embedded PostgreSQL. Replay can be paused, and each can be stopped.

import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { appendFile, chown, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { homedir, tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { installBinaries } from '../../src/database/embedded/binaries.js';
import { type Cluster, environment, openCluster, user } from '../../src/database/embedded/cluster.js';
import { migrate } from '../../src/database/migrate.js';
import { connect } from '../../src/database/postgres.js';
import { query, until } from './embedded.js';

export interface ServerOfTests {
  readonly url: string;
  /** Ends it as `pg_ctl stop -m immediate` does. */
  readonly stop: () => Promise<void>;
  readonly start: () => Promise<void>;
}

export interface Replication extends AsyncDisposable {
  /** Migrated, unless it was asked to be empty. */
  readonly primary: ServerOfTests;
  readonly standby: ServerOfTests;
  /** Waits until the standby has replayed all that the primary has written. */
  readonly catchUp: () => Promise<void>;
  /** From now on the standby receives, but does not replay. */
  readonly pause: () => Promise<void>;
  readonly resume: () => Promise<void>;
}

let made: Promise<Cluster> | null = null;

/** Data that never runs, and is copied. It goes with the home of the test run. */
async function makeCluster(): Promise<Cluster> {
  const cluster = await openCluster(await mkdtemp(join(homedir(), 'standby-')));
  await appendFile(join(cluster.data, 'postgresql.conf'), confOfTests);
  return cluster;
}

/** Starts both. */
export async function startReplication({ isMigrated = true } = {}): Promise<Replication> {
  const folder = await mkdtemp(join(tmpdir(), 'sightline-standby-'));
  made ??= makeCluster();
  const cluster = await made;
  const { account } = cluster;
  const own = async (path: string) => (account ? chown(path, account.uid, account.gid) : undefined);
  await own(folder);
  const [primary, standby] = await Promise.all(
    ['primary', 'standby'].map((name) => serverIn(cluster, join(folder, name), own)),
  );
  if (!primary || !standby) throw new Error('There are two.');
  await writeFile(join(standby.data, 'standby.signal'), '');
  await appendFile(
    join(standby.data, 'postgresql.conf'),
    `primary_conninfo = 'host=${primary.sockets} user=${user}'\nwal_retrieve_retry_interval = '100ms'\n`,
  );
  await primary.start();
  if (isMigrated) {
    await using db = connect(primary.url, { poolSize: 1, statementTimeoutMs: 0 });
    await migrate(db.pool);
  }
  await standby.start();
  const catchUp = async () => {
    const [written] = await query(primary.url, 'select pg_current_wal_flush_lsn()::text');
    const isThere = `select pg_last_wal_replay_lsn() >= '${written}'::pg_lsn`;
    await until(async () => (await query(standby.url, isThere))[0] === true);
  };
  await catchUp();
  return {
    primary,
    standby,
    catchUp,
    pause: async () => {
      await query(standby.url, 'select pg_wal_replay_pause()');
      await until(async () => (await query(standby.url, 'select pg_get_wal_replay_pause_state()'))[0] === 'paused');
    },
    resume: async () => void (await query(standby.url, 'select pg_wal_replay_resume()')),
    [Symbol.asyncDispose]: async () => {
      await standby.stop();
      await primary.stop();
      for (const path of [folder, standby.sockets, primary.sockets]) await rm(path, { recursive: true, force: true });
    },
  };
}

const confOfTests = `
fsync = off
shared_buffers = '32MB'
listen_addresses = ''
hot_standby = on
`;

/** A server on a copy of the cluster's data, which has never run. */
async function serverIn(cluster: Cluster, folder: string, own: (path: string) => Promise<void>) {
  const { account, binaries, dataFolder } = cluster;
  const programs = await installBinaries(binaries, dataFolder, account);
  const data = join(folder, 'data');
  const sockets = await mkdtemp('/tmp/sightline-sb-');
  await mkdir(folder);
  await promisify(execFile)('cp', ['-a', cluster.data, data]);
  for (const path of [folder, sockets]) await own(path);
  const url = `postgresql://${user}@localhost:5432/postgres?host=${encodeURIComponent(sockets)}`;
  let child: ChildProcess | null = null;
  return {
    ...{ data, sockets, url },
    start: async () => {
      child = spawn(join(programs, 'bin/postgres'), ['-D', data, '-k', sockets], {
        cwd: folder,
        env: environment(),
        stdio: 'ignore',
        ...account,
      });
      await until(() => {
        if (child?.exitCode !== null) throw new Error(`A server of the tests does not start in ${folder}.`);
        return query(url, 'select 1').then(
          () => true,
          () => false,
        );
      });
    },
    stop: async () => {
      if (!child || child.exitCode !== null) return;
      const ended = once(child, 'exit');
      child.kill('SIGQUIT');
      await ended;
    },
  };
}
