// A standby that fails amid a request or an export: the primary goes on where the data is the same, so that what is answered is of one version.

import type pg from 'pg';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { connect, type Database } from '../../src/database/postgres.js';
import { openReplica } from '../../src/database/replica/replica.js';
import type { ReplicaOutcome } from '../../src/database/replica/request-snapshot.js';
import { isUnavailable } from '../../src/database/unavailable.js';
import { until as readUntil } from '../../src/database/until.js';
import { createReplicaFor, createVersions } from '../../src/loaders/versions.js';
import { renewVersions } from '../../src/tiles/stored/version.js';
import { testApp } from '../support/app.js';
import { query, until } from '../support/embedded.js';
import { proxyTo } from '../support/proxy.js';
import { recordAll, smallWorld, smallWorldIds } from '../support/records.js';
import { type Replication, startReplication } from '../support/replication.js';
import { fillUrls } from '../support/rows.js';

const { brand } = smallWorldIds;
const urls = 20_000;
const csv = '/api/v1/brands/big/citations/urls?start=2026-03-01T00:00:00Z&end=2026-03-02T00:00:00Z';

let replication: Replication;
let primary: Database;
let standby: Database;
let counted: ReplicaOutcome[] = [];

beforeAll(async () => {
  replication = await startReplication();
  primary = connect(replication.primary.url, { poolSize: 4, statementTimeoutMs: 60_000 });
  standby = connect(replication.standby.url, { poolSize: 4, statementTimeoutMs: 60_000 });
  await recordAll(primary, smallWorld());
  await fillUrls(primary, { organizationId: 'acme', model: 'chatgpt', count: urls, length: 400 });
  await renewVersions(await leased(primary.pool), ['big']);
  await replication.catchUp();
});

beforeEach(async () => {
  counted = [];
  await replication.catchUp();
});

afterAll(async () => {
  for (const db of [standby, primary]) await db?.[Symbol.asyncDispose]();
  await replication?.[Symbol.asyncDispose]();
});

/** `pool` where one connection is asked for. */
const leased = async (pool: pg.Pool): Promise<pg.ClientBase> => pool as unknown as pg.ClientBase; // safe because only `query` is called

/** A request that has read its version on the primary. */
async function request() {
  const subjects = [{ brandId: brand }];
  const [found] = await createVersions(primary)(subjects);
  const count = (outcome: ReplicaOutcome) => void counted.push(outcome);
  const replicaFor = createReplicaFor({
    db: { ...standby, of: () => standby },
    state: () => ({ trouble: null, lagMs: 0 }),
    count,
  });
  const version = found?.version ?? '';
  const replica = replicaFor({ named: { subjects, versions: version }, version });
  return readUntil(primary, new AbortController().signal, { replica });
}

const isStandby = async (client: pg.ClientBase) =>
  (await client.query('select pg_is_in_recovery() as is, count(*)::int from run')).rows[0]?.is;

const endSessions = () =>
  query(
    replication.standby.url,
    `select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'sightline' and pid <> pg_backend_pid()`,
  );

describe.concurrent('a standby that is slow to answer', () => {
  it('a primary without a connection to spare ends nothing that is read on the standby', async ({ expect }) => {
    await using busy = connect(replication.primary.url, { poolSize: 1, statementTimeoutMs: 0 });
    const held = await busy.pool.connect();
    const options = { maxLagMs: 60_000, onChange: () => {}, poolSize: 2, statementTimeoutMs: 0 };
    await using replica = openReplica({ primary: busy.pool, url: replication.standby.url, ...options });
    // Longer than a server may take to answer.
    const { rowCount } = await replica.db.pool.query('select pg_sleep(6)');
    held.release();
    expect(rowCount).toBe(1);
  });

  it('that hangs loses its connections, and what was read there is read on the primary', async ({ expect }) => {
    let isHanging = false;
    await using way = await proxyTo(replication.standby.url, () => (isHanging ? 'lost' : 'pass'));
    await using app = await testApp(primary, { readDatabaseUrl: way.url, answerCacheBytes: 0 });
    await until(() => app.replica?.state().trouble === null);
    const path = `/api/v1/brands/${brand}/analytics?start=2026-03-01T00:00:00Z&end=2026-04-01T00:00:00Z`;
    const expected = await app.get(path);
    isHanging = true;
    const replies = await Promise.all([app.get(path), app.get(path)]);
    expect(replies.map(({ status, text }) => [status, text === expected.text])).toEqual([
      [200, true],
      [200, true],
    ]);
    expect(app.replica?.state().trouble).toBe('it does not answer');
  });
});

it('between two reads of a request, the second is of the primary where nothing has changed', async () => {
  await using reading = await request();
  expect(await reading.snapshot(isStandby)).toBe(true);
  await endSessions();
  expect(await reading.snapshot(isStandby)).toBe(false);
  expect(await reading.snapshot(isStandby)).toBe(false);
  expect(counted).toEqual(['replica', 'failed']);
});

it('between two reads of a request, the second is refused where the data has changed', async () => {
  await using reading = await request();
  expect(await reading.snapshot(isStandby)).toBe(true);
  await renewVersions(await leased(primary.pool), [brand]);
  await endSessions();
  await expect(reading.snapshot(isStandby)).rejects.toMatchObject({
    code: 'unavailable',
    headers: { 'Retry-After': '2' },
  });
});

it('before anything was read, whatever has changed is read on the primary', async () => {
  await using reading = await request();
  await renewVersions(await leased(primary.pool), [brand]);
  await replication.catchUp();
  expect(await reading.snapshot(isStandby)).toBe(false);
  expect(counted).toEqual(['behind']);
});

it('by a conflict with what it must replay, the read is repeated on the primary', async () => {
  await query(replication.standby.url, `alter system set max_standby_streaming_delay = 0`);
  await query(replication.standby.url, 'select pg_reload_conf()');
  await using reading = await request();
  expect(await reading.snapshot(isStandby)).toBe(true);
  await primary.transaction((client) => client.query('lock table run in access exclusive mode'));
  await until(async () => {
    const sql = `select count(*)::int from pg_stat_activity where application_name = 'sightline' and state like 'idle in transaction%'`;
    return (await query(replication.standby.url, sql))[0] === 0;
  });
  expect(await reading.snapshot(isStandby)).toBe(false);
  expect(counted).toEqual(['replica', 'failed']);
});

it('by a conflict, on a server with nothing but the standby, may be asked again later', async () => {
  const failing = standby.snapshot(async (client) => {
    await client.query('select count(*) from run');
    await client.query('select pg_sleep(600)');
  });
  const failure = failing.catch((error: unknown) => error);
  await until(async () => {
    const sql = `select count(*)::int from pg_stat_activity where state = 'active' and query = 'select pg_sleep(600)'`;
    return (await query(replication.standby.url, sql))[0] === 1;
  });
  await primary.transaction((client) => client.query('lock table run in access exclusive mode'));
  expect(String(await failure)).toContain('conflict with recovery');
  expect(isUnavailable(await failure)).toBe(true);
});

it('a statement that is wrong fails on the primary too, and as itself', async () => {
  await using reading = await request();
  await expect(reading.snapshot((client) => client.query('select 1 / 0'))).rejects.toThrow(/division by zero/);
  expect(counted).toEqual(['replica', 'failed']);
});

it('amid an export, its rows go on where they ended', async () => {
  await using app = await testApp(primary, { readDatabaseUrl: replication.standby.url });
  const headers = { authorization: `Bearer ${app.adminKey}`, accept: 'text/csv' };
  const expected = await (await testApp(primary)).send(csv, { headers });
  await until(() => app.replica?.state().trouble === null);
  const { body } = await app.fetch(new Request(`http://sightline.test${csv}`, { headers }));
  const reader = body?.getReader();
  let [text, isCut] = ['', false];
  const decoder = new TextDecoder();
  for (let part = await reader?.read(); part && !part.done; part = await reader?.read()) {
    if (!isCut) expect(await endSessions()).toContain(true);
    isCut = true;
    text += decoder.decode(part.value, { stream: true });
  }
  expect(text.length).toBeGreaterThan(urls * 400);
  expect(text === expected.text).toBe(true);
});
