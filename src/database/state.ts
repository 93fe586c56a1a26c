// What a database says of itself, read without changing anything: for whoever looks after one.

import type pg from 'pg';
import { silence } from './coalesce.js';

/** A row of `_prisma_migrations` that was not rolled back. */
export interface MigrationRecord {
  readonly name: string;
  readonly checksum: string;
  readonly finished: boolean;
}

export interface DatabaseState {
  /** As the server names it, such as `18.1`. */
  readonly version: string;
  /** As the server numbers it, such as 180001. */
  readonly versionNumber: number;
  /** How far the server's clock is ahead of ours, in milliseconds; exact to half the time of one question. */
  readonly aheadMs: number;
  /** It does not change while a process is connected: a standby that was promoted is found at the next start. */
  readonly isReadOnly: boolean;
  readonly migrations: readonly MigrationRecord[];
}

/** Asks the server. Rejects as the driver does where it cannot be reached. */
export async function readState(pool: pg.Pool): Promise<DatabaseState> {
  const client = await pool.connect();
  try {
    const asked = Date.now();
    const { rows } = await client.query<
      Omit<DatabaseState, 'aheadMs' | 'migrations'> & { now: number; migrated: boolean }
    >(
      `select current_setting('server_version') as version, current_setting('server_version_num')::int as "versionNumber",
              current_setting('transaction_read_only') = 'on' as "isReadOnly", (extract(epoch from clock_timestamp()) * 1000)::float8 as now, to_regclass('_prisma_migrations') is not null as migrated`,
    );
    const [row] = rows;
    if (!row) throw new Error('The database answered with nothing.');
    const { now, migrated, ...state } = row;
    const aheadMs = Math.round(now - (asked + Date.now()) / 2);
    return { ...state, aheadMs, migrations: migrated ? await readRecords(client) : [] };
  } finally {
    client.release();
  }
}

/** The migrations that the database has, oldest first. Rejects where it has no table of them. */
export async function readRecords(client: pg.ClientBase | pg.Pool): Promise<readonly MigrationRecord[]> {
  const { rows } = await client.query<MigrationRecord>({
    text: `select migration_name as name, checksum, finished_at is not null as finished
      from _prisma_migrations where rolled_back_at is null order by started_at`,
    ...silence,
  });
  return rows;
}
