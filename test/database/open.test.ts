import { expect, it } from 'vitest';
import { openDatabase } from '../../src/database/open.js';
import { emptyDatabase } from '../support/database.js';
import { privateFolder, running } from '../support/embedded.js';

const limits = { poolSize: 2, statementTimeoutMs: 1234 };

it('opens the embedded database of the data folder, migrated, where no address is given, and stops it when closed', async () => {
  await using folder = await privateFolder();
  const statements: string[] = [];
  const config = { databaseUrl: null, dataFolder: folder.path, ...limits };
  const db = await openDatabase(config, { onQuery: (sql) => statements.push(sql) });
  expect((await db.pool.query('show statement_timeout')).rows).toEqual([{ statement_timeout: '1234ms' }]);
  expect(await db.prisma.brand.count()).toBe(0);
  expect(statements).toContain('show statement_timeout');
  await Promise.all([db[Symbol.asyncDispose](), db[Symbol.asyncDispose]()]);
  expect(running(folder.path).server).toEqual([]);

  await using again = await openDatabase(config);
  await again.pool.query(
    `insert into _prisma_migrations (id, checksum, migration_name) values ('x', 'y', '9999_later')`,
  );
  await again[Symbol.asyncDispose]();
  await expect(openDatabase(config)).rejects.toThrow(/9999_later/);
  expect(running(folder.path).server).toEqual([]);
});

it('opens the server at the address that is given, and migrates it', async () => {
  await using empty = await emptyDatabase();
  await using db = await openDatabase({ databaseUrl: empty.url, dataFolder: '/nowhere', ...limits });
  expect(await db.prisma.brand.count()).toBe(0);
});

it('rejects for a server that is not there', async () => {
  const databaseUrl = 'postgresql://a@127.0.0.1:1/a';
  await expect(openDatabase({ databaseUrl, dataFolder: '/nowhere', ...limits })).rejects.toThrow(/ECONNREFUSED/);
});
