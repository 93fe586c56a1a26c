// Several hosts in one address, some of them away, some of them read-only. A read-only one is a second way to the same server for a role whose
// transactions are: it needs no standby.

import { Socket } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readConfig } from '../../../src/config.js';
import { openDatabase } from '../../../src/database/open.js';
import { connect, type Database } from '../../../src/database/postgres.js';
import { isUnavailable } from '../../../src/database/unavailable.js';
import { testDatabase } from '../../support/database.js';
import { query } from '../../support/embedded.js';
import { frontOf } from '../../support/front.js';
import { proxyTo } from '../../support/proxy.js';
import { type Replication, startReplication } from '../../support/replication.js';

/** Each host has its share of the time in which to connect. */
const patiently = (connectionString: string) =>
  connect({ connectionString, connectionTimeoutMillis: 60_000 }, { poolSize: 3, statementTimeoutMs: 60_000 });
const away = '127.0.0.1:1';

/** One address of several hosts, with the user and the database of `url`. */
function addressOf(url: string, hosts: readonly string[], parameters = ''): string {
  const { username, password, pathname } = new URL(url);
  return `postgresql://${username}${password && `:${password}`}@${hosts.join(',')}${pathname}${parameters && `?${parameters}`}`;
}
const hostOf = (url: string) => new URL(url).host;
const one = async (db: Database) => (await db.pool.query('select 1 as one')).rows;

it('goes on to the next host where one is away, with each new connection', async () => {
  await using whole = await testDatabase();
  await using first = await proxyTo(whole.directUrl);
  await using second = await frontOf(whole.directUrl);
  const address = addressOf(second.url, [away, hostOf(first.url), hostOf(second.url)]);
  await using db = patiently(address);
  expect(await one(db)).toEqual([{ one: 1 }]);
  expect(second.seen).toEqual([]);
  first.refuse(true);
  await expect.poll(() => db.pool.totalCount).toBe(0);
  expect(await one(db)).toEqual([{ one: 1 }]);
  expect(second.seen.length).toBeGreaterThan(0);
  expect(await db.prisma.model.count()).toBe(0);
});

it('is unavailable while every host is away', async () => {
  await using db = patiently(`postgresql://u@${away},127.0.0.1:2/db`);
  const failure = await one(db).catch((error: unknown) => error);
  expect(isUnavailable(failure)).toBe(true);
  expect(String(failure)).toMatch(/No host of the address can be used: .*127.0.0.1:1.*127.0.0.1:2/);
});

it('keeps no socket for a connection to a host that is not found', async () => {
  const made: Socket[] = [];
  const stream = () => {
    const socket = new Socket();
    made.push(socket);
    return socket;
  };
  const settings = { poolSize: 3, statementTimeoutMs: 0, stream };
  await using db = connect({ connectionString: `postgresql://u@${away},127.0.0.1:2/db` }, settings);
  await expect(one(db)).rejects.toThrow(/No host of the address can be used/);
  expect(made.length).toBeGreaterThan(0);
  expect(made.filter(({ destroyed }) => !destroyed)).toEqual([]);
});

it('tries no other host where one refuses the user', async () => {
  await using whole = await testDatabase();
  await using first = await frontOf(whole.directUrl);
  await using second = await frontOf(whole.directUrl);
  const address = addressOf(first.url, [hostOf(first.url), hostOf(second.url)]).replace(
    /\/[^/]*$/,
    '/no_such_database',
  );
  await using db = patiently(address);
  await expect(one(db)).rejects.toThrow(/"no_such_database" does not exist/);
  expect(second.seen).toEqual([]);
});

describe('a primary without a schema, and its standby', () => {
  let replication: Replication;
  beforeAll(async () => {
    replication = await startReplication({ isMigrated: false });
  });
  afterAll(() => replication[Symbol.asyncDispose]());

  it('the standby is refused with one sentence', async () => {
    const config = readConfig({ DATABASE_URL: replication.standby.url });
    await expect(openDatabase(config, { mayBeReadOnly: true })).rejects.toThrow(
      /^The database is read-only, and lacks (one migration|\d+ migrations) of this version of Sightline: start this version on its primary once/,
    );
  });

  it('target_session_attrs chooses between them, also after a promotion', async () => {
    const { primary, standby } = replication;
    const folders = [standby, primary].map(({ url }) => new URL(url).searchParams.get('host')).join(',');
    const userOf = new URL(primary.url).username;
    const isStandby = async (target: string) => {
      await using db = patiently(`postgresql://${userOf}@/postgres?host=${folders}&target_session_attrs=${target}`);
      return (await db.pool.query('select pg_is_in_recovery() as standby')).rows[0].standby;
    };
    for (const target of ['read-write', 'primary']) expect(await isStandby(target)).toBe(false);
    for (const target of ['any', 'read-only', 'standby', 'prefer-standby']) expect(await isStandby(target)).toBe(true);
    await standby.stop();
    expect(await isStandby('prefer-standby')).toBe(false);
    expect(await isStandby('any')).toBe(false);
    const failure = await isStandby('standby').catch((error: unknown) => error);
    expect(isUnavailable(failure)).toBe(true);
    await standby.start();
    await primary.stop();
    expect(isUnavailable(await isStandby('read-write').catch((error: unknown) => error))).toBe(true);
    await query(standby.url, 'select pg_promote()');
    expect(await isStandby('read-write')).toBe(false);
  });
});
