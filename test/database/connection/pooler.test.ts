// Behind PgBouncer in transaction mode: each transaction may run in another session of the server, and nothing may be left in any of them.

import { expect, it } from 'vitest';
import { copyRows } from '../../../src/database/copy/copy-rows.js';
import { migrate, readMigrations } from '../../../src/database/migrate.js';
import { openDatabase } from '../../../src/database/open.js';
import { connect, type Database } from '../../../src/database/postgres.js';
import { runCommand } from '../../support/command.js';
import { emptyDatabase, type TestDatabase, testDatabase } from '../../support/database.js';
import { pgbouncer, startPooler } from '../../support/pgbouncer.js';

const options = { poolSize: 8, statementTimeoutMs: 60_000 };
const nameOf = ({ directUrl }: TestDatabase) => new URL(directUrl).pathname.slice(1);

/** What a transaction finds in its session. */
const found = `select current_setting('timezone') as zone, current_setting('search_path') as path, current_setting('statement_timeout') as statements,
  current_setting('idle_in_transaction_session_timeout') as idle, $1::int as given`;
const wanted = { zone: 'UTC', path: 'public', statements: '1min', idle: '1min' };

/** `work` on a database behind PgBouncer, and on the same database without it. */
async function behind(
  work: (db: Database, direct: TestDatabase, url: string) => Promise<void>,
  given = {},
): Promise<void> {
  await using direct = await testDatabase();
  await using pooler = await startPooler(direct.directUrl, { poolSize: 2 });
  const url = `${pooler.urlOf(nameOf(direct))}?pgbouncer=true`;
  await using db = connect(url, { ...options, ...given });
  await work(db, direct, url);
}

it.runIf(pgbouncer).for<[string, (db: Database, given: number) => Promise<unknown>]>([
  ['a statement with values', (db, given) => db.pool.query(found, [given]).then(({ rows }) => rows[0])],
  [
    'a statement without values',
    (db, given) => db.pool.query(found.replace('$1', `${given}`)).then(({ rows }) => rows[0]),
  ],
  ['a snapshot', (db, given) => db.snapshot(async (client) => (await client.query(found, [given])).rows[0])],
  ['a transaction', (db, given) => db.transaction(async (client) => (await client.query(found, [given])).rows[0])],
  ['autocommit', (db, given) => db.autocommit(async (client) => (await client.query(found, [given])).rows[0])],
  ['Prisma', async (db, given) => (await db.prisma.$queryRawUnsafe<unknown[]>(found, given))[0]],
  [
    'Prisma in a transaction',
    async (db, given) => (await db.prisma.$transaction([db.prisma.$queryRawUnsafe<unknown[]>(found, given)]))[0]?.[0],
  ],
])('gives every session its settings, through %s, and leaves none behind', ([, ask]) =>
  behind(async (db, direct) => {
    const answers = await Promise.all(Array.from({ length: 30 }, (_, index) => ask(db, index)));
    expect(answers).toEqual(answers.map((_, index) => ({ ...wanted, given: index })));
    const { rows } = await direct.pool.query(
      `select count(*)::int as sessions from pg_stat_activity where datname = current_database() and application_name = 'sightline' and pid <> pg_backend_pid()`,
    );
    expect(rows[0].sessions).toBeLessThanOrEqual(2);
  }),
);

it.runIf(pgbouncer)('ends statements that run too long', () =>
  behind(
    async (db) => {
      const slow: readonly Promise<unknown>[] = [
        db.pool.query('select pg_sleep($1)', [60]),
        db.pool.query('select pg_sleep(60)'),
        db.snapshot((client) => client.query('select pg_sleep(60)')),
        db.prisma.$queryRawUnsafe('select pg_sleep(60)::text'),
      ];
      const ends = await Promise.all(slow.map((statement) => statement.catch((error: Error) => error.message)));
      expect(ends).toEqual(ends.map(() => expect.stringMatching(/statement timeout/)));
    },
    { statementTimeoutMs: 300 },
  ),
);

it.runIf(pgbouncer)('writes nothing where it was opened read-only, with PgBouncer and without', () =>
  behind(
    async (db, { directUrl }) => {
      await using direct = connect(directUrl, { ...options, isReadOnly: true });
      for (const { pool, transaction } of [db, direct]) {
        const write = 'create table written ()';
        await expect(pool.query(write)).rejects.toThrow(/read-only transaction/);
        await expect(pool.query('insert into model (id) values ($1)', ['m'])).rejects.toThrow(/read-only transaction/);
        await expect(transaction((client) => client.query(write))).rejects.toThrow(/read-only transaction/);
      }
    },
    { isReadOnly: true },
  ),
);

it.runIf(pgbouncer)('ends transactions that idle', () =>
  behind(
    async (db) => {
      const idle = db.transaction(async (client) => {
        for (;;) await client.query('select 1').then(() => new Promise((done) => setTimeout(done, 400)));
      });
      await expect(idle).rejects.toThrow(/idle-in-transaction timeout|Connection terminated|connection error/);
      expect((await db.pool.query('select 1 as one')).rows).toEqual([{ one: 1 }]);
    },
    { idleTransactionTimeoutMs: 100 },
  ),
);

it.runIf(pgbouncer)('lets a transaction change its settings as it begins', () =>
  behind(async (db) => {
    const client = await db.pool.connect();
    await client.query('begin; set local statement_timeout = 0');
    expect((await client.query('show statement_timeout')).rows).toEqual([{ statement_timeout: '0' }]);
    await client.query('commit');
    client.release();
  }),
);

it.runIf(pgbouncer)('copies in autocommit, and yields the results of several statements', () =>
  behind(async (db) => {
    const rows = await db.autocommit((client) => copyRows(client, 'select 7'));
    expect(rows.map(([field]) => field?.readInt32BE(0))).toEqual([7]);
    const both: unknown = await db.pool.query('select 1 as a; select 2 as b');
    expect(both).toMatchObject([{ rows: [{ a: 1 }] }, { rows: [{ b: 2 }] }]);
  }),
);

it.runIf(pgbouncer)('keeps its order when statements fail', () =>
  behind(async (db) => {
    const failing = [
      db.pool.query('select 1 / $1::int', [0]),
      db.pool.query('select 1 / 0'),
      db.pool.query('this is no sql', [1]),
      db.transaction((client) => client.query('select 1 / 0')),
    ];
    const failures = await Promise.all(failing.map((each) => each.catch((error: Error) => error.message)));
    expect(failures).toEqual(failures.map(() => expect.stringMatching(/division by zero|syntax error/)));
    for (let index = 0; index < 20; index++)
      expect((await db.pool.query('select $1::int as i', [index])).rows).toEqual([{ i: index }]);
  }),
);

it.runIf(pgbouncer)('cancels a statement, and nothing that comes after it', () =>
  behind(async (db) => {
    const reason = new Error('enough');
    for (let round = 0; round < 30; round++) {
      const controller = new AbortController();
      const read = db.snapshot(
        (client) => client.query('select pg_sleep($1)', [round % 3 ? 0.002 : 3600]),
        controller.signal,
      );
      setTimeout(() => controller.abort(reason), round % 7);
      await read.then(
        () => {},
        (error: unknown) => expect(error).toBe(reason),
      );
      expect((await db.pool.query('select pg_sleep(0.002)::text as slept')).rows).toEqual([{ slept: '' }]);
    }
  }),
);

it.runIf(pgbouncer)('migrates from several processes at once, and leaves no lock behind', async () => {
  await using direct = await emptyDatabase();
  await using pooler = await startPooler(direct.directUrl, { poolSize: 2 });
  const url = `${pooler.urlOf(nameOf(direct))}?pgbouncer=true`;
  const names = (await readMigrations()).map(({ name }) => name);
  const others = [1, 2, 3, 4].map(() => connect(url, options));
  const applied = await Promise.all(others.map(({ pool }) => migrate(pool)));
  await Promise.all(others.map((other) => other[Symbol.asyncDispose]()));
  expect(applied.flat().sort()).toEqual(names);
  const { rows } = await direct.pool.query(
    `select from pg_locks where locktype = 'advisory' and database = (select oid from pg_database where datname = current_database())`,
  );
  expect(rows).toEqual([]);
});

it.runIf(pgbouncer).each([
  ['refuses the settings of a session', ''],
  ['drops the settings of a session', 'options'],
])('says what to write in the address where a pooler %s', async (_, ignored) => {
  await using direct = await testDatabase();
  await using pooler = await startPooler(direct.directUrl, { ignored });
  const given = { dataFolder: '', poolSize: 2, statementTimeoutMs: 30_000 };
  const databaseUrl = pooler.urlOf(nameOf(direct));
  await expect(openDatabase({ ...given, databaseUrl })).rejects.toThrow(/pooler.*add pgbouncer=true/);
  const { status, out } = await runCommand(['doctor'], { DATABASE_URL: databaseUrl });
  expect(status).toBe(1);
  expect(out).toMatch(/^fail +database .*add pgbouncer=true/m);
  await using db = await openDatabase({ ...given, databaseUrl: `${databaseUrl}?pgbouncer=true` });
  expect((await db.pool.query('select 1 as one')).rows).toEqual([{ one: 1 }]);
});
