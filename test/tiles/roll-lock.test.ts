// One roller a brand at a time, by locks of transactions: whoever waits goes on from what the other has committed.

import { setTimeout } from 'node:timers/promises';
import { expect, inject, it } from 'vitest';
import { withRollLock } from '../../src/tiles/roll/roll-lock.js';
import { rollBrands } from '../../src/tiles/roll/rolling.js';
import { countMarks } from '../../src/tiles/roll/waiting.js';
import { testDatabase } from '../support/database.js';
import { untilBlocked } from '../support/holding.js';
import { recordAll, smallWorld, smallWorldIds } from '../support/records.js';

const { brand } = smallWorldIds;

/** What a roller leaves and finds: rows of the brand, which on a cluster are on its node. */
const roll = 'insert into prompt_scope (brand_id, prompt, scope, tags) values ($1, 1, 1, array[$2])';
const rolledBy = 'select tags[1] as by from prompt_scope where brand_id = $1';

/** The lock of a cluster is on its coordinator; the snapshot of the brand is taken on its node, after it. */
const isCluster = inject('nodes').length > 1;

it('waits, and then sees what the other roller has committed', async () => {
  await using db = await testDatabase();
  const found: unknown[] = [];
  await withRollLock(db, brand, false, async (transaction) => {
    let second: Promise<void> | undefined;
    await transaction(async ({ client }) => {
      second = withRollLock(db, brand, false, (other) =>
        other(async (later) => void found.push((await later.client.query(rolledBy, [brand])).rows)),
      );
      await untilBlocked(db);
      await client.query(roll, [brand, 'the first']);
    });
    await second;
  });
  expect(found).toEqual([[{ by: 'the first' }]]);
});

it('begins again where another roller has committed between its snapshot and its lock', async () => {
  const statements: string[] = [];
  await using db = await testDatabase({ onQuery: (sql) => statements.push(sql) });
  const holder = await db.pool.connect();
  await holder.query('begin');
  await holder.query('select pg_advisory_xact_lock($1, hashtext($2))', [0x5117, brand]);
  const found: unknown[] = [];
  const second = withRollLock(db, brand, false, (transaction) =>
    transaction(async ({ client }) => void found.push((await client.query(rolledBy, [brand])).rows)),
  );
  await untilBlocked(db);
  // A roller that went through another server of the same database and did not meet the lock.
  await db.transaction(async (client) => {
    await client.query('insert into tile_stamp values ($1, -1, gen_random_uuid())', [brand]);
    await client.query(roll, [brand, 'x']);
  });
  await holder.query('commit');
  holder.release();
  await second;
  expect(found).toEqual([[{ by: 'x' }]]);
  expect(statements.filter((sql) => sql.startsWith('begin isolation level repeatable read;'))).toHaveLength(
    isCluster ? 1 : 2,
  );
});

it('is left to the other roller by one that skips, and to nobody when the other is gone', async () => {
  await using db = await testDatabase();
  await recordAll(db, smallWorld());
  await withRollLock(db, brand, false, (transaction) =>
    transaction(async () => {
      await rollBrands(db, { skipWhenBusy: true });
      expect((await countMarks(db)).brands).toBe(1);
    }),
  );
  await rollBrands(db, { skipWhenBusy: true });
  expect((await countMarks(db)).brands).toBe(0);
});

it('leaves no lock and no setting behind on its connection', async () => {
  await using db = await testDatabase({ poolSize: 1 });
  const failure = new Error('enough');
  const failing = withRollLock(db, brand, false, (transaction) => transaction(() => Promise.reject(failure)));
  await expect(failing).rejects.toBe(failure);
  const { rows } = await db.pool.query(
    `select current_setting('statement_timeout') as timeout,
            (select count(*)::int from pg_locks where locktype = 'advisory' and pid = pg_backend_pid()) as locks`,
  );
  expect(rows).toEqual([{ timeout: '1min', locks: 0 }]);
  expect(db.pool.totalCount).toBe(1);
});

it('may compute for longer than other transactions may idle', async () => {
  await using db = await testDatabase({ idleTransactionTimeoutMs: 50 });
  const answered: unknown[] = [];
  await withRollLock(db, brand, false, (transaction) =>
    transaction(async ({ client }) => {
      await setTimeout(500);
      answered.push((await client.query('select 1 as one')).rows);
    }),
  );
  expect(answered).toEqual([[{ one: 1 }]]);
});
