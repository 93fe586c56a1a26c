import { Readable } from 'node:stream';
import { describe, expect, it } from 'vitest';
import type { Turn } from '../../src/recording/apply.js';
import { limits } from '../../src/recording/input/batches.js';
import { type Report, recordStream } from '../../src/recording/record.js';
import { rejectsFile } from '../../src/recording/rejects.js';
import { emptyCaches } from '../../src/recording/write/caches.js';
import { lockBrands } from '../../src/recording/write/locks.js';
import { type TestDatabase, testDatabase } from '../support/database.js';
import { untilBlocked } from '../support/holding.js';
import { base, elsewhere, id, run } from '../support/recorded.js';
import { manyLines } from '../support/recording-process.js';
import { recordAll } from '../support/records.js';
import { sizesOf, tablesOf } from '../support/tables.js';

/** Lets PostgreSQL refuse the first `count` commits as one of a transaction that lost. Returns how many it has refused. */
function loseCommits({ pool }: TestDatabase, count: number): () => number {
  let lost = 0;
  pool.on('connect', (client) => {
    const query = client.query.bind(client) as (...args: readonly unknown[]) => unknown;
    const losing = (...args: readonly unknown[]): unknown => {
      if (args[0] !== 'commit' || lost === count) return query(...args);
      lost += 1;
      return query(`do $$ begin raise sqlstate '40001'; end $$`);
    };
    client.query = losing as typeof client.query; // safe because it returns what the query returns
  });
  return () => lost;
}

describe('recordStream', () => {
  it('records every batch in its turn, and nothing of the next before that is over', async () => {
    await using db = await testDatabase();
    await using rejects = rejectsFile('unused.rejected.ndjson');
    const lines = [...base, ...[100, 101, 102].map((number) => run({ id: id(number) }))].map(
      (record) => `${JSON.stringify(record)}\n`,
    );
    const runs: unknown[] = [];
    const known = emptyCaches(100);
    const turn: Turn = async (record) => {
      const recorded = await record(known);
      await db.pool.query('select pg_sleep(0.05)');
      const { rows } = await db.pool.query('select count(*)::int as runs from run');
      runs.push(rows[0]?.runs);
      return recorded;
    };
    const options = { rejects, turn, limits: { ...limits, records: 1 } };
    await recordStream(db, Readable.from([Buffer.from(lines.join(''))]), options);
    expect(runs).toEqual([...base.map(() => 0), 1, 2, 3]);
  });

  it('records the same whatever the size of its batches and whoever prepares them', async () => {
    const lines = manyLines(150).map((line) => JSON.parse(line));
    const all = await Promise.all(
      [{ batches: 1_000 }, { batches: 40 }, { batches: 3 }, { batches: 40, inlineBytes: 0 }].map(async (options) => {
        await using db = await testDatabase();
        await recordAll(db, lines, options);
        return await tablesOf(db);
      }),
    );
    for (const tables of all) expect(tables).toEqual(all[0]);
  });

  it('reports how far it is after every batch', async () => {
    await using db = await testDatabase();
    const reports: Report[] = [];
    await recordAll(db, [...base, run(), run({ promptId: 'x' })], {
      batches: 4,
      onProgress: (report) => reports.push(report),
    });
    expect(reports.map(({ lines, recorded, rejected }) => [lines, recorded.run, rejected.run])).toEqual([
      [4, 0, 0],
      [8, 0, 0],
      [11, 1, 1],
    ]);
    expect(reports.every(({ complete }) => !complete)).toBe(true);
  });

  it('ends after the batch under way when it is stopped', async () => {
    await using db = await testDatabase();
    const stop = new AbortController();
    const { report } = await recordAll(db, base, { batches: 3, signal: stop.signal, onProgress: () => stop.abort() });
    expect(report).toMatchObject({ lines: 3, complete: false, recorded: { organization: 2, brand: 1 } });
  });

  it('records nothing when it is stopped beforehand', async () => {
    await using db = await testDatabase();
    const { report } = await recordAll(db, base, { signal: AbortSignal.abort() });
    expect(report).toMatchObject({ lines: 0, complete: false });
    expect(sizesOf(await tablesOf(db))).toMatchObject({ organization: 0, brand: 0 });
  });

  it('tries a batch again that lost to another transaction', async () => {
    await using db = await testDatabase();
    const lost = loseCommits(db, 2);
    const { report, rejected } = await recordAll(db, [...base, run()]);
    expect(rejected).toEqual([]);
    expect(report).toMatchObject({ complete: true, recorded: { run: 1 } });
    expect(sizesOf(await tablesOf(db))).toMatchObject({ prompt: 3, run: 1, answer: 1 });
    expect(lost()).toBe(2);
  });

  it('sees a prompt that another recorder adds while it waits for its turn', async () => {
    await using db = await testDatabase();
    await recordAll(db, base);
    let waiting: ReturnType<typeof recordAll> | undefined;
    await db.transaction(async (client) => {
      await lockBrands(client, ['crm']);
      await client.query(`insert into prompt values ($1, 'erp', 2, 'cheap erp', '{}')`, [id(9)]);
      waiting = recordAll(db, [run(), run({ promptId: id(9) })]);
      await untilBlocked(db);
    });
    expect((await waiting)?.rejected).toEqual([]);
    expect((await tablesOf(db)).run.map((row) => [row.brand_id, row.prompt_id])).toEqual([
      ['crm', run().promptId],
      ['erp', id(9)],
    ]);
  });

  it('records brands in any order from several recorders at once', async () => {
    await using db = await testDatabase();
    await recordAll(db, base);
    const runs = Array.from({ length: 60 }, (_, index) =>
      run({
        id: id(index),
        model: `m${index % 5}`,
        competitorsMentioned: [`Company ${index % 11}`],
        citations: [{ url: `https://a.com/${index % 17}` }],
        ...(index % 2 === 0 ? { promptId: elsewhere } : {}),
      }),
    );
    const orders = [runs, [...runs].reverse(), [...runs.slice(30), ...runs.slice(0, 30)]];
    const all = await Promise.all(orders.map((records) => recordAll(db, records, { batches: 4 })));
    expect(all.flatMap(({ rejected }) => rejected)).toEqual([]);
    const tables = await tablesOf(db);
    expect(sizesOf(tables)).toMatchObject({
      run: 60,
      citation: 60,
      model: 5,
      company: 2 + 11 + 11,
      url: 17 + 17,
      domain: 2,
    });
    for (const brandId of ['crm', 'erp']) {
      const ids = tables.company.filter((row) => row.brand_id === brandId).map((row) => Number(row.id));
      expect(ids.sort((a, b) => a - b)).toEqual(ids.map((_, index) => index + 1));
    }
  });
});
