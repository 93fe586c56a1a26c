// A database of its own for each test: a clone of one migrated template, or an empty one. Dropped when disposed.

import { randomBytes } from 'node:crypto';
import pg from 'pg';
import { inject } from 'vitest';
import { type ConnectOptions, connect, type Database } from '../../src/database/postgres.js';

declare module 'vitest' {
  interface ProvidedContext {
    /** Address of the test server, as a user that may create databases. */
    readonly serverUrl: string;
    readonly template: string;
  }
}

export type TestDatabase = Database & { readonly url: string };

/** A fresh migrated database. `onQuery` is told the text of every statement. */
export function testDatabase(options: Partial<ConnectOptions> = {}): Promise<TestDatabase> {
  return create(`template ${inject('template')}`, options);
}

/** A fresh database without a table. */
export function emptyDatabase(options: Partial<ConnectOptions> = {}): Promise<TestDatabase> {
  return create('template template0', options);
}

async function create(template: string, options: Partial<ConnectOptions>): Promise<TestDatabase> {
  const serverUrl = inject('serverUrl');
  const name = `sightline_test_${randomBytes(8).toString('hex')}`;
  await administer(serverUrl, `create database ${name} ${template}`);
  const url = withDatabase(serverUrl, name);
  const db = connect(url, { poolSize: 10, statementTimeoutMs: 60_000, ...options });
  return {
    ...db,
    url,
    [Symbol.asyncDispose]: async () => {
      await db[Symbol.asyncDispose]();
      await administer(serverUrl, `drop database if exists ${name} with (force)`);
    },
  };
}

/** Runs one statement on the server's own database, one such statement at a time over all test processes. */
export async function administer(serverUrl: string, sql: string): Promise<void> {
  const client = new pg.Client({ connectionString: serverUrl });
  await client.connect();
  try {
    await client.query('select pg_advisory_lock(77)');
    await client.query(sql);
  } finally {
    await client.end();
  }
}

/** `url` with another database of the same server. */
export function withDatabase(url: string, name: string): string {
  return url.replace(/^(postgres(?:ql)?:\/\/[^/]*\/)[^?]*/, `$1${name}`);
}
