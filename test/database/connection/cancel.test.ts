// Reads that nobody waits for any more: they end, and whoever uses their connection next is not hit.

import { setTimeout as pause, setImmediate as turn } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { connect } from '../../../src/database/postgres.js';
import { makeCertificate } from '../../support/certificate.js';
import { testDatabase } from '../../support/database.js';
import { privateFolder } from '../../support/embedded.js';
import { frontOf } from '../../support/front.js';

const reason = new Error('enough');

describe('a read that is called off', () => {
  it('before it begins is not begun', async () => {
    const statements: string[] = [];
    await using db = await testDatabase({ onQuery: (sql) => statements.push(sql) });
    const read = db.snapshot((client) => client.query('select 1'), AbortSignal.abort(reason));
    await expect(read).rejects.toBe(reason);
    expect(statements).toEqual([]);
  });

  it('while it waits for a connection is not begun either', async () => {
    await using db = await testDatabase({ poolSize: 1 });
    const client = await db.pool.connect();
    const controller = new AbortController();
    let isBegun = false;
    const begin = async () => {
      isBegun = true;
    };
    const read = db.withoutTransaction(begin, controller.signal);
    controller.abort(reason);
    client.release();
    await expect(read).rejects.toBe(reason);
    expect(isBegun).toBe(false);
  });

  it('between two statements ends with the next', async () => {
    await using db = await testDatabase({ poolSize: 1 });
    const controller = new AbortController();
    const read = db.snapshot(async (client) => {
      await client.query('select 1');
      controller.abort(reason);
      await pause(20);
      await client.query('select pg_sleep(3600)');
    }, controller.signal);
    await expect(read).rejects.toBe(reason);
    expect((await db.pool.query('select 1 as one')).rows).toEqual([{ one: 1 }]);
  });

  it('at any moment never hits what comes after it on its connection', async () => {
    await using db = await testDatabase({ poolSize: 1 });
    for (let round = 0; round < 60; round += 1) {
      const controller = new AbortController();
      const read = db
        .withoutTransaction((client) => client.query('select pg_sleep(0.002)'), controller.signal)
        .catch(() => {});
      for (let wait = 0; wait < round % 12; wait += 1) await turn();
      if (round % 2 === 1) await pause(round % 5);
      controller.abort(reason);
      await read;
      expect((await db.pool.query('select pg_sleep(0.002)::text as slept')).rows).toEqual([{ slept: '' }]);
    }
  });

  it.each(['snapshot', 'autocommit', 'withoutTransaction', 'transaction'] as const)(
    'rejects though its statement never ends, and gives its place in the pool to the next: %s',
    { concurrent: true },
    async (kind) => {
      await using whole = await testDatabase();
      await using front = await frontOf(whole.url);
      await using db = connect(front.url, { poolSize: 1, statementTimeoutMs: 60_000 });
      const controller = new AbortController();
      const ended = db[kind](async (client) => {
        await client.query('select 1');
        front.silence();
        controller.abort(reason);
        await client.query('select 1');
      }, controller.signal);
      await expect(ended).rejects.toBe(reason);
      expect((await db.pool.query('select 1 as one')).rows).toEqual([{ one: 1 }]);
    },
  );

  it('after it has ended changes nothing', async () => {
    await using db = await testDatabase();
    const controller = new AbortController();
    const { rows } = await db.snapshot((client) => client.query('select 1 as one'), controller.signal);
    controller.abort(reason);
    expect(rows).toEqual([{ one: 1 }]);
  });
});

describe('a request to cancel', () => {
  it('goes over TLS where the session does', async () => {
    await using whole = await testDatabase();
    await using folder = await privateFolder();
    const certificate = makeCertificate(folder.path, 'IP:127.0.0.1');
    await using front = await frontOf(whole.url, { tls: certificate });
    const where = { connectionString: front.url, ssl: { ca: certificate.cert } };
    await using db = connect(where, { poolSize: 1, statementTimeoutMs: 60_000 });
    const controller = new AbortController();
    const read = db.snapshot(async (client) => {
      controller.abort(reason);
      await client.query('select pg_sleep(3600)');
    }, controller.signal);
    await expect(read).rejects.toBe(reason);
    expect(new Set(front.seen)).toEqual(new Set(['TLS session', 'TLS cancel']));
  });

  it('whose end is unknown costs the connection that it may still hit', async () => {
    await using whole = await testDatabase();
    await using front = await frontOf(whole.directUrl, { losesCancels: true });
    await using db = connect(front.url, { poolSize: 1, statementTimeoutMs: 60_000 });
    const process = async () => (await db.pool.query<{ pid: number }>('select pg_backend_pid() pid')).rows[0]?.pid;
    const before = await process();
    const controller = new AbortController();
    const read = db.snapshot(async (client) => {
      controller.abort(reason);
      while (!front.seen.includes('plain cancel')) await pause(1);
      await client.query('select 1');
      throw reason;
    }, controller.signal);
    await expect(read).rejects.toBe(reason);
    expect(await process()).not.toBe(before);
  });
});
