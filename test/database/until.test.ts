// The one snapshot of a request: its reads share a connection, and the connection goes back whatever becomes of them.

import { expect, it } from 'vitest';
import { until } from '../../src/database/until.js';
import { testDatabase } from '../support/database.js';

const never = () => new AbortController().signal;

it('reads of one request are of one instant, one after the other', async () => {
  await using db = await testDatabase({ poolSize: 2 });
  await using reading = until(db, never());
  const count = () =>
    reading.snapshot(async (client) => (await client.query('select count(*)::int as count from model')).rows[0]?.count);
  expect(await count()).toBe(0);
  await db.pool.query(`insert into model (id, label) values ('late', 'late')`);
  expect(await Promise.all([count(), count()])).toEqual([0, 0]);
});

it('nothing is read on the connection once it was given back', async () => {
  await using db = await testDatabase({ poolSize: 2 });
  const reading = until(db, never());
  await reading.snapshot((client) => client.query('select 1'));
  await reading[Symbol.asyncDispose]();
  let isRead = false;
  const late = reading.snapshot(async () => {
    isRead = true;
  });
  await expect(late).rejects.toThrow('The request has ended');
  expect([isRead, db.pool.idleCount, db.pool.totalCount]).toEqual([false, 1, 1]);
});

it('a read that failed fails those that follow, and its connection goes back to the pool', async () => {
  await using db = await testDatabase({ poolSize: 2 });
  const reading = until(db, never());
  const failing = reading.snapshot((client) => client.query('select 1 / 0'));
  const following = reading.snapshot((client) => client.query('select 1'));
  await expect(failing).rejects.toThrow(/division by zero/);
  await expect(following).rejects.toThrow(/division by zero/);
  await reading[Symbol.asyncDispose]();
  expect([db.pool.idleCount, db.pool.waitingCount]).toEqual([db.pool.totalCount, 0]);
  expect((await db.pool.query('select 1 as one')).rows).toEqual([{ one: 1 }]);
});

it('a request that is given up gives its connection back before it ends', async () => {
  await using db = await testDatabase({ poolSize: 2 });
  const leaving = new AbortController();
  const reading = until(db, leaving.signal);
  const slow = reading.snapshot((client) => client.query('select pg_sleep(600)'));
  leaving.abort(new Error('The client has left.'));
  await expect(slow).rejects.toThrow('The client has left.');
  await reading[Symbol.asyncDispose]();
  expect(db.pool.idleCount).toBe(db.pool.totalCount);
});
