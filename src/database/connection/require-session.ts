// Refuses a database whose sessions are not as they were asked for, because a pooler answers that was not declared.

import type pg from 'pg';

/** What to do about it. */
export const poolerAdvice =
  'A connection pooler such as PgBouncer answers at this address: add pgbouncer=true to its parameters (postgresql://…/name?pgbouncer=true), or connect to PostgreSQL itself.';

/** Throws a sentence for the operator where the settings of a session are refused or not kept. Otherwise rejects as the driver does. */
export async function requireSession(pool: pg.Pool): Promise<void> {
  const { rows } = await pool
    .query<{ kept: boolean }>(
      `select current_setting('search_path') = 'public' and current_setting('timezone') = 'UTC'
         and current_setting('idle_in_transaction_session_timeout') <> '0' as kept`,
    )
    .catch((error: Error) => {
      // Without its cause, which would mean that trying again may help.
      throw isRefused(error) ? new Error(poolerAdvice) : error;
    });
  if (!rows[0]?.kept) throw new Error(`The settings of a session are not kept. ${poolerAdvice}`);
}

/** What PgBouncer says of startup parameters. */
function isRefused({ message }: Error): boolean {
  return /unsupported startup parameter/.test(message);
}
