// A document that turns out too large while it is executed: wherever that happens, all that was begun for it ends quietly. A rejection that nobody
// handles would end the process, and all other requests with it.

import { AsyncLocalStorage } from 'node:async_hooks';
import { afterAll, describe, expect, it } from 'vitest';
import { rollBrand } from '../../src/tiles/roll/roll.js';
import { type TestApp, testApp } from '../support/app.js';
import { graphKinds } from '../support/dearest/graphql.js';
import { type ExtremeSize, extremeRecords } from '../support/extreme-world.js';
import { recordAll } from '../support/records.js';
import { sharedApp } from '../support/shared.js';

const size: ExtremeSize = {
  prompts: 20,
  companies: 60,
  models: 12,
  tags: 4,
  runs: 100,
  since: '2026-02-01',
  longAnswers: { count: 1, characters: 120 },
  longestCharacters: 600,
};

const { app, db } = await sharedApp(async (db) => {
  await recordAll(db, [...extremeRecords(size)]);
  await rollBrand(db, 'extreme');
  await db.pool.query('analyze');
});

const unhandled: unknown[] = [];
/** Of these tests, as distinct from other work of this process. */
const own = new AsyncLocalStorage<true>();
const note = (error: unknown) => {
  if (own.getStore()) unhandled.push(error);
};
process.on('unhandledRejection', note);
afterAll(() => void process.off('unhandledRejection', note));

/** The cost of the document, and whether it was refused; or that of a failure. */
async function ask(to: TestApp, body = '') {
  const init = { method: 'POST', headers: { 'content-type': 'application/json' }, body };
  const { status, body: answered } = await to.send('/graphql', init);
  return { status, code: answered.errors?.[0].extensions.code, cost: answered.extensions?.cost?.requested ?? 0 };
}

const parts = graphKinds(size)
  .filter(({ name }) => !/ (by|with) |all time/.test(name))
  .map((part, place) => ({ ...part, shares: place % 2 === 0 ? [0.5, 0.95] : [0.8, 0.999] }));

let refused = 0;

describe('a document that turns out too large', () => {
  it.each(parts)('is refused wherever that is found: $name', async ({ question, shares }) => {
    const { body } = question(2);
    await own.run(true, async () => {
      const { cost } = await ask(app, body);
      for (const share of shares) {
        await using tight = await testApp(db, {
          maxQueryCost: Math.max(1, Math.floor(cost * share)),
          answerCacheBytes: 0,
        });
        const { status, code } = await ask(tight, body);
        if (status === 200) continue;
        expect([status, code]).toEqual([400, 'query_too_complex']);
        refused += 1;
      }
    });
    await new Promise(setImmediate);
    expect(unhandled.splice(0)).toEqual([]);
  });

  it('is refused at all', () => {
    expect(refused).toBeGreaterThan(0);
  });
});
