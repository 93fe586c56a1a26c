// A database that only reads: a hot standby, or a role or a server with `default_transaction_read_only`. It is taken as it is.

import { pendingOf, readMigrations, requireVersion } from '../migrate.js';
import type { DatabaseState } from '../state.js';

/** Throws a message for the operator where the schema is not that of this build, which a standby gets from its primary. */
export async function requireSchema({ versionNumber, migrations }: DatabaseState): Promise<void> {
  requireVersion(versionNumber);
  const pending = pendingOf(await readMigrations(), migrations);
  if (pending.length === 0) return;
  const count = pending.length === 1 ? 'one migration' : `${pending.length} migrations`;
  throw new Error(
    `The database is read-only, and lacks ${count} of this version of Sightline: start this version on its primary once, and wait until the standby has caught up.`,
  );
}

/** Why a command that writes cannot use a database that is read-only. */
export const needsPrimary =
  'The database is read-only, as a standby is, and this command writes: set DATABASE_URL to the primary.';
