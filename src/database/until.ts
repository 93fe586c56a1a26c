// A database for the time of one request: what is read for it ends with it.

import type pg from 'pg';
import type { Database } from './postgres.js';

/** Where single statements are sent. */
export interface Statements {
  query<Row extends pg.QueryResultRow>(text: string, values: unknown[]): Promise<pg.QueryResult<Row>>;
}

/** What may be done for a request. */
export interface Reading extends Pick<Database, 'prisma' | 'snapshot' | 'transaction'> {
  readonly pool: Statements;
}

/**
 * `db` until `signal` aborts: then what is read is cancelled, and rejects with the signal's reason. Prisma's look-ups of entities by their keys
 * are left to end by themselves; they are short.
 */
export function until(db: Database, signal: AbortSignal): Reading {
  return {
    prisma: db.prisma,
    transaction: (work) => db.transaction(work),
    snapshot: (work) => db.snapshot(work, signal),
    pool: { query: (text, values) => db.alone((client) => client.query(text, values), signal) },
  };
}
