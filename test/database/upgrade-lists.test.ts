// A database of the version before the lists, with queries and titles in many dresses: what the migration makes of it is what the recorder
// makes of the same records.

import { cp, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { migrate, readMigrations } from '../../src/database/migrate.js';
import type { Database } from '../../src/database/postgres.js';
import { emptyDatabase, testDatabase } from '../support/database.js';
import { base, elsewhere, id, run } from '../support/recorded.js';
import { recordAll } from '../support/records.js';
import { tablesOf, withoutQueryNumbers } from '../support/tables.js';

const last = '0006_tile_parts';
const spaces = '\t\n\v\f\r \u0085\u00a0\u1680\u2000\u2006\u200a\u2028\u2029\u202f\u205f\u3000';
const dresses: readonly string[] = [
  'best crm',
  ` best${spaces}crm${spaces}`,
  'Best crm',
  'best\u200bcrm',
  'best\u180ecrm',
  'caf\u00e9 crm',
  'cafe\u0301  crm',
  '\u1112\u1161\u11ab',
  '\ud55c',
  '\u212b',
  '\u0344',
  'a\u0323\u0307',
  'a\u0307\u0323',
  '\ufb01',
  '😀 \\ " { } , NULL',
  '',
  spaces,
];

/** Later runs come later, so that the order in which titles are given is that of time. */
const records = Array.from({ length: 60 }, (_, index) =>
  run({
    id: id(1_000 + index),
    promptId: index % 7 === 0 ? elsewhere : (base[6]?.id ?? ''),
    createdAt: new Date(Date.UTC(2026, 2, 1, index)).toISOString(),
    webQueries: dresses.filter((_, place) => (index * (place + 3)) % 5 === 0).flatMap((text) => [text, ` ${text}`]),
    citations: Array.from({ length: index % 4 }, (_, place) => ({
      url: `https://a.com/${(index * (place + 1)) % 9}`,
      title: (index + place) % 3 === 0 ? null : `Title ${index % 5} \\ "${place}"`,
    })),
  }),
);

/** A database of the version before, with the rows that it made of what `from` holds. */
async function earlierDatabase(from: Database) {
  const db = await emptyDatabase();
  const folder = await mkdtemp(join(tmpdir(), 'sightline-upgrade-'));
  for (const { name } of (await readMigrations()).filter(({ name }) => name <= last)) {
    await cp(join('prisma/migrations', name), join(folder, name), { recursive: true });
  }
  await migrate(db.pool, folder);
  await rm(folder, { recursive: true });
  for (const table of [
    'organization',
    'model',
    'brand',
    'company',
    'prompt',
    'domain',
    'url',
    'run',
    'answer',
    'citation',
  ]) {
    const { rows } = await from.pool.query(`select to_json(${table}.*)::text as row from ${table}`);
    await db.pool.query(
      `insert into ${table} overriding system value select (json_populate_record(null::${table}, row::json)).* from unnest($1::text[]) as row`,
      [rows.map(({ row }) => row)],
    );
  }
  await db.pool.query(`insert into quarter_tile values ('crm', 1, '')`);
  await db.pool.query(`insert into tile (brand_id, scope, level, period, part) values ('crm', 0, 1, 1, 0)`);
  return db;
}

it('gives what is recorded the queries and titles that the recorder gives it', async () => {
  await using fresh = await testDatabase();
  expect((await recordAll(fresh, [...base, ...records], { batches: 7 })).rejected).toEqual([]);
  await using db = await earlierDatabase(fresh);
  await migrate(db.pool);
  const expected = withoutQueryNumbers(await tablesOf(fresh));
  expect(expected.query.length).toBeGreaterThan(15);
  expect(expected.url.filter(({ title }) => title !== null).length).toBeGreaterThan(5);
  expect(withoutQueryNumbers(await tablesOf(db))).toEqual(expected);
});

it('numbers queries densely within each brand, goes on with these numbers, and marks everything for the tiles', async () => {
  await using fresh = await testDatabase();
  await recordAll(fresh, [...base, ...records]);
  await using db = await earlierDatabase(fresh);
  await migrate(db.pool);
  const numbers = async (brandId: string) =>
    (await db.pool.query('select id from query where brand_id = $1 order by id', [brandId])).rows.map((row) => row.id);
  const [crm, erp] = [await numbers('crm'), await numbers('erp')];
  expect(crm).toEqual(crm.map((_, index) => index + 1));
  expect(erp).toEqual(erp.map((_, index) => index + 1));
  expect((await db.pool.query('select from tile')).rowCount).toBe(0);
  expect((await db.pool.query('select from quarter_tile')).rowCount).toBe(0);
  const { rows: marks } = await db.pool.query(
    `select (select count(*) from mark where added is null) as marked, (select count(distinct (brand_id, created_at)) from run) as runs`,
  );
  expect(marks).toEqual([{ marked: '60', runs: '60' }]);
  await recordAll(db, [run({ id: id(1_000), promptId: elsewhere, webQueries: ['new', 'best crm'] })]);
  const next = crm.length + erp.length;
  expect((await db.pool.query('select from query')).rowCount).toBe(next + 1);
});
