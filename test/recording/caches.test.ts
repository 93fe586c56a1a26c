// What a recording remembers takes room as it comes, because most recordings over HTTP are of a few lines; and is of what was committed.

import { expect, it } from 'vitest';
import type { Database } from '../../src/database/postgres.js';
import { beginDraft, type Caches, emptyCaches, forgetDeleted } from '../../src/recording/write/caches.js';
import { testDatabase } from '../support/database.js';
import { recordAll, smallWorld, smallWorldIds } from '../support/records.js';

function remember({ queries }: Caches, ...names: readonly string[]): void {
  for (const [at, name] of names.entries()) queries.set(name, [{ brandId: 'acme', name, number: at + 1 }]);
}

it('takes no room for what it may hold, and forgets what was used least', () => {
  // More places than an array can have.
  expect(() => emptyCaches(2 ** 33)).not.toThrow();
  const known = emptyCaches(2);
  remember(known, 'a', 'b', 'c');
  expect([...known.queries.keys()].sort()).toEqual(['b', 'c']);
});

it('is bounded in the brands whose deletions it knows, and forgets what they were of', () => {
  const known = emptyCaches(2);
  remember(known, 'a');
  const name = (count: number) => {
    for (let at = 0; at < count; at++) forgetDeleted(known, [`${known.deletions.size} of nobody`], new Map());
  };
  name(50_001);
  expect([known.deletions.size, known.queries.size]).toEqual([50_001, 1]);
  name(1);
  expect([known.deletions.size, known.queries.size]).toEqual([1, 0]);
});

it('forgets what a transaction found out that was not committed', () => {
  const known = emptyCaches(2);
  beginDraft(known, 'server');
  remember(known, 'a');
  known.isDraft = false;
  beginDraft(known, 'server');
  expect(known.queries.size).toBe(1);
  beginDraft(known, 'server');
  expect(known.queries.size).toBe(0);
});

it('gives no number of a transaction that was undone, which another recorder has given meanwhile', async () => {
  await using db = await testDatabase();
  await recordAll(db, smallWorld());
  const run = (number: number, page: string) => ({
    ...{ type: 'run', id: `0c9d0000-0000-4000-9000-00000000000${number}`, promptId: smallWorldIds.prompts.best },
    ...{ model: 'chatgpt', provider: `provider-of-${page}`, createdAt: '2026-03-01T10:00:00Z', answer: 'nothing' },
    ...{
      webQueries: [`query of ${page}`],
      citations: [{ url: `https://${page}.example/`, title: `title of ${page}` }],
    },
  });
  let attempts = 0;
  const undone: Database['transaction'] = async (work) => {
    attempts++;
    if (attempts > 1) return db.transaction(work);
    const conflict = Object.assign(new Error('undone'), { code: '40001' });
    const attempt = db.transaction(async (client) => {
      await work(client);
      throw conflict;
    });
    await expect(attempt).rejects.toBe(conflict);
    await recordAll(db, [run(2, 'other')]);
    throw conflict;
  };
  await recordAll({ ...db, transaction: undone }, [run(1, 'own')]);
  const { rows } = await db.pool.query<{ names: string }>(
    `select concat_ws(' ', channel.provider, url.url, domain.name, url.title, query.text) as names from run
     join channel on channel.brand_id = run.brand_id and channel.provider = run.provider
     join citation on citation.brand_id = run.brand_id and citation.run_id = run.id
     join url on url.brand_id = run.brand_id and url.id = citation.url_id
     join domain on domain.brand_id = run.brand_id and domain.id = url.domain_id
     join query on query.brand_id = run.brand_id and query.id = any (run.queries)
     where run.provider like 'provider-of-%' order by run.id`,
  );
  expect(rows.map(({ names }) => names)).toEqual([
    'provider-of-own https://own.example own.example title of own query of own',
    'provider-of-other https://other.example other.example title of other query of other',
  ]);
});
