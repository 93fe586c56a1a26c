// The database that the configuration names: the server at `DATABASE_URL`, or the embedded one; with this build's schema. Where it is read-only,
// it is only opened for those who only read.

import type { Config } from '../config.js';
import { isDistributed } from './citus/layout.js';
import { requireSession } from './connection/require-session.js';
import { decideUndecided } from './derived/branded.js';
import { locateEmbedded, openEmbedded } from './embedded/embedded.js';
import { migrate, pendingOf, readMigrations, requireVersion } from './migrate.js';
import { type ConnectOptions, connect, type Database, layoutOf } from './postgres.js';
import { type DatabaseState, readState } from './state.js';
import type { Watcher } from './watched.js';

type DatabaseSettings = Pick<Config, 'databaseUrl' | 'dataFolder' | 'poolSize' | 'statementTimeoutMs'>;

interface OpenOptions extends Watcher {
  /** Whether it may be read-only; then it is not migrated. */
  readonly mayBeReadOnly?: boolean;
}

/** Opens the database and migrates it. Throws a message for the operator when the database cannot be reached, run or used. */
export async function openDatabase(
  config: DatabaseSettings,
  { mayBeReadOnly = false, ...watcher }: OpenOptions = {},
): Promise<Database> {
  const open = await openUnmigrated(config, watcher);
  try {
    await requireSession(open.pool);
    const state = await readState(open.pool);
    const { isReadOnly } = state;
    if (isReadOnly && !mayBeReadOnly) {
      throw new Error(
        'The database is read-only, as a standby is, and this command writes: set DATABASE_URL to the primary.',
      );
    }
    if (isReadOnly) await requireSchema(state);
    else {
      await migrate(open.pool);
      await decideUndecided(open.pool);
    }
    return { ...open, isReadOnly, ...layoutOf(open, await isDistributed(open.pool)) };
  } catch (error) {
    await open[Symbol.asyncDispose]();
    throw error;
  }
}

/** Throws a message for the operator where the schema of a standby is not that of this build: it gets it from its primary. */
async function requireSchema({ versionNumber, migrations }: DatabaseState): Promise<void> {
  requireVersion(versionNumber);
  const pending = pendingOf(await readMigrations(), migrations);
  if (pending.length === 0) return;
  const count = pending.length === 1 ? 'one migration' : `${pending.length} migrations`;
  throw new Error(
    `The database is read-only, and lacks ${count} of this version of Sightline: start this version on its primary once, and wait until the standby has caught up.`,
  );
}

/** Opens the database as it is. Disposal closes its connections, and stops the embedded server where nobody else uses it. */
export async function openUnmigrated(
  { databaseUrl, dataFolder, poolSize, statementTimeoutMs }: DatabaseSettings,
  watcher: Watcher = {},
): Promise<Database> {
  const embedded = databaseUrl === null ? await openEmbedded(dataFolder) : null;
  const options = { poolSize, statementTimeoutMs, ...watcher };
  const db = embedded
    ? connect(embedded.connection, { ...options, locate: embedded.locate })
    : connect(databaseUrl ?? '', options);
  const close = async () => {
    await db[Symbol.asyncDispose]();
    await embedded?.[Symbol.asyncDispose]();
  };
  return { ...db, [Symbol.asyncDispose]: close };
}

/** What another thread is told of the database. */
export interface Opened extends Pick<ConnectOptions, 'sessionName'>, Watcher {
  readonly isReadOnly: boolean;
  readonly isDistributed: boolean;
}

/** Connects another thread of a process to the database that the process has opened, and keeps open. */
export function connectToOpen(config: DatabaseSettings, { isReadOnly, ...opened }: Opened): Database {
  const { databaseUrl, dataFolder, poolSize, statementTimeoutMs } = config;
  const options = { poolSize, statementTimeoutMs, ...opened };
  if (databaseUrl !== null) return { ...connect(databaseUrl, options), isReadOnly };
  const { connection, locate } = locateEmbedded(dataFolder);
  return { ...connect(connection, { ...options, locate }), isReadOnly };
}
