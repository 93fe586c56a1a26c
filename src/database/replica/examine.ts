// What an operator should know of a replica: whether it can be reached, is a standby of the primary, and has replayed what that has written.

import type pg from 'pg';
import { connect } from '../postgres.js';

interface Examined {
  /** Whether reads go there, as far as can be said without a running server. */
  readonly isUsed: boolean;
  readonly message: string;
}

interface Row {
  readonly version: string;
  readonly isStandby: boolean;
  readonly system: string;
  readonly position: number;
}

const reading = `select current_setting('server_version') as version, pg_is_in_recovery() as "isStandby",
  (select system_identifier::text from pg_control_system()) as system,
  (case when pg_is_in_recovery() then pg_last_wal_replay_lsn() else pg_current_wal_flush_lsn() end - '0/0'::pg_lsn)::float8 as position`;

/** Asks both servers once. Never rejects for a replica that is away. */
export async function examineReplica(primary: pg.Pool, url: string): Promise<Examined> {
  await using db = connect(url, { poolSize: 1, statementTimeoutMs: 5_000 });
  const known = await read(primary);
  try {
    const { version, isStandby, system, position } = await read(db.pool);
    if (!isStandby) return unused('it is not a standby');
    if (system !== known.system) return unused('it is a standby of another database');
    const behind = Math.max(0, known.position - position).toLocaleString('en');
    return { isUsed: true, message: `connected to a standby with PostgreSQL ${version}, ${behind} bytes behind` };
  } catch (error) {
    return unused(`it cannot be reached (${error instanceof Error ? error.message || error.name : String(error)})`);
  }
}

async function read(pool: pg.Pool): Promise<Row> {
  const { rows } = await pool.query<Row>(reading);
  const [row] = rows;
  if (!row) throw new Error('The database answered with nothing.');
  return row;
}

function unused(reason: string): Examined {
  return { isUsed: false, message: `${reason}, so everything is read on the primary; check READ_DATABASE_URL` };
}
