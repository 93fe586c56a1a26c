import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { migrate, readMigrations, requireVersion } from '../../src/database/migrate.js';
import { connect } from '../../src/database/postgres.js';
import { emptyDatabase, testDatabase } from '../support/database.js';
import { temporaryFolder } from '../support/folder.js';

const names = (await readMigrations()).map(({ name }) => name);

/** A migrations folder with one file for each entry of `scripts`. */
async function folderOf(scripts: Readonly<Record<string, string>>) {
  const folder = await temporaryFolder();
  for (const [name, sql] of Object.entries(scripts)) {
    await mkdir(join(folder.path, name));
    await writeFile(join(folder.path, name, 'migration.sql'), sql);
  }
  return folder;
}

it('migrates an empty database and records it as Prisma would', async () => {
  await using db = await emptyDatabase();
  expect(await migrate(db.pool)).toEqual(names);
  const { rows } = await db.pool.query('select * from _prisma_migrations order by started_at');
  expect(rows.map((row) => row.migration_name)).toEqual(names);
  for (const row of rows) {
    expect(row).toMatchObject({ logs: null, rolled_back_at: null, applied_steps_count: 1 });
    expect(row.checksum).toMatch(/^[0-9a-f]{64}$/);
    expect(row.id).toMatch(/^[0-9a-f-]{36}$/);
    expect(row.finished_at.getTime()).toBeGreaterThanOrEqual(row.started_at.getTime());
  }
});

it('changes nothing when it runs a second time', async () => {
  await using db = await testDatabase();
  const before = await db.pool.query('select * from _prisma_migrations order by id');
  expect(await migrate(db.pool)).toEqual([]);
  expect((await db.pool.query('select * from _prisma_migrations order by id')).rows).toEqual(before.rows);
});

it('applies each migration once when several processes start at the same moment', async () => {
  await using db = await emptyDatabase();
  const others = [1, 2, 3, 4].map(() => connect(db.url, { poolSize: 2, statementTimeoutMs: 60_000 }));
  const applied = await Promise.all(others.map(({ pool }) => migrate(pool)));
  await Promise.all(others.map((other) => other[Symbol.asyncDispose]()));
  expect(applied.flat().sort()).toEqual(names);
});

it('goes on where an older version stopped', async () => {
  await using db = await emptyDatabase();
  await using older = await folderOf({ '0001_a': 'create table a (); create table b ();' });
  await using newer = await folderOf({
    '0001_a': 'create table a (); create table b ();',
    '0002_c': 'alter table a add c int;',
    '0003_d': 'alter table a add d int;',
  });
  expect(await migrate(db.pool, older.path)).toEqual(['0001_a']);
  expect(await migrate(db.pool, newer.path)).toEqual(['0002_c', '0003_d']);
});

it('undoes a migration that fails, keeps those before it, and says which it was', async () => {
  await using db = await emptyDatabase();
  await using folder = await folderOf({ '0001_a': 'create table a ();', '0002_b': 'create table b (); select 1/0;' });
  await expect(migrate(db.pool, folder.path)).rejects.toThrow(/0002_b failed and was undone: division by zero/);
  const { rows } = await db.pool.query(`select to_regclass('a') a, to_regclass('b') b`);
  expect(rows).toEqual([{ a: 'a', b: null }]);
  const { rows: records } = await db.pool.query('select migration_name from _prisma_migrations');
  expect(records).toEqual([{ migration_name: '0001_a' }]);
});

it('is not bound by the time limit of ordinary statements', async () => {
  await using db = await emptyDatabase({ statementTimeoutMs: 500 });
  await using folder = await folderOf({ '0001_slow': 'select pg_sleep(0.7);' });
  expect(await migrate(db.pool, folder.path)).toEqual(['0001_slow']);
  expect((await db.pool.query('show statement_timeout')).rows).toEqual([{ statement_timeout: '500ms' }]);
});

describe('refuses', () => {
  it('a database that a newer version has migrated', async () => {
    await using db = await testDatabase();
    await db.pool.query(
      `insert into _prisma_migrations (id, checksum, finished_at, migration_name) values ('x', 'y', now(), '9999_later')`,
    );
    await expect(migrate(db.pool)).rejects.toThrow(/9999_later.*newer version/);
  });

  it('a database whose migration is not the one that this version has under that name', async () => {
    await using db = await testDatabase();
    await db.pool.query(`update _prisma_migrations set checksum = 'other' where migration_name = $1`, [names[0]]);
    await expect(migrate(db.pool)).rejects.toThrow(/0001_tables of the database differs/);
  });

  it('a database of a development build, and says how its data is kept', async () => {
    await using db = await emptyDatabase();
    await using folder = await folderOf({ '0001_a': 'create table a ();' });
    await migrate(db.pool, folder.path);
    await db.pool.query(`update _prisma_migrations set migration_name = '0001_init'`);
    await expect(migrate(db.pool)).rejects.toThrow(/development build.*sightline export.*record the export/);
    expect((await db.pool.query(`select to_regclass('run') run`)).rows).toEqual([{ run: null }]);
  });

  it('a database in which another tool left a migration half done, until that is marked as rolled back', async () => {
    await using db = await emptyDatabase();
    await migrate(db.pool);
    await db.pool.query(`insert into _prisma_migrations (id, checksum, migration_name) values ('x', 'y', $1)`, [
      names[0],
    ]);
    await expect(migrate(db.pool)).rejects.toThrow(/never finished.*prisma migrate resolve/);
    await db.pool.query(`update _prisma_migrations set rolled_back_at = now() where id = 'x'`);
    expect(await migrate(db.pool)).toEqual([]);
  });

  it('PostgreSQL before 15', () => {
    expect(() => requireVersion(140_012)).toThrow(/PostgreSQL 14, and Sightline needs 15 or newer/);
    expect(() => requireVersion(90_624)).toThrow(/PostgreSQL 9,/);
    requireVersion(150_000);
    requireVersion(180_004);
  });
});

it('lifts the time limit of statements before it waits, and leaves no lock behind', async () => {
  const statements: string[] = [];
  await using db = await emptyDatabase({ onQuery: (text) => void statements.push(text), statementTimeoutMs: 30_000 });
  await migrate(db.pool);
  expect(statements[1]).toMatch(/^begin; set local statement_timeout = 0; select pg_advisory_xact_lock/);
  expect(db.pool.totalCount).toBe(1);
  const { rows } = await db.pool.query(`select from pg_locks where locktype = 'advisory' and pid = pg_backend_pid()`);
  expect(rows).toEqual([]);
});

it('waits while another tool holds the lock that Prisma takes', async () => {
  await using db = await emptyDatabase();
  await using folder = await folderOf({ '0001_a': 'create table a ();' });
  await using tool = connect(db.directUrl, { poolSize: 1, statementTimeoutMs: 60_000 });
  const prisma = await tool.pool.connect();
  await prisma.query('select pg_advisory_lock(72707369)');
  const migrating = migrate(db.pool, folder.path);
  const waiting = `select from pg_locks where locktype = 'advisory' and not granted
    and database = (select oid from pg_database where datname = current_database())`;
  while ((await db.pool.query(waiting)).rowCount === 0);
  expect((await db.pool.query(`select to_regclass('a') a`)).rows).toEqual([{ a: null }]);
  await prisma.query('select pg_advisory_unlock(72707369)');
  prisma.release();
  expect(await migrating).toEqual(['0001_a']);
});
