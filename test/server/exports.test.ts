// Whole lists over real connections: how many at once, for how long, and what becomes of them when the client leaves or the database fails.

import { once } from 'node:events';
import { setTimeout as pause } from 'node:timers/promises';
import { afterEach, describe, expect, it } from 'vitest';
import { connect, type Database } from '../../src/database/postgres.js';
import { storeKey, type TestApp, testApp } from '../support/app.js';
import { get, openSocket, untilClosed } from '../support/raw-client.js';
import { fillUrls } from '../support/rows.js';
import { serverProcess } from '../support/server-process.js';
import { sharedDatabase } from '../support/shared.js';

const brand = 'big';
const urls = 10_000;
const window = 'start=2026-03-01T00:00:00Z&end=2026-03-02T00:00:00Z';
const path = `/api/v1/brands/${brand}/citations/urls?${window}`;

const db = await sharedDatabase(async (db) => {
  await db.pool.query(`insert into organization values ('o', 'O'); insert into model (id, label) values ('m', 'M')`);
  // Far more than the system keeps for a connection.
  await fillUrls(db, { organizationId: 'o', model: 'm', count: urls, length: 1_600 });
});
const open: AsyncDisposable[] = [];

afterEach(async () => {
  for (const each of open.splice(0).reverse()) await each[Symbol.asyncDispose]();
});

async function start(overrides: Parameters<typeof testApp>[1] = {}, to: Database = db) {
  const app = await testApp(to, overrides);
  const server = await app.listen({ host: '127.0.0.1', port: 0, graceMs: 0 });
  open.push(app, server);
  return { app, server };
}

const otherKey = async () => (await storeKey(db, { organizationId: 'o' })).token;

const headers = ({ adminKey }: Pick<TestApp, 'adminKey'>) => ({
  authorization: `Bearer ${adminKey}`,
  accept: 'text/csv',
});

interface StalledAt {
  readonly app: Pick<TestApp, 'adminKey'>;
  readonly server: Parameters<typeof openSocket>[0];
}

/** A client that reads the head of an export and then nothing. */
async function stalled({ app: { adminKey }, server }: StalledAt) {
  const { socket, head } = await asked({ app: { adminKey }, server });
  expect(head).toContain('200 OK');
  return socket;
}

async function asked({ app: { adminKey }, server }: StalledAt) {
  const socket = await openSocket(server);
  const more = `Authorization: Bearer ${adminKey}\r\nAccept: text/csv\r\nConnection: close\r\n`;
  socket.write(get(path, more));
  const [first] = await once(socket, 'data');
  socket.pause();
  return { socket, head: String(first) };
}

/** The same, asked again where a machine that is busy has not begun in the time of a request. */
async function begun(at: StalledAt) {
  for (;;) {
    const { socket, head } = await asked(at);
    if (head.includes('200 OK')) return socket;
    expect(head).toContain('503 Service Unavailable');
    socket.destroy();
  }
}

/** Until no transaction is open but ours. */
async function untilIdle(): Promise<void> {
  for (;;) {
    const { rows } = await db.pool.query<{ busy: number }>(
      'select count(*)::integer as busy from pg_stat_activity where datname = current_database() and xact_start is not null and pid <> pg_backend_pid()',
    );
    if (rows[0]?.busy === 0) return;
    await pause(10);
  }
}

describe('an export', () => {
  it('holds every row once, in order, however large', async () => {
    const { app, server } = await start();
    const text = await (await fetch(server.url + path, { headers: headers(app) })).text();
    const lines = text.split('\r\n');
    expect(lines).toHaveLength(urls + 2);
    const listed = lines.slice(1, -1).map((line) => line.split(',')[0] ?? '');
    expect(listed).toEqual([...listed].sort());
    expect(new Set(listed).size).toBe(urls);
    expect(text.length).toBeGreaterThan(15_000_000);
  });

  it('is refused where as many run as may, and others are answered meanwhile', async () => {
    const running = await start({ maxExports: 1, poolSize: 4 });
    const socket = await stalled(running);
    const other = await otherKey();
    const { app, server } = running;
    const refused = await fetch(server.url + path, { headers: headers({ adminKey: other }) });
    expect([refused.status, refused.headers.get('retry-after')]).toEqual([503, '2']);
    expect((await refused.json()).message).toBe('Too many exports are running. Try again in a moment.');
    expect((await app.get(`${path}&limit=1`)).body.data).toHaveLength(1);
    socket.destroy();
    await untilIdle();
    expect((await fetch(server.url + path, { headers: headers(app) })).status).toBe(200);
  });

  it('waits for those of its key, and not for those of another', async () => {
    const running = await start({ maxExports: 2 });
    const { app, server } = running;
    const socket = await stalled(running);
    let isOver = false;
    const own = fetch(server.url + path, { headers: headers(app) }).then(async (response) => {
      isOver = true;
      return (await response.text()).length;
    });
    const other = await fetch(server.url + path, { headers: headers({ adminKey: await otherKey() }) });
    expect([other.status, (await other.text()).length > 1_000, isOver]).toEqual([200, true, false]);
    socket.destroy();
    expect(await own).toBeGreaterThan(1_000);
  });

  it('is refused at once where as many of its key wait as may', async () => {
    const running = await start({ maxExports: 2 });
    const { app, server } = running;
    const socket = await stalled(running);
    const leaving = new AbortController();
    const { signal } = leaving;
    const asked = Array.from({ length: 11 }, () => fetch(server.url + path, { headers: headers(app), signal }));
    const first = await Promise.race(asked);
    expect([first.status, (await first.json()).message]).toEqual([
      503,
      '10 exports of this key are waiting. Try again in a moment.',
    ]);
    leaving.abort();
    await Promise.allSettled(asked);
    socket.destroy();
    await untilIdle();
  });

  it('gives its connection back when its client leaves', async () => {
    const running = await start({ maxExports: 2 });
    for (let turn = 0; turn < 3; turn++) (await stalled(running)).destroy();
    await untilIdle();
    const { app, server } = running;
    expect((await (await fetch(server.url + path, { headers: headers(app) })).text()).length).toBeGreaterThan(1_000);
    expect(app.logged.filter(({ level }) => ['error', 'fatal'].includes(String(level)))).toEqual([]);
  });

  it('may pause for longer than a transaction may idle', async () => {
    const hasty = connect(db.url, { poolSize: 4, statementTimeoutMs: 0, idleTransactionTimeoutMs: 300 });
    open.push(hasty);
    const running = await start({}, hasty);
    const socket = await stalled(running);
    await pause(900);
    const rest = untilClosed(socket);
    socket.resume();
    expect((await rest).endsWith('0\r\n\r\n')).toBe(true);
  });

  // Most of it is waiting, and processes that start.
  it.concurrent.each(['0', '1'])('that has begun outlasts the time of a request, with %s readers', async (readers) => {
    const app = { adminKey: 'admin-key-of-the-exports' };
    const env = { DATABASE_URL: db.url, ADMIN_API_KEYS: app.adminKey, READERS: readers, REQUEST_TIMEOUT_MS: '3000' };
    await using server = await serverProcess(env);
    const running = { app, server: { port: Number(new URL(server.url).port) } };
    const socket = await begun(running);
    await pause(3_300);
    const rest = untilClosed(socket);
    socket.resume();
    expect((await rest).endsWith('0\r\n\r\n')).toBe(true);
    socket.destroy();
  });

  it.concurrent.each(['4', '6'])(
    'that stalls leaves reads to others, with %s connections for 2 readers',
    async (size) => {
      const app = { adminKey: 'admin-key-of-the-exports' };
      const settings = { READERS: '2', DATABASE_POOL_SIZE: size, MAX_CONCURRENT_READS: '3' };
      await using server = await serverProcess({ DATABASE_URL: db.url, ADMIN_API_KEYS: app.adminKey, ...settings });
      const socket = await stalled({ app, server: { port: Number(new URL(server.url).port) } });
      for (let limit = 1; limit <= 8; limit++) {
        const page = await fetch(`${server.url}${path}&limit=${limit}`, {
          headers: { authorization: `Bearer ${app.adminKey}` },
        });
        expect([page.status, (await page.json()).data.length]).toEqual([200, limit]);
      }
      socket.destroy();
    },
  );

  it('is cut off in the middle when its time is up, and that is logged', async () => {
    const running = await start({ exportTimeoutMs: 2_000 });
    const socket = await stalled(running);
    await untilIdle();
    const rest = untilClosed(socket);
    socket.resume();
    expect((await rest).endsWith('0\r\n\r\n')).toBe(false);
    await untilLogged(running.app);
    socket.destroy();
  });

  it('is cut off in the middle when the database fails, and that is logged', async () => {
    const running = await start();
    const socket = await stalled(running);
    await db.pool.query(
      'select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and xact_start is not null and pid <> pg_backend_pid()',
    );
    const rest = untilClosed(socket);
    socket.resume();
    expect((await rest).endsWith('0\r\n\r\n')).toBe(false);
    await untilLogged(running.app);
    socket.destroy();
    expect((await running.app.get(`${path}&limit=1`)).status).toBe(200);
  });

  it('is an error of the request where it fails before its first row', async () => {
    const { app, server } = await start({ requestTimeoutMs: 1 });
    const { status, headers: sent } = await fetch(server.url + path, { headers: headers(app) });
    expect([status, sent.get('content-type')]).toEqual([503, 'application/json; charset=utf-8']);
    await untilIdle();
  });
});

async function untilLogged({ logged }: TestApp): Promise<void> {
  while (!logged.some(({ level }) => ['error', 'fatal'].includes(String(level)))) await pause(10);
}
