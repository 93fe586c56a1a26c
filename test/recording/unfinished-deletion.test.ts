// Deletions beside everything else: interrupted anywhere, beside a recorder that remembers what is gone, and beside rollers.

import { expect, it } from 'vitest';
import type { Database } from '../../src/database/postgres.js';
import { removeRuns, removeTexts } from '../../src/recording/delete/retain.js';
import { exportRecords } from '../../src/recording/export/export.js';
import { limits } from '../../src/recording/input/batches.js';
import { recordStream } from '../../src/recording/record.js';
import { checkBrand } from '../../src/tiles/check.js';
import { rollBrand } from '../../src/tiles/roll/roll.js';
import { testApp } from '../support/app.js';
import { type TestDatabase, testDatabase } from '../support/database.js';
import { base, run } from '../support/recorded.js';
import { noRejects, recordAll, smallWorld, smallWorldIds } from '../support/records.js';

const { brand } = smallWorldIds;
const deletion = { type: 'brand', id: brand, deleted: true };

/** Breaks off before the transaction with this number, as a process that is killed does. */
function killedBefore(db: TestDatabase, number: number): Database {
  let begun = 0;
  return {
    ...db,
    transaction: (work, signal) =>
      begun++ < number ? db.transaction(work, signal) : Promise.reject(new Error('killed')),
  };
}

it('is gone at once wherever its deletion was interrupted, and a brand recorded in its place has nothing of it', async () => {
  await using db = await testDatabase();
  const app = await testApp(db);
  const window = 'start=2026-01-01T00:00:00Z&end=2027-01-01T00:00:00Z';
  const paths = ['analytics', 'runs', 'citations/urls', 'citations/domains', 'query-fanout', 'prompt-performance'];
  const ask = async () =>
    Promise.all(paths.map(async (path) => (await app.get(`/api/v1/brands/${brand}/${path}?${window}`)).text));
  await recordAll(db, smallWorld());
  const expected = await ask();
  let isFinished = false;
  for (let number = 1; !isFinished; number++) {
    await rollBrand(db, brand);
    isFinished = await recordAll(killedBefore(db, number), [deletion]).then(
      () => true,
      () => false,
    );
    expect((await app.get(`/api/v1/brands/${brand}/analytics?${window}`)).status).toBe(404);
    await rollBrand(db, brand);
    if (number % 2 === 0) await recordAll(db, [deletion]);
    expect((await recordAll(db, smallWorld())).rejected).toEqual([]);
    expect(await ask()).toEqual(expected);
    await rollBrand(db, brand);
    expect(await ask()).toEqual(expected);
    expect((await checkBrand(db, brand)).wrong).toEqual([]);
    const { rows } = await db.pool.query('select id from run where brand_id = $1', [brand]);
    expect(rows).toHaveLength(10);
  }
});

it('is finished also where old runs were removed while it was under way', async () => {
  await using db = await testDatabase();
  await recordAll(db, smallWorld());
  await expect(recordAll(killedBefore(db, 1), [deletion])).rejects.toThrow('killed');
  const all = { brandId: brand, before: new Date('2100-01-01T00:00:00Z') };
  expect([await removeTexts(db, all), await removeRuns(db, all)]).toEqual([0, 0]);
  await recordAll(db, [deletion]);
  for (const table of ['run', 'company', 'url', 'channel'])
    expect((await db.pool.query(`select from ${table} where brand_id = $1`, [brand])).rowCount, table).toBe(0);
});

it('leaves nothing of the brand in an export while it is under way', async () => {
  await using db = await testDatabase();
  const note = { type: 'annotation', id: 'a', brandId: brand, at: '2026-03-01T00:00:00Z', text: 'New pricing page' };
  await recordAll(db, [...smallWorld(), note]);
  await expect(recordAll(killedBefore(db, 1), [deletion])).rejects.toThrow('killed');
  const lines: Buffer[] = [];
  for await (const chunk of exportRecords(db, { brandIds: null, from: null, to: null })) lines.push(chunk);
  expect(Buffer.concat(lines).toString()).not.toContain(brand);
  const records = Buffer.concat(lines).toString().trimEnd().split('\n');
  await using other = await testDatabase();
  expect(
    (
      await recordAll(
        other,
        records.map((line) => JSON.parse(line)),
      )
    ).rejected,
  ).toEqual([]);
});

it('does not mislead a recorder that remembers numbers and titles of what is gone', async () => {
  await using db = await testDatabase();
  const cite = { citations: [{ url: 'https://a.com/x', title: 'title' }], webQueries: ['q'] };
  const again = base.slice(2);
  const lines = async function* () {
    const line = (record: object) => Buffer.from(`${JSON.stringify(record)}\n`);
    for (const record of base) yield line(record);
    yield line(run(cite));
    while ((await db.pool.query('select from run')).rowCount === 0) await new Promise(setImmediate);
    await recordAll(db, [{ type: 'brand', id: 'crm', deleted: true }, ...again]);
    yield line(run(cite));
  };
  await recordStream(db, lines(), { rejects: noRejects, limits: { ...limits, records: 1 } });
  const { rows } = await db.pool.query(
    `select url.title, query.text, channel.runs from run
     join citation on citation.brand_id = run.brand_id and citation.run_id = run.id
     join url on url.brand_id = run.brand_id and url.id = citation.url_id
     join query on query.brand_id = run.brand_id and query.id = run.queries[1]
     join channel on channel.brand_id = run.brand_id`,
  );
  expect(rows).toEqual([{ title: 'title', text: 'q', runs: 1 }]);
});
