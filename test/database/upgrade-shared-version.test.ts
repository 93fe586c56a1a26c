// What all brands share gets a version of its own table when a database of an earlier version is opened.

import { cp, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { migrate, readMigrations } from '../../src/database/migrate.js';
import { emptyDatabase } from '../support/database.js';

const shared = '11111111-1111-4111-8111-111111111111';
const ofOld = '22222222-2222-4222-8222-222222222222';

/** A database of the version before, with one brand that has a version and one that was recorded before there were any. */
async function earlierDatabase() {
  const db = await emptyDatabase();
  const folder = await mkdtemp(join(tmpdir(), 'sightline-upgrade-'));
  for (const { name } of (await readMigrations()).filter(({ name }) => name < '0010')) {
    await cp(join('prisma/migrations', name), join(folder, name), { recursive: true });
  }
  await migrate(db.pool, folder);
  await rm(folder, { recursive: true });
  await db.pool.query(`insert into organization values ('acme', 'Acme')`);
  await db.pool.query(
    `insert into brand (id, organization_id, name, aliases, domains) values ('old', 'acme', 'Old', '{}', '{}'), ('older', 'acme', 'Older', '{}', '{}')`,
  );
  return db;
}

it('keeps the versions that there are, and gives every brand one', async () => {
  await using db = await earlierDatabase();
  await db.pool.query('insert into version values ($1, $2), ($3, $4)', ['', shared, 'old', ofOld]);
  await migrate(db.pool);
  expect((await db.pool.query('select version from shared_version')).rows).toEqual([{ version: shared }]);
  const { rows } = await db.pool.query('select brand_id, version from version order by brand_id');
  expect(rows).toEqual([
    { brand_id: 'old', version: ofOld },
    { brand_id: 'older', version: expect.stringMatching(/^[\da-f-]{36}$/) },
  ]);
});

it('gives what is shared a version where it had none', async () => {
  await using db = await earlierDatabase();
  await migrate(db.pool);
  expect((await db.pool.query('select id, version from shared_version')).rows).toEqual([
    { id: 0, version: expect.stringMatching(/^[\da-f-]{36}$/) },
  ]);
});
