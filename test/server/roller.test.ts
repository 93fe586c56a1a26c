// The thread that rolls beside a server: it updates tiles, is told to end, and is there again where it has ended.

import { expect, it } from 'vitest';
import { openRoller } from '../../src/app/open-roller.js';
import { type Config, readConfig } from '../../src/config.js';
import { createLog } from '../../src/server/watch/log.js';
import { checkBrand } from '../../src/tiles/check.js';
import { markEverything } from '../../src/tiles/stored/marks.js';
import { untilBlocked, whileLocked } from '../support/holding.js';
import { jsonLines } from '../support/json-lines.js';
import { recordAll, smallWorld, smallWorldIds } from '../support/records.js';
import { sharedDatabase } from '../support/shared.js';

const db = await sharedDatabase();

/** A roller over the database, and what it said. */
function start(overrides: Partial<Config> = {}) {
  const lines: string[] = [];
  let [lost, told] = [0, 0];
  const roller = openRoller({
    config: {
      ...readConfig({ DATABASE_URL: db.url, METRICS_TOKEN: 'metrics-token-of-tests' }),
      poolSize: 1,
      ...overrides,
    },
    isDistributed: db.isDistributed,
    log: createLog('info', { write: (line) => void lines.push(line) }),
    onFigures: () => void told++,
    onLost: () => void lost++,
  });
  return { roller, lost: () => lost, told: () => told, logged: () => jsonLines(lines.join('')) };
}

it('updates tiles with one connection, says what it does, and ends when it is told to', async () => {
  await recordAll(db, smallWorld());
  await markEverything(db.pool, smallWorldIds.brand);
  const { roller, lost, told, logged } = start();
  await expect.poll(async () => (await db.pool.query('select from mark')).rowCount).toBe(0);
  await expect.poll(told).toBeGreaterThan(0);
  await roller[Symbol.asyncDispose]();
  expect((await checkBrand(db, smallWorldIds.brand)).wrong).toEqual([]);
  expect([lost(), logged()]).toEqual([0, []]);
});

it('finishes the month that it is at', async () => {
  await markEverything(db.pool, smallWorldIds.brand);
  const { roller, logged } = start();
  let ending: PromiseLike<void> | undefined;
  await whileLocked(
    db,
    'quarter_tile',
    async () => {
      await untilBlocked(db);
      ending = roller[Symbol.asyncDispose]();
    },
    'exclusive',
  );
  await ending;
  expect((await db.pool.query('select from mark')).rowCount).toBe(0);
  expect(logged()).toEqual([]);
});

it('is started again where it has ended, until it is not wanted', async () => {
  // No setting can be so: it stands for whatever keeps a thread from starting.
  const { roller, lost, logged } = start({ logLevel: 'nonsense' as 'info' });
  await expect.poll(lost).toBe(2);
  await roller[Symbol.asyncDispose]();
  expect(logged()[0]).toMatchObject({ msg: 'the thread that updates tiles has ended and is started again' });
});

it('says that the database cannot be reached, and tries again', async () => {
  const { roller, lost, logged } = start({ databaseUrl: 'postgresql://nobody@127.0.0.1:1/none' });
  await expect.poll(() => logged().length).toBeGreaterThan(1);
  await roller[Symbol.asyncDispose]();
  expect(logged().at(-1)).toMatchObject({ msg: 'tiles could not be updated; the raw rows are read instead' });
  expect(lost()).toBe(0);
});
