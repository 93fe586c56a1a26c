// A database of its own for each test: a clone of one migrated template, or an empty one. Dropped when disposed.

import { randomBytes } from 'node:crypto';
import { stat } from 'node:fs/promises';
import pg from 'pg';
import { inject } from 'vitest';
import { type ConnectOptions, connect, type Database } from '../../src/database/postgres.js';
import { requireRouted } from '../citus/routing.js';
import { recordOwnStatements } from './statements/own.js';

declare module 'vitest' {
  interface ProvidedContext {
    /** Address of the test server, as a user that may create databases. */
    readonly serverUrl: string;
    /** The addresses of all servers that have each database: of one, or of the nodes of a cluster, the coordinator's first. */
    readonly nodes: readonly string[];
    /** Address of a pooler in front of the test server; empty: none. */
    readonly poolerUrl: string;
    readonly template: string;
    /** The coordinator's log of statements, where a cluster keeps one. */
    readonly statementLog: string;
    /** A database without a table. */
    readonly emptyTemplate: string;
  }
}

export interface TestDatabase extends Database {
  readonly url: string;
  /** The same past a pooler: for sessions. */
  readonly directUrl: string;
}

/** A fresh migrated database. `onQuery` is called with the text of every statement. */
export function testDatabase(options: Partial<ConnectOptions> = {}): Promise<TestDatabase> {
  return databaseOf(inject('template'), options);
}

/** A fresh database without a table. */
export function emptyDatabase(options: Partial<ConnectOptions> = {}): Promise<TestDatabase> {
  return databaseOf(inject('emptyTemplate'), { isDistributed: false, ...options });
}

/** A fresh copy of a database of the test server. */
export async function databaseOf(template: string, given: Partial<ConnectOptions> = {}): Promise<TestDatabase> {
  const serverUrl = inject('serverUrl');
  const options = { isDistributed: inject('nodes').length > 1, ...given };
  const name = `sightline_test_${randomBytes(8).toString('hex')}`;
  await createDatabase(inject('nodes'), name, template);
  if (options.isDistributed) await writeSequentially(name);
  const url = connectedUrl(name);
  const directUrl = withDatabase(serverUrl, name);
  const db = connect(url, { poolSize: 10, statementTimeoutMs: 60_000, ...options });
  const routing = await watchRouting(db, directUrl);
  return {
    ...db,
    url,
    directUrl,
    [Symbol.asyncDispose]: async () => {
      await db[Symbol.asyncDispose]();
      try {
        await routing();
        if (inject('poolerUrl')) await assertNoLockLeft(serverUrl, name);
      } finally {
        await dropDatabase(inject('nodes'), name);
      }
    },
  };
}

/** Resolves to what asserts, on a cluster that logs it, where the statements went that were sent since. */
async function watchRouting({ pool }: Database, url: string): Promise<() => Promise<void>> {
  const path = inject('statementLog');
  if (!path) return async () => {};
  const own = recordOwnStatements(pool);
  const { size: from } = await stat(path);
  return () => requireRouted(url, { path, from, serverUrl: inject('serverUrl') }, own);
}

/** The address of a database of the server, by way of the pooler where there is one. */
function connectedUrl(name: string): string {
  const pooler = inject('poolerUrl');
  return pooler ? `${withDatabase(pooler, name)}?pgbouncer=true` : withDatabase(inject('serverUrl'), name);
}

/** Behind a pooler, a session that idles has no lock: another client would be given it with the session. */
async function assertNoLockLeft(serverUrl: string, name: string): Promise<void> {
  const client = new pg.Client({ connectionString: serverUrl });
  await client.connect();
  try {
    const { rows } = await client.query<{ query: string }>(
      `select distinct query from pg_locks join pg_stat_activity using (pid) where datname = $1 and state = 'idle' and locktype = 'advisory'`,
      [name],
    );
    if (rows.length > 0)
      throw new Error(`A session has kept a lock after: ${rows.map(({ query }) => query).join('; ')}`);
  } finally {
    await client.end();
  }
}

/** A copy of `template` on each of the `nodes`: of its files, in half the time that writing all of it to the log takes. */
export async function createDatabase(nodes: readonly string[], name: string, template: string): Promise<void> {
  const copy = `create database ${name} template ${template} strategy file_copy`;
  await Promise.all(nodes.map((url) => again(() => administer(url, copy))));
}

/** A setting of a distributed database, which is not copied with it. */
export async function writeSequentially(name: string): Promise<void> {
  await administer(inject('serverUrl'), `alter database ${name} set citus.multi_shard_modify_mode = 'sequential'`);
}

export async function dropDatabase(nodes: readonly string[], name: string): Promise<void> {
  await Promise.all(nodes.map((url) => again(() => administer(url, `drop database if exists ${name} with (force)`))));
}

/** A worker of the server, or of an extension, may connect in the middle of it. */
async function again(work: () => Promise<void>, attempts = 10): Promise<void> {
  await work().catch(async (error: unknown) => {
    if (attempts === 1) throw error;
    await again(work, attempts - 1);
  });
}

/** Runs one statement on the server's own database, one such statement at a time over all test processes. */
export async function administer(serverUrl: string, sql: string): Promise<void> {
  await alone(serverUrl, 77, (client) => client.query(sql));
}

/** Does `work` on the server's own database while no other test process does any under the same number. */
export async function alone<T>(serverUrl: string, lock: number, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: serverUrl });
  await client.connect();
  try {
    await client.query('select pg_advisory_lock($1)', [lock]);
    return await work(client);
  } finally {
    await client.end();
  }
}

/** `url` with another database of the same server. */
export function withDatabase(url: string, name: string): string {
  return url.replace(/^(postgres(?:ql)?:\/\/[^/]*\/)[^?]*/, `$1${name}`);
}
