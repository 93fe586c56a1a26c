// Every statement is seen, whichever way it is sent, with its time and what it copied.

import { AsyncLocalStorage, AsyncResource } from 'node:async_hooks';
import { expect, it } from 'vitest';
import { copyRows } from '../../src/database/copy/copy-rows.js';
import type { Statement } from '../../src/database/watched.js';
import { testDatabase } from '../support/database.js';

it('reports statements of the pool, of transactions, of Prisma and of COPY', async () => {
  const statements: Statement[] = [];
  await using db = await testDatabase({ onStatement: (statement) => statements.push(statement) });
  await db.pool.query('select 1');
  expect(statements).toHaveLength(1);
  await db.snapshot((client) => client.query('select $1::int', [1]));
  expect(statements).toHaveLength(4);
  await db.prisma.model.findMany();
  expect(statements).toHaveLength(5);
  expect(statements.every(({ copiedRows, copiedBytes }) => copiedRows === 0 && copiedBytes === 0)).toBe(true);
  expect(statements.every(({ ms }) => ms > 0)).toBe(true);
});

it('reports what COPY sent', async () => {
  const statements: Statement[] = [];
  await using db = await testDatabase({ onStatement: (statement) => statements.push(statement) });
  const rows = await db.snapshot((client) => copyRows(client, 'select n from generate_series(1, 1000) as n'));
  const [copied] = statements.filter(({ copiedRows }) => copiedRows > 0);
  expect(copied?.copiedRows).toBe(rows.length);
  expect(copied?.copiedBytes).toBeGreaterThan(10_000);
});

it('reports statements that fail, and leaves their errors as they are', async () => {
  const statements: Statement[] = [];
  await using db = await testDatabase({ onStatement: (statement) => statements.push(statement) });
  await expect(db.pool.query('select nonsense')).rejects.toThrow(/nonsense/);
  const failing = db.snapshot((client) => copyRows(client, 'select nonsense'));
  await expect(failing).rejects.toThrow(/nonsense/);
  expect(statements.length).toBeGreaterThanOrEqual(3);
});

it('reports each statement in the context of whoever sent it, also where it had to wait for a connection', async () => {
  const sender = new AsyncLocalStorage<number>();
  const seen: [sender: number | undefined, sql: string, isFailed: boolean][] = [];
  const onBegin = (sql: string) => {
    const number = sender.getStore();
    return (error?: unknown) => void seen.push([number, sql, Boolean(error)]);
  };
  await using db = await testDatabase({ poolSize: 1, onBegin, bind: (callback) => AsyncResource.bind(callback) });
  const send = (number: number) => sender.run(number, () => db.pool.query(`select ${number} / (${number} - 3)`));
  await Promise.allSettled([1, 2, 3, 4, 5].map(send));
  expect(seen).toEqual([1, 2, 3, 4, 5].map((number) => [number, `select ${number} / (${number} - 3)`, number === 3]));
});
