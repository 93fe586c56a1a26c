import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { joinPlacements, readPlacements } from '../../src/database/citus/placement.js';
import { readMigrations } from '../../src/database/migrate.js';
import { testDatabase } from '../support/database.js';
import { temporaryFolder } from '../support/folder.js';

const placements = joinPlacements(await readMigrations());

it('gives every table of the migrated database exactly one placement', async () => {
  await using db = await testDatabase();
  const { rows } = await db.pool.query(
    `select relname as name from pg_class where relnamespace = 'public'::regnamespace and relkind = 'r'`,
  );
  const tables = rows.map(({ name }) => name).filter((name) => name !== '_prisma_migrations');
  expect([...placements.keys()].sort()).toEqual(tables.sort());
});

it('places by brand what has the brand id first in its primary key', async () => {
  await using db = await testDatabase();
  const { rows } = await db.pool.query(
    `select relname as name from pg_constraint join pg_class on pg_class.oid = conrelid
     join pg_attribute on attrelid = conrelid and attnum = conkey[1]
     where contype = 'p' and attname = 'brand_id' and relnamespace = 'public'::regnamespace`,
  );
  const ofBrands = [...placements].filter(([, placement]) => placement === 'brand').map(([table]) => table);
  expect(ofBrands.sort()).toEqual(rows.map(({ name }) => name).sort());
});

it('refuses a placement that does not exist', async () => {
  await using folder = await temporaryFolder();
  await writeFile(join(folder.path, 'distribution.json'), '{ "run": "everywhere" }');
  await expect(readPlacements(folder.path)).rejects.toThrow('the placement of run must be brand, reference or local');
});
