// A database of an earlier version, with its data and its tiles, opened by this one. `upgrade/0004.ndjson` holds random records and every row that
// the version with four migrations made of them: most of it rolled, the last runs still marked. Earlier schemas take of it what they have.

import { cp, mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { migrate, readMigrations } from '../../src/database/migrate.js';
import type { Database } from '../../src/database/postgres.js';
import { checkBrand } from '../../src/tiles/check.js';
import { rollBrands } from '../../src/tiles/roll/rolling.js';
import { expectAnswers, expectRuns } from '../support/compare.js';
import { emptyDatabase, testDatabase } from '../support/database.js';
import type { AnyRecord } from '../support/naive/record.js';
import { worldOf } from '../support/naive/world.js';
import { questionPlans, questionsFor } from '../support/random/questions.js';
import { openReaders } from '../support/readers.js';
import { recordAll } from '../support/records.js';
import { tablesOf, withoutQueryNumbers } from '../support/tables.js';

const names = (await readMigrations()).map(({ name }) => name);
/** Schemas whose tables take rows of the fourth. */
const earlier = names.filter((name) => name < '0006');

interface Row {
  readonly table: string;
  readonly row: Readonly<Record<string, unknown>>;
}

const lines = (await readFile(join(import.meta.dirname, 'upgrade/0004.ndjson'), 'utf8'))
  .trimEnd()
  .split('\n')
  .map((line) => JSON.parse(line));
const [{ turn }] = lines as [{ readonly turn: number }]; // safe because the first line holds it
const records: readonly AnyRecord[] = lines.flatMap(({ record }) => record ?? []);
const rows: readonly Row[] = lines.filter(({ table }) => table !== undefined);
const world = worldOf(records);
const plans = fc.sample(questionPlans(3), { seed: 1, numRuns: 1 })[0];

/** A database as the version whose last migration was `last` left it. */
async function databaseOf(last: string) {
  const db = await emptyDatabase();
  const folder = await mkdtemp(join(tmpdir(), 'sightline-upgrade-'));
  for (const name of names.filter((each) => each <= last)) {
    await cp(join('prisma/migrations', name), join(folder, name), { recursive: true });
  }
  await migrate(db.pool, folder);
  await rm(folder, { recursive: true });
  const { rows: columns } = await db.pool.query<{ table: string; columns: string[] }>(
    `select table_name as table, array_agg(column_name::text) as columns
     from information_schema.columns where table_schema = 'public' group by table_name`,
  );
  for (const { table, row } of rows) {
    const known = columns.find((each) => each.table === table)?.columns.filter((column) => column in row) ?? [];
    if (known.length === 0) continue;
    const list = known.map((column) => `"${column}"`).join(', ');
    await db.pool.query(
      `insert into ${table} (${list}) overriding system value select ${list} from json_populate_record(null::${table}, $1)`,
      [JSON.stringify(row)],
    );
  }
  await db.pool.query(
    `select setval(pg_get_serial_sequence(table_name, column_name), 1000)
     from information_schema.columns where table_schema = 'public' and is_identity = 'YES'`,
  );
  return db;
}

async function expectRight(db: Database): Promise<void> {
  if (!plans) throw new Error('There are no questions.');
  const readers = await openReaders(db);
  await expectAnswers(readers, world, questionsFor(plans, world, turn));
  await expectRuns(readers.slice(0, 1), world);
}

it('knows the schemas of five versions', () => {
  expect(earlier).toHaveLength(5);
});

describe.each(earlier)('a database of the version that ended with %s', (last) => {
  it('is brought up to date, answers rightly at once and when it is rolled, and goes on', {
    timeout: 300_000,
  }, async () => {
    await using db = await databaseOf(last);
    expect(await migrate(db.pool)).toEqual(names.filter((name) => name > last));
    await expectRight(db);
    await rollBrands(db);
    expect((await db.pool.query('select from mark')).rowCount).toBe(0);
    await expectRight(db);
    await using fresh = await testDatabase();
    const again = records.filter(({ type }) => type === 'run');
    await recordAll(fresh, records);
    await recordAll(fresh, again);
    await recordAll(db, again);
    expect(withoutQueryNumbers(await tablesOf(db)).run).toEqual(withoutQueryNumbers(await tablesOf(fresh)).run);
    await rollBrands(db);
    for (const { id } of world.brands) expect((await checkBrand(db, id)).wrong).toEqual([]);
  });
});
