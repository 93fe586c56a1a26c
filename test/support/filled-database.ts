// Worlds that several tests begin with: each is recorded once in a test run, by the first that needs it, and copied for the others.

import { inject } from 'vitest';
import { connect, type Database } from '../../src/database/postgres.js';
import {
  alone,
  createDatabase,
  databaseOf,
  dropDatabase,
  type TestDatabase,
  withDatabase,
  writeSequentially,
} from './database.js';
import { close } from './templates.js';

/** A fresh copy of the migrated database that `fill` has filled under this name, in whichever test process. */
export async function filledDatabase(name: string, fill: (db: Database) => Promise<unknown>): Promise<TestDatabase> {
  const template = `${inject('template')}_${name}`;
  await alone(inject('serverUrl'), 78, async (client) => {
    const { rowCount } = await client.query('select from pg_database where datname = $1 and not datallowconn', [
      template,
    ]);
    if (rowCount === 0) await createFilled(template, fill);
  });
  return databaseOf(template);
}

async function createFilled(template: string, fill: (db: Database) => Promise<unknown>): Promise<void> {
  const nodes = inject('nodes');
  // Of an earlier attempt that failed.
  await dropDatabase(nodes, template);
  await createDatabase(nodes, template, inject('template'));
  if (nodes.length > 1) await writeSequentially(template);
  {
    const url = withDatabase(inject('serverUrl'), template);
    await using db = connect(url, { poolSize: 10, statementTimeoutMs: 60_000, isDistributed: nodes.length > 1 });
    await fill(db);
  }
  for (const url of nodes) await close(url, template);
}
