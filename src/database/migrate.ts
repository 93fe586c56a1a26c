// Brings a database to this build's schema, or refuses it. Records what it did exactly as `prisma migrate deploy` does and
// takes the same lock, so that either tool can follow the other.

import { createHash, randomUUID } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type pg from 'pg';
import { messageOf } from '../errors.js';
import { projectRoot } from '../root.js';
import { isDistributed } from './citus/layout.js';
import { type Placements, placementStatement, readPlacements } from './citus/placement.js';
import { type MigrationRecord, readRecords } from './state.js';

const migrationsFolder = fileURLToPath(new URL('prisma/migrations', projectRoot));
/** The advisory lock that Prisma's own tool takes. */
export const migrationLock = 72_707_369;
const oldestVersion = 15;
/** The first migration of development builds, whose tables no build upgrades. */
const ofDevelopment = '0001_init';

/** One migration of this build; `checksum` is the hex SHA-256 of its file's bytes. */
export interface Migration {
  readonly name: string;
  readonly sql: string;
  readonly checksum: string;
  /** Where the rows of the tables that it creates are on a Citus cluster. */
  readonly placements: Placements;
}

/** A lock of the transaction holds behind a pooler too. Neither waiting for it nor a long migration may run into the time limit of ordinary statements. */
const beginLocked = `begin; set local statement_timeout = 0; select pg_advisory_xact_lock(${migrationLock})`;

/**
 * Applies every migration that the database lacks, each in its own transaction, and returns their names. Processes that
 * do so at once wait for each other. Throws, having changed nothing, for a server or a schema that this build cannot use.
 */
export async function migrate(pool: pg.Pool, folder = migrationsFolder): Promise<readonly string[]> {
  const known = await readMigrations(folder);
  const client = await pool.connect();
  let broken: Error | undefined;
  const applied: string[] = [];
  try {
    const { rows } = await client.query<{ version: number }>(
      `select current_setting('server_version_num')::int version`,
    );
    requireVersion(rows[0]?.version ?? 0);
    for (;;) {
      const name = await applyNext(client, known);
      if (name === null) return applied;
      applied.push(name);
    }
  } catch (error) {
    await client.query('rollback').catch((failure: Error) => {
      broken = failure;
    });
    throw error;
  } finally {
    client.release(broken);
  }
}

/** Applies the first migration that the database lacks while no other process does. Resolves to its name, or `null` where there is none. */
async function applyNext(client: pg.ClientBase, known: readonly Migration[]): Promise<string | null> {
  await client.query(beginLocked);
  const [next] = pendingOf(known, await recorded(client));
  if (next) await apply(client, next);
  await client.query('commit');
  return next?.name ?? null;
}

/** The migrations in `folder`, by name: one folder `NNNN_name` with a `migration.sql` each. */
export async function readMigrations(folder = migrationsFolder): Promise<readonly Migration[]> {
  const entries = await readdir(folder, { withFileTypes: true });
  const names = entries.filter((entry) => entry.isDirectory()).map(({ name }) => name);
  return Promise.all(
    names.sort().map(async (name) => {
      const bytes = await readFile(join(folder, name, 'migration.sql'));
      const checksum = createHash('sha256').update(bytes).digest('hex');
      return { name, sql: bytes.toString('utf8'), checksum, placements: await readPlacements(join(folder, name)) };
    }),
  );
}

/** Throws for a server older than this build needs; `version` is its `server_version_num`, such as 150007. */
export function requireVersion(version: number): void {
  const major = Math.floor(version / 10_000);
  if (major < oldestVersion) {
    throw new Error(
      `The database server is PostgreSQL ${major}, and Sightline needs ${oldestVersion} or newer: upgrade it, or point DATABASE_URL at another.`,
    );
  }
}

/** The migrations still to apply, in order. Throws where what is recorded is not a prefix of this build's history. */
export function pendingOf(known: readonly Migration[], records: readonly MigrationRecord[]): readonly Migration[] {
  const byName = new Map(known.map((migration) => [migration.name, migration]));
  for (const { name, checksum, finished } of records) {
    if (name === ofDevelopment) {
      throw new Error(
        'The database was made by a development build of Sightline: export it with that build ("sightline export"), and record the export into an empty database with this version.',
      );
    }
    const migration = byName.get(name);
    if (!migration) {
      throw new Error(
        `The database has the migration ${name}, which this version of Sightline does not know: a newer version has used it. Start that version or a newer one.`,
      );
    }
    if (!finished) {
      throw new Error(
        `The migration ${name} was begun by another tool and never finished. Put the database right, then record it with "prisma migrate resolve".`,
      );
    }
    if (migration.checksum !== checksum) {
      throw new Error(
        `The migration ${name} of the database differs from this version's file of that name. Migrations never change once released: use the version of Sightline that made this database.`,
      );
    }
  }
  const done = new Set(records.map(({ name }) => name));
  return known.filter(({ name }) => !done.has(name));
}

/** What the database says of itself; makes the table of records where there is none. */
async function recorded(client: pg.ClientBase): Promise<readonly MigrationRecord[]> {
  const { rows: tables } = await client.query(`select 1 where to_regclass('_prisma_migrations') is not null`);
  if (tables.length === 0) {
    await client.query(`
      create table _prisma_migrations (
        id varchar(36) primary key not null,
        checksum varchar(64) not null,
        finished_at timestamptz,
        migration_name varchar(255) not null,
        logs text,
        rolled_back_at timestamptz,
        started_at timestamptz not null default now(),
        applied_steps_count integer not null default 0
      )`);
  }
  return readRecords(client);
}

/** Applies a migration; on a cluster the tables that it creates are distributed in its transaction. */
async function apply(client: pg.ClientBase, { name, sql, checksum, placements }: Migration): Promise<void> {
  try {
    const isSpread = await isDistributed(client);
    if (isSpread) await client.query(`set local citus.multi_shard_modify_mode = 'sequential'`);
    await client.query(sql);
    if (isSpread) await place(client, placements);
    await client.query(
      `insert into _prisma_migrations (id, checksum, migration_name, finished_at, applied_steps_count)
       values ($1, $2, $3, clock_timestamp(), 1)`,
      [randomUUID(), checksum, name],
    );
  } catch (cause) {
    throw new Error(`The migration ${name} failed and was undone: ${messageOf(cause)}`, { cause });
  }
}

async function place(client: pg.ClientBase, placements: Placements): Promise<void> {
  for (const [table, placement] of placements) {
    const statement = placementStatement(table, placement);
    if (statement) await client.query(statement);
  }
}
