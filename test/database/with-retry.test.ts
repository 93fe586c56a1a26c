// A transaction is tried until it is committed, wherever its connection breaks, and then no more.

import { describe, expect, it } from 'vitest';
import { connect } from '../../src/database/postgres.js';
import { withRetry } from '../../src/database/with-retry.js';
import { testDatabase } from '../support/database.js';
import { type Fate, proxyTo } from '../support/proxy.js';

/** Inserts one row through a proxy that does `fate` to each of the first `times` pieces that hold `piece`; the rows there are then. */
async function rowsAfter(piece: string, fate: Fate, times = 1): Promise<readonly unknown[]> {
  await using db = await testDatabase();
  await db.pool.query('create table kept (row int)');
  let left = times;
  await using proxy = await proxyTo(db.url, (sent) => (sent.includes(piece) && left-- > 0 ? fate : 'pass'));
  await using lossy = connect(proxy.url, { poolSize: 2, statementTimeoutMs: 60_000 });
  let tries = 0;
  const waits: unknown[] = [];
  const result = await withRetry(lossy, { onWait: (error) => waits.push(error) }).transaction(async (client) => {
    tries++;
    await client.query('delete from kept');
    await client.query('insert into kept values ($1)', [tries]);
    return tries;
  });
  expect(proxy.cuts).toBe(times);
  expect(waits).toHaveLength(times);
  const { rows } = await db.pool.query<{ row: number }>('select row from kept');
  expect(rows.at(-1)?.row).toBe(result);
  return rows.map(({ row }) => row);
}

describe('a transaction whose connection breaks', () => {
  it.each([
    ['before it begins', 'begin', 'cut before', 1, [1]],
    ['before a statement arrives', 'insert', 'cut before', 1, [2]],
    ['before the answer to a statement arrives', 'insert', 'cut after', 1, [2]],
    ['again and again', 'insert', 'cut after', 4, [5]],
    ['before it is committed', 'commit', 'cut before', 1, [2]],
    ['before it hears that it is committed, whose work is safe to repeat,', 'commit', 'cut after', 1, [2]],
  ] as const)('%s takes effect once', async (_, piece, fate, times, rows) => {
    expect(await rowsAfter(piece, fate, times)).toEqual(rows);
  });

  it('fails with the reason when the time for retries is over, and at once for any other failure', async () => {
    await using db = await testDatabase();
    await using proxy = await proxyTo(db.url);
    await using lossy = connect(proxy.url, { poolSize: 2, statementTimeoutMs: 60_000 });
    let waits = 0;
    const hurried = withRetry(lossy, { maxRetryMs: 400, onWait: () => waits++ });
    await expect(hurried.transaction((client) => client.query('select 1/0'))).rejects.toThrow('division by zero');
    expect(waits).toBe(0);
    proxy.refuse(true);
    await expect(hurried.transaction((client) => client.query('select 1'))).rejects.toThrow(/^Connection terminated/);
    expect(waits).toBeGreaterThan(0);
  });

  it('is given up at once on a signal', async () => {
    await using db = await testDatabase();
    await using proxy = await proxyTo(db.url);
    await using lossy = connect(proxy.url, { poolSize: 2, statementTimeoutMs: 60_000 });
    proxy.refuse(true);
    const stop = new AbortController();
    const patient = withRetry(lossy, { maxRetryMs: 600_000, onWait: () => stop.abort(), signal: stop.signal });
    await expect(patient.transaction((client) => client.query('select 1'))).rejects.toThrow(/^Connection terminated/);
  });
});
