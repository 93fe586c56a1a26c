// Reads that nobody waits for any more: they end, and whoever uses their connection next is not hit.

import { setTimeout as pause, setImmediate as turn } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { testDatabase } from '../support/database.js';

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

  it('after it has ended changes nothing', async () => {
    await using db = await testDatabase();
    const controller = new AbortController();
    const { rows } = await db.snapshot((client) => client.query('select 1 as one'), controller.signal);
    controller.abort(reason);
    expect(rows).toEqual([{ one: 1 }]);
  });
});
