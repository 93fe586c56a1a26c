import { describe, expect, it } from 'vitest';
import { connect, type Database } from '../../src/database/postgres.js';
import { isUnavailable } from '../../src/database/unavailable.js';
import { testDatabase } from '../support/database.js';
import { until } from '../support/embedded.js';

const failureOf = (work: Promise<unknown>): Promise<unknown> =>
  work.then(
    () => null,
    (error: unknown) => error,
  );

const asks: readonly (readonly [string, (db: Database, sql: string) => Promise<unknown>])[] = [
  ['the pool', (db, sql) => db.pool.query(sql)],
  ['Prisma', (db, sql) => db.prisma.$queryRawUnsafe(sql)],
  ['Prisma in a transaction', (db, sql) => db.prisma.$transaction([db.prisma.$queryRawUnsafe(sql)])],
  ['a snapshot', (db, sql) => db.snapshot((client) => client.query(sql))],
];

const entities: (typeof asks)[number] = ['Prisma for entities', (db) => db.prisma.model.findMany()];

describe('a session', () => {
  it('speaks UTC, uses the schema public, says who it is, and has the time limits that were asked for', async () => {
    await using db = await testDatabase({ statementTimeoutMs: 1234, idleTransactionTimeoutMs: 5678 });
    const names = [
      'TimeZone',
      'search_path',
      'application_name',
      'statement_timeout',
      'idle_in_transaction_session_timeout',
    ];
    const { rows } = await db.pool.query('select setting from unnest($1::text[]) n, current_setting(n) setting', [
      names,
    ]);
    expect(rows.map(({ setting }) => setting)).toEqual(['UTC', 'public', 'sightline', '1234ms', '5678ms']);
  });

  it('keeps the options of its address', async () => {
    await using db = await testDatabase();
    const address = `${db.directUrl}${db.directUrl.includes('?') ? '&' : '?'}options=${encodeURIComponent('-c work_mem=7MB')}`;
    await using other = connect(address, { poolSize: 1, statementTimeoutMs: 1000 });
    const { rows } = await other.pool.query(`select current_setting('work_mem') m, current_setting('TimeZone') z`);
    expect(rows).toEqual([{ m: '7MB', z: 'UTC' }]);
  });

  it('is ended by the server when a transaction idles too long, and the process lives on', async () => {
    await using db = await testDatabase({ idleTransactionTimeoutMs: 20 });
    const client = await db.pool.connect();
    await client.query('begin');
    await new Promise((resolve) => client.once('end', resolve));
    await expect(client.query('select 1')).rejects.toThrow();
    client.release(true);
    expect((await db.pool.query('select 1 as one')).rows).toEqual([{ one: 1 }]);
  });
});

describe('a statement that runs too long', () => {
  it.each(asks)('is ended by the server, through %s, and is no sign of an unreachable database', async (_, ask) => {
    await using db = await testDatabase({ statementTimeoutMs: 50 });
    const failure = await failureOf(ask(db, 'select pg_sleep(60)::text'));
    expect(String(failure)).toMatch(/statement timeout/);
    expect(isUnavailable(failure)).toBe(false);
  });

  it('may take its time where a transaction lifts the limit', async () => {
    await using db = await testDatabase({ statementTimeoutMs: 500 });
    await db.transaction(async (client) => {
      await client.query('set local statement_timeout = 0');
      await client.query('select pg_sleep(0.7)');
    });
    expect((await db.pool.query('show statement_timeout')).rows).toEqual([{ statement_timeout: '500ms' }]);
  });
});

describe('a transaction', () => {
  it('commits what it did when its work fulfils, and undoes it when that rejects', async () => {
    await using db = await testDatabase();
    await db.transaction((client) => client.query(`insert into model (id, label) values ('a', 'A')`));
    const undone = db.transaction(async (client) => {
      await client.query(`insert into model (id, label) values ('b', 'B')`);
      throw new Error('changed my mind');
    });
    await expect(undone).rejects.toThrow('changed my mind');
    expect(await db.prisma.model.findMany({ select: { id: true } })).toEqual([{ id: 'a' }]);
  });

  it('rejects when a statement failed in it, even if its work looked away', async () => {
    await using db = await testDatabase();
    const work = db.transaction(async (client) => {
      await client.query(`insert into model (id, label) values ('a', 'A')`);
      await client.query('select 1/0').catch(() => {});
    });
    await expect(work).rejects.toThrow(/nothing of it was kept/);
    expect(await db.prisma.model.count()).toBe(0);
  });

  it('gives its connection back whatever happens', async () => {
    await using db = await testDatabase({ poolSize: 1 });
    await failureOf(db.transaction((client) => client.query('no sql')));
    await failureOf(db.transaction((client) => client.query('select pg_terminate_backend(pg_backend_pid())')));
    expect(await db.transaction(async () => 'done')).toBe('done');
  });
});

it('reads everything of a snapshot as of one instant, and nothing is written in it', async () => {
  await using db = await testDatabase();
  await db.snapshot(async (client) => {
    expect((await client.query('select 1 from model')).rows).toEqual([]);
    await db.pool.query(`insert into model (id, label) values ('a', 'A')`);
    expect((await client.query('select 1 from model')).rows).toEqual([]);
  });
  await expect(db.snapshot((client) => client.query('delete from model'))).rejects.toThrow(/read-only/);
});

it('reports every statement, through the pool, in a transaction and through Prisma, and Prisma runs on the same pool', async () => {
  const statements: string[] = [];
  await using db = await testDatabase({ poolSize: 1, onQuery: (sql) => statements.push(sql) });
  await db.pool.query('select 1');
  await db.snapshot((client) => client.query({ text: 'select 2' }));
  await db.prisma.model.findMany();
  expect(statements.slice(0, 4)).toEqual([
    'select 1',
    'begin isolation level repeatable read, read only',
    'select 2',
    'commit',
  ]);
  expect(statements.slice(4)).toEqual([expect.stringMatching(/^SELECT .*"model"/)]);
  expect(db.pool.totalCount).toBe(1);
});

it('can be closed twice', async () => {
  const db = await testDatabase();
  await db[Symbol.asyncDispose]();
  await db[Symbol.asyncDispose]();
});

describe('an unreachable database is recognised through', () => {
  describe.each([...asks, entities])('%s', (_, ask) => {
    it.each([
      ['nobody listens', 'postgresql://a@127.0.0.1:1/a'],
      ['its socket is gone', 'postgresql://a@localhost/a?host=/nowhere'],
      ['its name is unknown', 'postgresql://a@no-such-host.invalid/a'],
    ])('when %s', async (_case, address) => {
      await using db = connect(address, { poolSize: 1, statementTimeoutMs: 1000 });
      expect(isUnavailable(await failureOf(ask(db, 'select 1')))).toBe(true);
    });
  });

  it('everything when all connections are taken for too long', async () => {
    await using whole = await testDatabase();
    const where = { connectionString: whole.url, connectionTimeoutMillis: 2000 };
    await using db = connect(where, { poolSize: 1, statementTimeoutMs: 60_000 });
    // On a busy machine, connecting takes longer.
    await until(() => failureOf(db.pool.query('select 1')).then((failure) => failure === null));
    await db.transaction(async () => {
      const failures = await Promise.all([...asks, entities].map(([, ask]) => failureOf(ask(db, 'select 1'))));
      expect(failures.map(isUnavailable)).toEqual(failures.map(() => true));
    });
  });

  it('everything when the pool is closed', async () => {
    const db = await testDatabase();
    await db[Symbol.asyncDispose]();
    const failures = await Promise.all([...asks, entities].map(([, ask]) => failureOf(ask(db, 'select 1'))));
    expect(failures.map(isUnavailable)).toEqual(failures.map(() => true));
  });

  it.each(asks)('%s when it ended the connection, and the next question gets a new one', async (_, ask) => {
    await using db = await testDatabase({ poolSize: 1 });
    expect(isUnavailable(await failureOf(ask(db, 'select pg_terminate_backend(pg_backend_pid())')))).toBe(true);
    expect(await failureOf(ask(db, 'select 1'))).toBe(null);
  });
});
