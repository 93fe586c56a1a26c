// `sightline distribute` from the command line. On a cluster where one is named; what it refuses elsewhere on any server.

import { randomBytes } from 'node:crypto';
import { cp, mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, inject, it } from 'vitest';
import { migrate } from '../../src/database/migrate.js';
import { openDatabase } from '../../src/database/open.js';
import { connect } from '../../src/database/postgres.js';
import { send } from '../citus/nodes.js';
import { runCommand } from '../support/command.js';
import {
  createDatabase,
  dropDatabase,
  emptyDatabase,
  type TestDatabase,
  testDatabase,
  withDatabase,
} from '../support/database.js';
import { temporaryFolder } from '../support/folder.js';
import { recordAll, smallWorld } from '../support/records.js';

const isCluster = inject('nodes').length > 1;

const placed = `select relname::text as name, coalesce(partmethod::text, '-') || coalesce(repmodel::text, '-') as kind,
  coalesce(colocationid, 0) as colocation, pg_relation_size(pg_class.oid) > 0 as rows
  from pg_class left join pg_dist_partition on logicalrelid = pg_class.oid
  where relnamespace = 'public'::regnamespace and relkind = 'r' order by 1`;

const distribute = (db: TestDatabase, ...options: readonly string[]) =>
  runCommand(['distribute', ...options], { DATABASE_URL: db.directUrl });

/** Migrates and records, over connections that are closed again. */
async function fill({ url }: TestDatabase, records: readonly unknown[]): Promise<void> {
  await using db = connect(url, { poolSize: 4, statementTimeoutMs: 0 });
  await migrate(db.pool);
  if (records.length > 0) await recordAll(db, records);
}

async function exported({ url }: TestDatabase): Promise<string> {
  await using folder = await temporaryFolder();
  const file = join(folder.path, 'all.ndjson');
  const { status, stderr } = await runCommand(['export', '-o', file], { DATABASE_URL: url });
  if (status !== 0) throw new Error(stderr);
  return await readFile(file, 'utf8');
}

describe.runIf(isCluster)('sightline distribute on a cluster', () => {
  it('distributes an empty database, and does nothing the second time', async () => {
    await using db = await emptyDatabase();
    expect(await distribute(db, '--check')).toMatchObject({
      status: 1,
      out: expect.stringMatching(/migrations are pending/),
    });
    expect(await distribute(db)).toMatchObject({
      status: 0,
      stderr: expect.stringContaining('The database is distributed.'),
    });
    expect(await distribute(db, '--check')).toMatchObject({ status: 0, out: '' });
    const { rows } = await db.pool.query(placed);
    const kindOf = new Map(rows.map(({ name, kind }) => [name, kind]));
    expect(['run', 'version', 'tile', 'brand', 'model', 'rate_limit'].map((name) => kindOf.get(name))).toEqual([
      'hs',
      'hs',
      'hs',
      'nt',
      'nt',
      '--',
    ]);
    expect(new Set(rows.filter(({ kind }) => kind === 'hs').map(({ colocation }) => colocation)).size).toBe(1);
    await using others = connect(db.url, { poolSize: 1, statementTimeoutMs: 0 });
    await others.pool.query('select 1');
    expect(await distribute(db)).toMatchObject({ status: 0, stderr: 'The database is distributed already.\n' });
  });

  it('moves what is recorded, and exports the same bytes afterwards', async () => {
    await using db = await emptyDatabase();
    await fill(db, smallWorld());
    const before = await exported(db);
    expect(await distribute(db)).toMatchObject({ status: 0 });
    expect(await exported(db)).toBe(before);
    const place = { databaseUrl: db.url, dataFolder: '/nowhere' };
    await using opened = await openDatabase({ ...place, poolSize: 2, statementTimeoutMs: 0 });
    // The coordinator, which has no brands, is number 0, as any database is that is not distributed.
    expect((await opened.nodes.locations.all()).every(({ node }) => node > 0)).toBe(true);
    const rows = await send(db.url, placed);
    expect(rows.filter(({ kind, rows }) => kind !== '--' && rows).map(({ name }) => name)).toEqual([]);
    const check = await runCommand(['roll', '--check'], { DATABASE_URL: db.url });
    expect(check).toMatchObject({ status: 0, out: expect.stringContaining(' 0 wrong') });
  });

  it('goes on where it was interrupted, and prints what it would do', async () => {
    await using db = await emptyDatabase();
    await fill(db, []);
    const all = await distribute(db, '--dry-run');
    await send(db.url, `select create_distributed_table('run', 'brand_id', colocate_with => 'none')`);
    const left = await distribute(db, '--dry-run');
    expect(left.out.split('\n')).toEqual(all.out.split('\n').filter((line) => !line.includes(`table('run'`)));
    const { stderr } = await distribute(db);
    expect(stderr.replace('The database is distributed.\n', '')).toBe(left.out.replaceAll(';\n', '\n'));
    expect(await distribute(db, '--check')).toMatchObject({ status: 0 });
  });

  it('refuses while others are connected, and moves nothing', async () => {
    await using db = await emptyDatabase();
    await migrate(db.pool);
    expect(await distribute(db)).toMatchObject({
      status: 2,
      stderr: expect.stringMatching(/^Others are connected to the database: sightline \(\d\)\. Stop every server/m),
    });
    expect(await send(db.url, 'select * from pg_dist_partition')).toEqual([]);
  });

  it('refuses a role that does not own the database', async () => {
    await using db = await emptyDatabase();
    await fill(db, []);
    const url = new URL(db.url);
    url.username = 'sightline_stranger';
    for (const node of inject('nodes')) {
      await send(node, 'drop role if exists sightline_stranger').catch(() => undefined);
      await send(node, 'create role sightline_stranger login').catch(() => undefined);
    }
    expect(await runCommand(['distribute'], { DATABASE_URL: url.href })).toMatchObject({
      status: 2,
      stderr: expect.stringContaining('The role sightline_stranger does not own the database'),
    });
  });

  it('says what to do where the coordinator is not registered, and where there are no workers', async () => {
    const [server = ''] = inject('nodes');
    const name = `sightline_test_${randomBytes(8).toString('hex')}`;
    await createDatabase([server], name, 'template0');
    const url = withDatabase(server, name);
    const refusals = async () => {
      const ran = [[], ['--check'], ['--dry-run']].map((options) =>
        runCommand(['distribute', ...options], { DATABASE_URL: url }),
      );
      return (await Promise.all(ran)).map(({ status, stderr }) => `${status} ${stderr.trim().split('\n').at(-1)}`);
    };
    try {
      await send(url, 'create extension citus');
      const unregistered = `2 The coordinator is not registered: run "select citus_set_coordinator_host('<host name>', <port>)" with its address.`;
      expect(await refusals()).toEqual([unregistered, unregistered, unregistered]);
      const { hostname, port } = new URL(url);
      await send(url, `select citus_set_coordinator_host('${hostname}', ${port})`);
      const alone = `2 The cluster has no workers: run "select citus_add_node('<host name>', <port>)" for each of them.`;
      expect(await refusals()).toEqual([alone, alone, alone]);
    } finally {
      await dropDatabase([server], name);
    }
  });

  it('distributes what a later migration creates, and reports what is not in place', async () => {
    await using db = await testDatabase();
    await using temporary = await temporaryFolder();
    const folder = temporary.path;
    const own = new URL('../../prisma/migrations', import.meta.url).pathname;
    await cp(own, folder, { recursive: true });
    await mkdir(join(folder, '9999_later'));
    await writeFile(
      join(folder, '9999_later/migration.sql'),
      `create table note (brand_id text, id int, text text, primary key (brand_id, id));
       create table colour (id text primary key);
       alter table run add note int;
       insert into colour values ('red');`,
    );
    await writeFile(join(folder, '9999_later/distribution.json'), '{ "note": "brand", "colour": "reference" }');
    expect(await migrate(db.pool, folder)).toEqual(['9999_later']);
    const rows = await send(db.url, placed);
    expect(rows.filter(({ name }) => name === 'note' || name === 'colour').map(({ kind }) => kind)).toEqual([
      'nt',
      'hs',
    ]);
    expect(await send(db.url, 'select id from colour')).toEqual([{ id: 'red' }]);
  });

  it('finds a table that was moved back', async () => {
    await using db = await testDatabase();
    await send(db.url, `select undistribute_table('posting')`);
    expect(await distribute(db, '--check')).toMatchObject({
      status: 1,
      out: 'the table posting is on the coordinator alone, and should be distributed by brand_id\n',
    });
  });
});

describe.runIf(!isCluster)('sightline distribute elsewhere', () => {
  it('says what is missing where the server has no Citus, or the database has not', async () => {
    await using db = await testDatabase();
    for (const options of [[], ['--check'], ['--dry-run']]) {
      const { status, stderr } = await distribute(db, ...options);
      expect(status).toBe(2);
      expect(stderr).toMatch(/^The (server|database) has no Citus: /);
    }
  });

  it('says that it needs the coordinator itself where the address is that of a pooler', async () => {
    await using db = await testDatabase();
    const pooled = `${db.directUrl}${db.directUrl.includes('?') ? '&' : '?'}pgbouncer=true`;
    const { status, stderr } = await runCommand(['distribute'], { DATABASE_URL: pooled });
    expect([status, stderr]).toEqual([2, expect.stringContaining('needs the coordinator itself')]);
  });

  it('says that the embedded database is on one machine', async () => {
    expect(await runCommand(['distribute'], {})).toMatchObject({
      status: 2,
      stderr: expect.stringContaining('set DATABASE_URL'),
    });
  });
});
