// A server and commands that are given nothing but a hot standby: they read as on the primary, and change nothing.

import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readConfig } from '../../src/config.js';
import { openDatabase } from '../../src/database/open.js';
import { connect, type Database } from '../../src/database/postgres.js';
import { rollBrands } from '../../src/tiles/roll/rolling.js';
import { adminKey, storeKey, type TestApp, testApp } from '../support/app.js';
import { runCommand } from '../support/command.js';
import { query } from '../support/embedded.js';
import { recordAll, smallWorld, smallWorldIds } from '../support/records.js';
import { type Replication, startReplication } from '../support/replication.js';
import { serverProcess } from '../support/server-process.js';
import { sharedFolder } from '../support/shared.js';

const { brand, organization, prompts } = smallWorldIds;
const window = 'start=2026-03-01T00:00:00Z&end=2026-04-01T00:00:00Z';
const analytics = `/api/v1/brands/${brand}/analytics?${window}`;
const paths = [
  analytics,
  `/api/v1/brands/${brand}/runs?${window}`,
  `/api/v1/prompts/${prompts.best}/runs?${window}`,
  `/api/v1/brands/${brand}/citations/urls?${window}`,
  '/api/v1/brands',
  '/api/v1/models',
];
const folder = await sharedFolder();

let replication: Replication;
let primary: Database;
let standby: Database;
let app: TestApp;
let key: string;

beforeAll(async () => {
  replication = await startReplication();
  primary = connect(replication.primary.url, { poolSize: 4, statementTimeoutMs: 60_000 });
  await recordAll(primary, smallWorld());
  await rollBrands(primary);
  key = (await storeKey(primary, { organizationId: organization })).token;
  await replication.catchUp();
  standby = await openDatabase(configOf(replication.standby.url), { mayBeReadOnly: true });
  app = await testApp(standby, { rateLimitPerMinute: 3 });
});

afterAll(async () => {
  await standby?.[Symbol.asyncDispose]();
  await primary?.[Symbol.asyncDispose]();
  await replication?.[Symbol.asyncDispose]();
});

const configOf = (databaseUrl: string) => readConfig({ DATABASE_URL: databaseUrl });
const onStandby = () => ({ DATABASE_URL: replication.standby.url });

describe('a server on a standby', () => {
  it('answers as one on the primary', async () => {
    const other = await testApp(primary);
    for (const path of paths) {
      const [expected, found] = [await other.get(path), await app.get(path)];
      expect([path, found.status]).toEqual([path, 200]);
      expect(found.text).toBe(expected.text);
      expect(found.headers.get('etag')).toBe(expected.headers.get('etag'));
    }
  });

  it('says that it only reads, and is ready', async () => {
    const { status, body } = await app.get('/health/ready', null);
    expect([status, body]).toEqual([200, { status: 'ok', readOnly: true }]);
  });

  it('counts the requests of a key for itself, without a warning', async () => {
    const answers = [];
    for (let turn = 0; turn < 5; turn += 1) answers.push(await app.get('/api/v1/models', key));
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 429, 429]);
    expect(answers[1]?.headers.get('x-ratelimit-remaining')).toBe('1');
    expect(app.logged.filter(({ level }) => level !== 'info' && level !== 30)).toEqual([]);
    expect(await query(replication.primary.url, 'select count(*)::int from rate_limit')).toEqual([0]);
  });

  it('signs browsers in without a place for sessions, and takes those of the primary', async () => {
    const [other, fresh] = [await testApp(primary), await testApp(standby)];
    const cookieOf = async ({ send }: TestApp) => {
      const { status, headers } = await send('/session', { method: 'POST' }, key);
      expect(status).toBe(204);
      return { cookie: (headers.get('set-cookie') ?? '').split(';')[0] ?? '', 'sec-fetch-site': 'same-origin' };
    };
    const cookies = [await cookieOf(fresh), await cookieOf(other)];
    await replication.catchUp();
    for (const headers of cookies) expect((await fresh.send('/api/v1/brands', { headers }, null)).status).toBe(200);
    const [own] = cookies;
    const { status, headers } = await fresh.send(
      '/session',
      { method: 'DELETE', ...(own ? { headers: own } : {}) },
      null,
    );
    expect([status, headers.get('set-cookie')]).toEqual([204, expect.stringContaining('Max-Age=0')]);
  });

  it('answers from the rows where a tile is corrupt, reports it and marks nothing', async () => {
    const { text } = await app.get(analytics);
    await primary.pool.query(flipTiles);
    await replication.catchUp();
    const fresh = await testApp(standby);
    const { status, text: found } = await fresh.get(analytics);
    expect([status, found]).toEqual([200, text]);
    expect(fresh.logged.map(({ msg }) => msg)).toContainEqual(
      'a tile is corrupt; the raw rows are read instead, and sightline roll --all on the primary rebuilds it',
    );
    expect(await query(replication.primary.url, 'select count(*)::int from mark')).toEqual([0]);
    await primary.pool.query(flipTiles);
    await replication.catchUp();
  });

  it('says at its start that it only reads, and rolls nothing', async () => {
    await recordAll(primary, [{ ...lateRun, id: '0c9d0000-0000-4000-8000-0000000000e1' }]);
    await replication.catchUp();
    await using server = await serverProcess({ ...onStandby(), ADMIN_API_KEYS: adminKey, LOG_LEVEL: 'warn' });
    const { status } = await fetch(`${server.url}${analytics}`, { headers: { authorization: `Bearer ${adminKey}` } });
    expect(status).toBe(200);
    expect(server.said()).toContain('The database is read-only');
    expect(await server.end()).toBe(0);
    expect(server.said()).not.toContain('tiles could not be updated');
    expect(await query(replication.primary.url, 'select count(*)::int from mark')).toEqual([1]);
  });
});

/** Done twice, it changes nothing. */
const flipTiles = 'update tile set sums = set_byte(sums, 7, get_byte(sums, 7) # 4)';

const lateRun = {
  ...{ type: 'run', promptId: prompts.best, model: 'chatgpt', provider: 'openai' },
  ...{ createdAt: '2026-03-07T10:00:00Z', answer: 'late' },
};

describe('commands on a standby', () => {
  const sentence =
    'The database is read-only, as a standby is, and this command writes: set DATABASE_URL to the primary.\n';

  it.each([
    [['record', join(folder, 'runs.ndjson')]],
    [['import', 'csv', join(folder, 'runs.ndjson'), '--brand', brand]],
    [['keys', 'create', '--org', organization, '--name', 'x']],
    [['keys', 'revoke', '0123456789abcdef']],
    [['roll']],
    [['roll', '--all', '--check']],
    [['demo']],
  ])('that write end with one sentence: %j', async (argv) => {
    writeFileSync(join(folder, 'runs.ndjson'), `${JSON.stringify(lateRun)}\n`);
    const { status, stderr, out } = await runCommand(argv, onStandby());
    expect([status, stderr, out]).toEqual([2, sentence, '']);
  });

  it('that read print what they print on the primary', async () => {
    await replication.catchUp();
    const files = ['primary', 'standby'].map((name) => join(folder, `${name}.ndjson`));
    const urls = [replication.primary.url, replication.standby.url];
    for (const [place, url] of urls.entries())
      expect((await runCommand(['export', '-o', files[place] ?? ''], { DATABASE_URL: url })).status).toBe(0);
    const [ofPrimary, ofStandby] = files.map((file) => readFileSync(file, 'utf8'));
    expect(ofStandby).toBe(ofPrimary);
    const lists = await Promise.all(urls.map((url) => runCommand(['keys', 'list'], { DATABASE_URL: url })));
    expect(lists[1]).toEqual(lists[0]);
  });

  it('compare figures from tiles with the rows as they are', async () => {
    const { status, stderr, out } = await runCommand(['roll', '--check'], onStandby());
    expect([status, stderr]).toEqual([0, 'The database is read-only: its tiles are checked as they are.\n']);
    expect(out).toMatch(/^acme-crm: \d+ figures compared, 0 wrong$/m);
  });

  it('explain themselves to doctor', async () => {
    const { status, out } = await runCommand(['doctor'], onStandby());
    expect(status).toBe(0);
    expect(out).toMatch(
      /^ok {4}database {4}connected to PostgreSQL \S+, read-only: commands that only read use it as it is$/m,
    );
  });
});

describe('a replica of a server', () => {
  it.each([
    ['standby', /^ok {4}replica {5}connected to a standby with PostgreSQL \S+, [\d,]+ bytes behind$/m],
    [
      'primary',
      /^warn {2}replica {5}it is not a standby, so everything is read on the primary; check READ_DATABASE_URL$/m,
    ],
    ['nobody', /^warn {2}replica {5}it cannot be reached \(.*ECONNREFUSED.*\), so everything is read on the primary/m],
  ] as const)('that is %s is explained by doctor', async (name, finding) => {
    const url = name === 'nobody' ? 'postgresql://nobody@127.0.0.1:1/none' : replication[name].url;
    const env = { DATABASE_URL: replication.primary.url, READ_DATABASE_URL: url };
    const { status, out } = await runCommand(['doctor'], env);
    expect(status).toBe(0);
    expect(out).toMatch(finding);
  });
});
