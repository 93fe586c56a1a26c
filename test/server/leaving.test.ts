// A client that leaves, and a request whose time is up, take their SQL statements with them.

import { connect as connectSocket, type Socket } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';
import { afterAll, describe, expect, it } from 'vitest';
import { renewVersions } from '../../src/tiles/stored/version.js';
import { testApp } from '../support/app.js';
import { testDatabase } from '../support/database.js';
import { fillTables, prompts } from '../support/rows.js';
import { shared } from '../support/shared.js';

/** So few that a statement that went on for ever would soon leave none: four read at once, two of them for one key, and one is left for look-ups. */
const poolSize = 5;

const db = await shared(testDatabase({ poolSize }));
await fillTables(db, [{ at: '2026-03-01T10:00:00Z', names: [[0, 1, 1]] }]);
/** Holds a table. */
const holder = new pg.Client({ connectionString: db.url });
/** Looks at what waits for it: within a transaction, what is under way looks the same for ever. */
const watcher = new pg.Client({ connectionString: db.url });
await Promise.all([holder.connect(), watcher.connect()]);
afterAll(() => Promise.all([holder.end(), watcher.end()]));
const app = await testApp(db, { poolSize });
const server = await shared(app.listen({ host: '127.0.0.1', port: 0 }));

const window = 'start=2026-03-01T00:00:00Z&end=2026-03-02T00:00:00Z';
const analytics = `/api/v1/brands/acme-crm/analytics?${window}`;
const answers = `/graphql?query=${encodeURIComponent(
  `{ promptRuns(promptId: "${prompts.best}", start: "2026-03-01T00:00:00Z", end: "2026-03-02T00:00:00Z") { data { answer { text } } } }`,
)}`;

function ask(path: string): Socket {
  const socket = connectSocket(server.port, '127.0.0.1');
  socket.on('error', () => {});
  socket.write(`GET ${path} HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${app.adminKey}\r\n\r\n`);
  return socket;
}

/** Resolves once so many statements wait for a lock; the limit of the test is the limit of the wait. */
async function untilWaiting(count: number): Promise<void> {
  const sql = `select count(*)::int as waiting from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`;
  for (;;) {
    const { rows } = await watcher.query<{ waiting: number }>(sql);
    if (rows[0]?.waiting === count) return;
    await pause(5);
  }
}

/** Which statements wait for a lock. */
async function statementsWaiting(): Promise<readonly string[]> {
  const { rows } = await watcher.query<{ id: string }>(
    `select concat(pid, ' ', query_start) as id from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
  );
  return rows.map(({ id }) => id);
}

/** While `table` cannot be read, and no answer is known. */
async function holding(table: string, work: () => Promise<void>): Promise<void> {
  await renewVersions(holder, ['acme-crm']);
  await holder.query(`begin; lock table ${table} in access exclusive mode`);
  try {
    await work();
  } finally {
    await holder.query('rollback');
  }
}

const countLeft = () => app.logged.filter(({ status }) => status === 499).length;

describe('a client that leaves', () => {
  it.each([
    ['figures', 'mark', analytics],
    ['texts of answers', 'answer', answers],
  ])('takes the statement that reads its %s with it, while the lock still holds', async (_, table, path) => {
    const before = countLeft();
    await holding(table, async () => {
      for (let turn = 0; turn < 2 * poolSize; turn += 1) {
        const socket = ask(path);
        await untilWaiting(1);
        socket.destroy();
        await untilWaiting(0);
      }
    });
    await expect.poll(() => countLeft() - before).toBe(2 * poolSize);
    expect((await app.get('/api/v1/models')).status).toBe(200);
    expect((await app.send(path)).status).toBe(200);
    expect(app.logged.filter(({ level }) => ['error', 'fatal'].includes(String(level)))).toEqual([]);
  });

  it('leaves the statements of others alone', async () => {
    const others: Promise<number>[] = [];
    await holding('answer', async () => {
      others.push(app.send(answers).then(({ status }) => status));
      await untilWaiting(1);
      // Another question: the same one would wait for the first.
      const socket = ask(`${answers}%23`);
      await untilWaiting(2);
      socket.destroy();
      await untilWaiting(1);
    });
    expect(await Promise.all(others)).toEqual([200]);
  });

  it.each([
    ['REST', analytics, 'mark'],
    ['GraphQL', answers, 'answer'],
  ])('does not take with it those that wait by %s for the same answer', async (_, path, table) => {
    const before = app.logged.length;
    const others: Promise<number>[] = [];
    await holding(table, async () => {
      const first = ask(path);
      await untilWaiting(1);
      const ofFirst = await statementsWaiting();
      for (const _ of [1, 2, 3]) others.push(app.send(path).then(({ status }) => status));
      await app.send(`/api/v1/brands/acme-crm/runs?${window}&page=1`); // refused: what was asked before it has been looked for
      first.destroy();
      // Its statement is cancelled. The others read for themselves from then on, and wait for the lock, together or not.
      for (let now = ofFirst; now.length === 0 || now.some((id) => ofFirst.includes(id)); ) {
        await pause(5);
        now = await statementsWaiting();
      }
    });
    expect(await Promise.all(others)).toEqual([200, 200, 200]);
    const logged = app.logged.slice(before).filter(({ status }) => status === 200);
    expect(logged.some(({ cache }) => cache === 'miss')).toBe(true);
  });
});

describe('a request whose time is up', () => {
  it.each([
    ['REST', analytics],
    ['GraphQL', answers],
  ])('is answered by %s with 503, and its statement is cancelled', async (_, path) => {
    const hasty = await testApp(db, { poolSize, requestTimeoutMs: 500 });
    await holding('mark', async () => {
      await holder.query('lock table answer in access exclusive mode');
      const { status, headers, body } = await hasty.send(path);
      expect([status, headers.get('retry-after')]).toEqual([503, '2']);
      expect(body.code ?? body.errors[0].extensions.code).toBe('unavailable');
      expect(body.message ?? body.errors[0].message).toMatch(/^The request took longer than 500 ms\. /);
      await untilWaiting(0);
    });
    expect((await app.send(path)).status).toBe(200);
  });
});
