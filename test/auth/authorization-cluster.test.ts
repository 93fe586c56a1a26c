// What requests begin with on a cluster: two statements, of which the first touches no table of brands, and the second is answered by the nodes of the
// brands. The statements are the same on any PostgreSQL.

import { beforeEach, expect, inject, it } from 'vitest';
import { type Authorize, createAuthorization } from '../../src/auth/authorization.js';
import { hashOf } from '../../src/auth/key.js';
import type { Database } from '../../src/database/postgres.js';
import { createVersions } from '../../src/loaders/versions.js';
import type { Subject } from '../../src/tiles/stored/version.js';
import { storeKey } from '../support/app.js';
import { testDatabase } from '../support/database.js';
import { fillTables, prompts } from '../support/rows.js';
import { sharedDatabase } from '../support/shared.js';

const now = new Date('2026-03-01T12:00:00Z');
const limits = { rateLimitPerMinute: 5, adminRateLimitPerMinute: 0 };
const statements: string[] = [];
const db = await sharedDatabase((db) => fillTables(db, []), { onQuery: (sql) => statements.push(sql) });
const cluster: Database = { ...db, isDistributed: true };

beforeEach(() => {
  statements.length = 0;
});

const subjects: readonly Subject[] = [
  { brandId: 'acme-crm' },
  { promptId: prompts.best },
  'shared',
  { brandId: 'no-brand' },
  { promptId: '00000000-0000-4000-8000-000000000000' },
  { brandId: 'other-brand' },
];

/** What is sent to one database, and what it is changed to, a cluster does not take. */
const isCluster = inject('nodes').length > 1;

it.skipIf(isCluster)('finds the same versions as the one statement of a database', async () => {
  // Prepared statements are named, and their texts differ.
  await using other = await testDatabase();
  await fillTables(other, []);
  await other.pool.query('truncate version');
  for (const { brand_id: id, version } of (await db.pool.query('select * from version')).rows)
    await other.pool.query('insert into version values ($1, $2)', [id, version]);
  const { rows } = await db.pool.query('select version from shared_version');
  await other.pool.query('update shared_version set version = $1', [rows[0]?.version]);
  expect(await createVersions(cluster)(subjects)).toEqual(
    await createVersions({ ...other, isDistributed: false })(subjects),
  );
});

it('counts and finds the key as ever, and reads the versions of all that wait in one further statement', async () => {
  const { id: keyId, token } = await storeKey(db, { organizationId: 'acme' });
  const open: Authorize = createAuthorization(cluster, limits);
  const hash = hashOf(token.slice(-64));
  statements.length = 0;
  const opened = await Promise.all(subjects.slice(0, 5).map((subject) => open({ keyId, hash, subject, now })));
  expect(opened.map(({ key, counted }) => [key?.id, counted?.count])).toEqual(
    [1, 2, 3, 4, 5].map((count) => [keyId, count]),
  );
  expect(opened.map(({ version }) => version?.brand?.id ?? version?.brand)).toEqual([
    'acme-crm',
    'acme-crm',
    null,
    undefined,
    undefined,
  ]);
  expect(
    statements.map((sql) => [/\bversion cross join/.test(sql), /\b(api_key|brand|prompt|rate_limit)\b\s/.test(sql)]),
  ).toEqual([
    [false, true],
    [true, false],
    [false, true],
    [true, false],
  ]);
});

it.skipIf(isCluster)('opens the requests about other brands where the version of one cannot be read', async () => {
  await using broken = await testDatabase();
  await fillTables(broken, []);
  await broken.pool.query(`
    create function unreachable() returns boolean language plpgsql as $$ begin raise exception using errcode = '08006'; end $$;
    alter table version rename to reachable;
    create view version as select * from reachable where brand_id <> 'other-brand' or unreachable()`);
  const found = await createVersions({ ...broken, isDistributed: true })(subjects);
  expect(found.map((each) => [each?.brand?.id ?? each?.brand, each?.isUnreachable])).toEqual([
    ['acme-crm', undefined],
    ['acme-crm', undefined],
    [null, undefined],
    [undefined, undefined],
    [undefined, undefined],
    ['other-brand', true],
  ]);
});
