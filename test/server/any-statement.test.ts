// A change that ends just before any one of the statements of a request: the answer is that of before or that of after, and to whom it is due.

import type pg from 'pg';
import { expect, it } from 'vitest';
import type { Database } from '../../src/database/postgres.js';
import { storeKey, testApp } from '../support/app.js';
import { testDatabase } from '../support/database.js';
import { recordAll, smallWorld, smallWorldIds } from '../support/records.js';

const { brand, organization, otherOrganization, prompts } = smallWorldIds;
const window = 'start=2026-03-01T00:00:00Z&end=2026-04-01T00:00:00Z';
const given = 'start: "2026-03-01T00:00:00Z", end: "2026-04-01T00:00:00Z"';
const ofBrand = `brandAnalytics(brandId: "${brand}", ${given}) { brandName totals { runs } }`;
const inGraphql = (query: string) => `/graphql?${new URLSearchParams({ query })}`;
const nobody = 'dddddddd-0000-4000-8000-00000000000d';

/** `db` that calls `before` ahead of each statement of its reads. */
function watched(db: Database, before: () => Promise<unknown>): Database {
  const slow = (client: pg.ClientBase) =>
    new Proxy(client, {
      get: (target, name) => {
        const value = Reflect.get(target, name);
        if (typeof value !== 'function') return value;
        return (...args: readonly unknown[]) => {
          const isStatement = name === 'query' && typeof args[0] === 'string';
          return isStatement
            ? before().then(() => Reflect.apply(value, target, args))
            : Reflect.apply(value, target, args);
        };
      },
    });
  return {
    ...db,
    snapshot: (work, signal) => db.snapshot((client) => work(slow(client)), signal),
    autocommit: (work, signal) => db.autocommit((client) => work(slow(client)), signal),
    withoutTransaction: (work, signal) => db.withoutTransaction((client) => work(slow(client)), signal),
  };
}

const someRun = () => smallWorld().find(({ type }) => type === 'run') ?? {};

let changes = 0;

/** Another name of the brand, other tags and another text of a prompt, and one more run of it. */
async function change(db: Database): Promise<void> {
  const number = ++changes;
  await recordAll(db, [
    { type: 'brand', id: brand, organizationId: organization, name: `Acme ${number}` },
    { type: 'prompt', id: prompts.best, brandId: brand, text: `best crm ${number}`, tags: [`tag ${number}`] },
    { ...someRun(), promptId: prompts.best, id: `0c9d0000-0000-4000-9000-${String(number).padStart(12, '0')}` },
  ]);
}

it.each([
  ['a brand', `/api/v1/brands/${brand}`],
  ['its prompts', `/api/v1/brands/${brand}/prompts`],
  ['its analytics', `/api/v1/brands/${brand}/analytics?${window}`],
  ['its runs', `/api/v1/brands/${brand}/runs?${window}`],
  ['its lists', `/api/v1/brands/${brand}/prompt-performance?${window}`],
  ['a breakdown', `/api/v1/brands/${brand}/breakdown?by=company,tag&${window}`],
  ['a breakdown by prompt', `/api/v1/brands/${brand}/breakdown?by=company,prompt&${window}`],
  ['a list as CSV', `/api/v1/brands/${brand}/prompt-performance?${window}`, 'text/csv'],
  ['a breakdown as CSV', `/api/v1/brands/${brand}/breakdown?by=company,tag&${window}`, 'text/csv'],
  ['the analytics of a prompt', `/api/v1/prompts/${prompts.best}/analytics?${window}`],
  ['the runs of a prompt', `/api/v1/prompts/${prompts.best}/runs?${window}`],
  ['a day of a prompt', `/api/v1/prompts/${prompts.best}/snapshot?date=2026-03-01`],
  ['a document', inGraphql(`{ ${ofBrand} brand(id: "${brand}") { name tags competitors { name } } }`)],
  ['a document that names nothing', inGraphql(`{ ${ofBrand} prompt(promptId: "${nobody}") { text } }`)],
  ['a document about the viewer too', inGraphql(`{ ${ofBrand} viewer { kind } }`)],
])('%s is of one instant whatever its statements', async (_, path, accept = 'application/json') => {
  await using db = await testDatabase();
  await recordAll(db, smallWorld());
  let [statements, at] = [0, 0];
  const changeAtOne = async () => {
    if (++statements === at) await change(db);
  };
  const app = await testApp(watched(db, changeAtOne), { answerCacheBytes: 0 });
  const answer = async () => (await app.send(path, { headers: { accept } })).text;
  for (at = 1; ; at++) {
    statements = Number.NEGATIVE_INFINITY;
    const first = await answer();
    statements = 0;
    const amid = await answer();
    if (statements < at) break;
    const last = await answer();
    expect(last).not.toBe(first);
    expect([first, last], `changed before statement ${at}`).toContain(amid);
  }
  expect(at).toBeGreaterThan(1);
});

it('an export is refused to those who may not read what the brand has become', async () => {
  await using db = await testDatabase();
  await recordAll(db, smallWorld());
  const { token } = await storeKey(db, { organizationId: organization });
  const path = `/api/v1/brands/${brand}/prompt-performance?${window}`;
  let [statements, at] = [0, 0];
  const movesAway = async () => {
    if (++statements !== at) return;
    await recordAll(db, [
      { type: 'brand', id: brand, deleted: true },
      { type: 'brand', id: brand, organizationId: otherOrganization, name: 'Other' },
      { type: 'prompt', id: nobody, brandId: brand, text: 'secret', tags: [] },
      { ...someRun(), promptId: nobody },
    ]);
  };
  for (at = 1; ; at++) {
    await recordAll(db, [{ type: 'brand', id: brand, deleted: true }, ...smallWorld()]);
    statements = 0;
    const app = await testApp(watched(db, movesAway), { answerCacheBytes: 0 });
    const { status, text } = await app.send(path, { headers: { accept: 'text/csv' } }, token);
    if (statements < at) break;
    expect(text).not.toContain('secret');
    expect([200, 404]).toContain(status);
  }
  expect(at).toBeGreaterThan(2);
});
