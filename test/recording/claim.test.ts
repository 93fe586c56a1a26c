// A batch is recorded once, also where its recorder does not hear that it was committed.

import { describe, expect, it } from 'vitest';
import { connect, type Database } from '../../src/database/postgres.js';
import { type BatchClaim, Recorder } from '../../src/recording/write/claim.js';
import { testDatabase } from '../support/database.js';
import { gate } from '../support/gate.js';
import { type Fate, proxyTo } from '../support/proxy.js';
import { recordAll, smallWorld } from '../support/records.js';

interface Try {
  readonly number: number;
}

/** Leaves the row of a batch as its `number`th try, unless an earlier one was committed. */
async function writeOnce(db: Database, claim: BatchClaim<Try>, number: number, work = async () => {}): Promise<Try> {
  return db.transaction(async (client) => {
    const earlier = await claim.committed(client);
    if (earlier) return earlier;
    await client.query('insert into mark (brand_id, quarter) values ($1, $2)', ['crm', number]);
    await claim.leave(client, 'crm', { number });
    await work();
    return { number };
  });
}

/** The tries that are committed. */
async function triesIn({ pool }: Database): Promise<readonly number[]> {
  const { rows } = await pool.query<{ quarter: number }>(
    'select quarter from mark where brand_id = $1 order by quarter',
    ['crm'],
  );
  return rows.map(({ quarter }) => quarter);
}

describe('a batch', () => {
  it('that was committed is not written again, and results in what it resulted in', async () => {
    await using db = await testDatabase();
    const claim = new Recorder().claim<Try>();
    expect([await writeOnce(db, claim, 1), await writeOnce(db, claim, 2)]).toEqual([{ number: 1 }, { number: 1 }]);
    expect(await triesIn(db)).toEqual([1]);
  });

  it('that was rolled back is written again', async () => {
    await using db = await testDatabase();
    const claim = new Recorder().claim<Try>();
    const failing = writeOnce(db, claim, 1, () => Promise.reject(new Error('lost')));
    await expect(failing).rejects.toThrow('lost');
    expect(await writeOnce(db, claim, 2)).toEqual({ number: 2 });
    expect(await writeOnce(db, claim, 3)).toEqual({ number: 2 });
    expect(await triesIn(db)).toEqual([2]);
  });

  it.each([
    ['is committed', true, [1]],
    ['is rolled back', false, [2]],
  ] as const)('waits for an earlier try that is in progress, which %s', async (_, isCommitted, tries) => {
    await using db = await testDatabase();
    const claim = new Recorder().claim<Try>();
    let end = (_error?: Error) => {};
    const begun = gate();
    const work = () =>
      new Promise<void>((resolve, reject) => {
        end = (error) => (error ? reject(error) : resolve());
        begun.open();
      });
    const first = writeOnce(db, claim, 1, work).catch(() => null);
    await begun.opened;
    const second = writeOnce(db, claim, 2);
    await waitsForLock(db);
    end(isCommitted ? undefined : new Error('lost'));
    await first;
    expect(await second).toEqual({ number: isCommitted ? 1 : 2 });
    expect(await triesIn(db)).toEqual(tries);
  });

  it('is distinguished from the next one of its recorder and from those of others', async () => {
    await using db = await testDatabase();
    const [one, other] = [new Recorder(), new Recorder()];
    for (const [index, recorder] of [one, other, one, other].entries()) await writeOnce(db, recorder.claim(), index);
    expect(await triesIn(db)).toEqual([0, 1, 2, 3]);
    expect((await db.pool.query(`select batch from recorder where brand_id = 'crm'`)).rows).toEqual([
      { batch: 2 },
      { batch: 2 },
    ]);
  });

  it('leaves no row for good', async () => {
    await using db = await testDatabase();
    for (let number = 1; number <= 3; number += 1) await writeOnce(db, new Recorder().claim(), number);
    await db.pool.query(`update recorder set written_at = '2026-01-01' where brand_id = 'crm'`);
    const last = new Recorder();
    await writeOnce(db, last.claim(), 4);
    await writeOnce(db, last.claim(), 5);
    expect((await db.pool.query(`select batch from recorder where brand_id = 'crm'`)).rows).toEqual([{ batch: 2 }]);
  });

  it('is recorded once where the answer to its commit is lost again and again', async () => {
    await using db = await testDatabase();
    // Of each batch: the answer to its first commit, and to the first question whether that was committed.
    let [commits, rows] = [0, 0];
    const fateOf = (sent: Buffer): Fate => {
      if (sent.includes('commit')) return commits++ % 2 === 0 ? 'cut after' : 'pass';
      return sent.includes('into recorder') && rows++ % 3 === 1 ? 'cut after' : 'pass';
    };
    await using proxy = await proxyTo(db.url, fateOf);
    await using lossy = connect(proxy.url, {
      poolSize: 4,
      statementTimeoutMs: 60_000,
      isDistributed: db.isDistributed,
    });
    const { rejected } = await recordAll(lossy, smallWorld(), { batches: 4 });
    expect(rejected).toEqual([]);
    expect(proxy.cuts).toBeGreaterThan(4);
    // A run that is recorded again makes its quarter stale, one that is new does not.
    const { rows: marks } = await db.pool.query('select count(*)::int as stale from mark where added is null');
    expect(marks).toEqual([{ stale: 0 }]);
  });
});

/** Until some statement of the database waits for another transaction. */
async function waitsForLock({ pool, isDistributed }: Database): Promise<void> {
  const waiting = isDistributed
    ? 'select from citus_lock_waits'
    : "select from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()";
  for (;;) {
    const { rowCount } = await pool.query(waiting);
    if (rowCount) return;
  }
}
