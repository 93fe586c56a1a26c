// `sightline distribute`: spreads the tables of brands over the nodes of a Citus cluster, or says what is left to do.

import type { Config } from '../../config.js';
import { readUnreachable } from '../../database/citus/reach.js';
import { parseAddress } from '../../database/connection/address.js';
import { connect, type Database } from '../../database/postgres.js';
import { distribute as distributeTables, pendingMigrations, stepsLeft } from '../../distribution/distribute.js';
import type { Terminal } from '../terminal.js';

interface DistributeOptions {
  /** Change nothing; report what is not as it should be. */
  readonly check?: boolean;
  /** Change nothing; print the statements that would be sent. */
  readonly dryRun?: boolean;
}

/** A pooler would keep the lock of the session, and its own sessions are in the way. */
const needsCoordinator =
  'sightline distribute needs the coordinator itself, not a connection pooler: give it an address without pgbouncer=true in DATABASE_URL.';

/** Returns the exit status: 1 if a check found a fault. Throws where the database cannot be distributed. */
export async function distribute(config: Config, terminal: Terminal, options: DistributeOptions): Promise<0 | 1> {
  if (config.databaseUrl === null) {
    throw new Error('The embedded database is on one machine: set DATABASE_URL to the coordinator of a Citus cluster.');
  }
  await using db = connect(config.databaseUrl, { poolSize: 1, statementTimeoutMs: config.statementTimeoutMs });
  if (options.check) return await check(db, terminal);
  if (options.dryRun) return await dryRun(db, terminal);
  if (parseAddress(config.databaseUrl).isPooled) throw new Error(needsCoordinator);
  const done = await distributeTables(db.pool, (sql) => terminal.writeErr(`${sql}\n`));
  terminal.writeErr(done === 0 ? 'The database is distributed already.\n' : 'The database is distributed.\n');
  return 0;
}

async function check(db: Database, terminal: Terminal): Promise<0 | 1> {
  const { pool } = db;
  const pending = await pendingMigrations(pool);
  const steps = await stepsLeft(pool);
  const faults = [
    ...(pending > 0 ? [`${pending} migrations are pending`] : steps.map(({ fault }) => fault)),
    ...(await readUnreachable(db)).map((node) => `the node ${node} does not answer`),
  ];
  terminal.writeOut(faults.map((fault) => `${fault}\n`).join(''));
  terminal.writeErr(
    faults.length === 0
      ? 'The database is distributed, and every node answers.\n'
      : 'Run sightline distribute where a table or a setting is wrong.\n',
  );
  return faults.length === 0 ? 0 : 1;
}

async function dryRun({ pool }: Database, terminal: Terminal): Promise<0> {
  const pending = await pendingMigrations(pool);
  if (pending > 0) terminal.writeErr(`${pending} migrations would be applied first.\n`);
  for (const { sql } of await stepsLeft(pool)) terminal.writeOut(`${sql};\n`);
  return 0;
}
