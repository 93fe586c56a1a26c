// When a server rolls a brand: a few new runs are gathered first, and nothing else waits.

import { beforeEach, expect, it } from 'vitest';
import { brandsToRoll } from '../../src/tiles/roll/due.js';
import { rollBrands } from '../../src/tiles/roll/rolling.js';
import { type TestDatabase, testDatabase } from '../support/database.js';
import { plainRun, recordAll, smallWorld, smallWorldIds } from '../support/records.js';

const { brand, prompts } = smallWorldIds;
/** Longer than any test. */
const gatherMs = 3_600_000;
const zzzPrompt = 'd0e00000-0000-4000-8000-00000000ffff';
let db: TestDatabase;

beforeEach(async () => {
  db = await testDatabase();
  await recordAll(db, smallWorld());
  await rollBrands(db);
  return () => db[Symbol.asyncDispose]();
});

const runs = (count: number) =>
  Array.from({ length: count }, (_, number) =>
    plainRun(number, { createdAt: '2026-03-02T10:05:00Z', brandMentioned: true, competitorsMentioned: [] }),
  );

it('a few new runs wait for others, until they are old', async () => {
  await recordAll(db, runs(20));
  expect(await brandsToRoll(db)).toEqual([brand]);
  expect(await brandsToRoll(db, { gatherMs })).toEqual([]);
  await db.pool.query(`update mark set made_at = made_at - interval '2 hours'`);
  expect(await brandsToRoll(db, { gatherMs })).toEqual([brand]);
});

it('many do not', async () => {
  await recordAll(db, runs(1_000));
  expect(await brandsToRoll(db, { gatherMs })).toEqual([brand]);
});

it('nor does a quarter hour of which a run was replaced', async () => {
  await recordAll(db, runs(2));
  await rollBrands(db);
  await recordAll(
    db,
    runs(2).map((run) => ({ ...run, brandMentioned: false })),
  );
  expect(await brandsToRoll(db, { gatherMs })).toEqual([brand]);
});

it('nor do tags that moved', async () => {
  const tagged = smallWorld().filter((record) => record.type === 'prompt' && record.id === prompts.best);
  await recordAll(
    db,
    tagged.map((record) => ({ ...record, tags: ['moved'] })),
  );
  expect(await brandsToRoll(db, { gatherMs })).toEqual([brand]);
});

it('the same tags in another order change nothing but what is compared', async () => {
  const tagged = (tags: readonly string[]) =>
    smallWorld().flatMap((record) =>
      record.type === 'prompt' && record.id === prompts.best ? [{ ...record, tags }] : [],
    );
  const tiles = async () => (await db.pool.query('select ctid::text, xmin::text from tile order by 1')).rows;
  await recordAll(db, tagged(['a', 'b', 'c']));
  await rollBrands(db);
  const before = await tiles();
  await recordAll(db, tagged(['c', 'a', 'b']));
  await rollBrands(db);
  expect(await tiles()).toEqual(before);
  expect(await brandsToRoll(db)).toEqual([]);
});

it('more prompts move at once than are read at once', async () => {
  const many = Array.from({ length: 2_500 }, (_, number) => ({
    ...{ type: 'prompt', id: `d0f00000-0000-4000-8000-${String(number).padStart(12, '0')}`, brandId: brand },
    ...{ text: `prompt ${number}`, tags: number % 2 === 0 ? ['even', 'any'] : ['any', `third ${number % 3}`] },
  }));
  await recordAll(db, many);
  await rollBrands(db);
  const { rows } = await db.pool.query(
    `select count(distinct scope)::int as scopes, count(*)::int as prompts, count(distinct prompt_scope.tags)::int as tags
     from prompt_scope join prompt using (brand_id, tags) where prompt.number = prompt_scope.prompt and prompt.text like 'prompt %'`,
  );
  expect(rows).toEqual([{ scopes: 4, prompts: 2_500, tags: 4 }]);
});

it('a brand whose tiles cannot be made leaves those of the others to be made', async () => {
  await recordAll(db, [
    ...runs(1),
    { type: 'brand', id: 'zzz', organizationId: smallWorldIds.organization, name: 'Zzz' },
    { type: 'prompt', id: zzzPrompt, brandId: 'zzz', text: 'a prompt', tags: [] },
    ...runs(1).map((run) => ({ ...run, promptId: zzzPrompt })),
  ]);
  await db.pool.query(`alter table quarter_tile add constraint broken check (brand_id <> '${brand}') not valid`);
  await expect(rollBrands(db)).rejects.toThrow('broken');
  expect(await brandsToRoll(db)).toEqual([brand]);
});
