// Who waits for whom: a recorder that waits for its brand holds up no recorder of another one.

import { afterEach, beforeEach, expect, it } from 'vitest';
import { deleteRecords } from '../../src/recording/delete/delete.js';
import { type TestDatabase, testDatabase } from '../support/database.js';
import { untilBlocked, whileHeld } from '../support/holding.js';
import { base, cheap, elsewhere, id, run } from '../support/recorded.js';
import { recordAll } from '../support/records.js';

let db: TestDatabase;
beforeEach(async () => {
  db = await testDatabase();
  await recordAll(db, base);
});
afterEach(() => db[Symbol.asyncDispose]());

const prompt = { type: 'prompt', id: cheap, brandId: 'crm', text: 'cheap crm', tags: ['smb'] };
const otherPrompt = { type: 'prompt', id: elsewhere, brandId: 'erp', text: 'best erp', tags: ['smb'] };
const organization = { organizationId: 'other', brandIds: null };

/** Does `waiting`, which waits for the lock of a brand that somebody holds, and meanwhile `work`. */
async function whileWaiting<T>(brandId: string, waiting: () => Promise<T>, work: () => Promise<unknown>): Promise<T> {
  const begun = await whileHeld(db, [brandId], async () => {
    const ended = waiting();
    await untilBlocked(db);
    await work();
    return { ended };
  });
  return begun.ended;
}

it.each([
  ['prompts', [prompt]],
  ['companies', [{ type: 'competitor', brandId: 'crm', name: 'Umbrella' }]],
])('those of others record their prompts while a recorder of %s waits', async (_, records) => {
  const { rejected } = await whileWaiting(
    'crm',
    () => recordAll(db, records),
    async () => expect((await recordAll(db, [otherPrompt])).rejected).toEqual([]),
  );
  expect(rejected).toEqual([]);
});

it('those of others record their prompts while a prompt is being deleted', async () => {
  const { prompts } = await whileWaiting(
    'crm',
    () => deleteRecords(db, [{ type: 'prompt', id: cheap }]),
    async () => expect((await recordAll(db, [otherPrompt])).rejected).toEqual([]),
  );
  expect(prompts).toBe(1);
});

it.each([
  ['an annotation', { type: 'annotation', id: 'a', brandId: 'crm', at: '2026-03-01T00:00:00Z', text: 'x' }],
  ['the brand', { ...base[2], organizationId: 'other' }],
  ['a prompt', prompt],
  ['a run', run({ id: id(300), promptId: cheap })],
])('nobody waits for a key that names %s of a brand out of its reach', async (_, foreign) => {
  const { rejected } = await whileWaiting(
    'erp',
    () => recordAll(db, [foreign, otherPrompt], { reach: organization }),
    async () => expect((await recordAll(db, [prompt, run()])).rejected).toEqual([]),
  );
  expect(rejected.map(({ line }) => line)).toEqual([1]);
});

it('gives a new version to what all brands share only where a model changes', async () => {
  const versions: string[] = [];
  for (const label of ['GPT', 'GPT', 'ChatGPT']) {
    for (const reach of [null, organization]) {
      await recordAll(db, [{ type: 'model', id: 'gpt', label }], { reach });
      const { rows } = await db.pool.query<{ version: string }>('select version from shared_version');
      versions.push(...rows.map(({ version }) => version));
    }
  }
  const [first, second, third, fourth, fifth, sixth] = versions;
  expect([second, third, fourth]).toEqual([first, first, first]);
  expect([fifth === first, sixth === fifth]).toEqual([false, true]);
});

it('who deletes a brand out of its reach does not wait for it', async () => {
  await whileHeld(db, ['crm'], async () => {
    const gone = { type: 'brand', id: 'crm', deleted: true };
    expect((await recordAll(db, [gone], { reach: organization })).rejected).toEqual([]);
  });
  expect((await db.pool.query("select from brand where id = 'crm'")).rowCount).toBe(1);
});
