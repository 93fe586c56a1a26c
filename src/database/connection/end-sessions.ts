// Ends sessions whose client has gone: PostgreSQL notices that only when it has something to send.

import type pg from 'pg';

/** Ends the sessions of this role that have a name, with the statements that they run. */
export async function endSessions(pool: pg.Pool, name: string): Promise<void> {
  await pool.query(
    `select pg_terminate_backend(pid) from pg_stat_activity where application_name = $1 and usename = current_user`,
    [name],
  );
}
