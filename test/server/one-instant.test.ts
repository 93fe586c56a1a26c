// Everything that one request reads is of one instant, whatever is recorded meanwhile.

import type pg from 'pg';
import { expect, it } from 'vitest';
import type { Database } from '../../src/database/postgres.js';
import { testApp } from '../support/app.js';
import { testDatabase } from '../support/database.js';
import { fillTables, prompts, uuid } from '../support/rows.js';

const window = 'start: "2026-03-01T00:00:00Z", end: "2026-03-02T00:00:00Z"';
const document = `{
  brandAnalytics(brandId: "acme-crm", ${window}) { totals { runs } }
  promptRuns(promptId: "${prompts.best}", ${window}) { data { id answer { text } } pagination { total } }
  brand(id: "acme-crm") { lastRunAt }
}`;

/** `db` whose snapshots let `meanwhile` end before each statement that `before` matches. */
function interrupted(db: Database, before: RegExp, meanwhile: () => Promise<unknown>): Database {
  const slow = (client: pg.ClientBase) =>
    new Proxy(client, {
      get: (target, name) => {
        const value = Reflect.get(target, name);
        if (name !== 'query') return typeof value === 'function' ? value.bind(target) : value;
        return (text: unknown, ...more: readonly unknown[]) =>
          typeof text === 'string' && before.test(text)
            ? meanwhile().then(() => Reflect.apply(value, target, [text, ...more]))
            : Reflect.apply(value, target, [text, ...more]);
      },
    });
  return { ...db, snapshot: (work, signal) => db.snapshot((client) => work(slow(client)), signal) };
}

it.each([
  ['the total of its pages', /prompt_month/],
  ['the texts of its runs', /from answer/],
  ['its figures', /from mark/],
])('a run that is recorded before %s are read is in all of the answer or in nothing of it', async (_, before) => {
  const statements: string[] = [];
  await using db = await testDatabase({ onQuery: (sql) => statements.push(sql) });
  await fillTables(db, [{ at: '2026-03-01T10:00:00Z', names: [[0, 1, 1]] }]);
  let written = 1;
  const write = async () => {
    written += 1;
    await db.transaction(async (client) => {
      await client.query(
        `insert into run values ('acme-crm', $1, $2, '2026-03-01T11:00:00Z', 'model-1', 'provider', true, 0, '{}', '{}', '{}')`,
        [uuid(written), prompts.best],
      );
      await client.query(`insert into mark (brand_id, quarter) values ('acme-crm', $1)`, [
        Date.parse('2026-03-01T11:00:00Z') / 900_000,
      ]);
    });
  };
  const app = await testApp(interrupted(db, before, write));
  statements.length = 0;
  const { body } = await app.graphql(document);
  expect(body.errors).toBeUndefined();
  expect(written).toBeGreaterThan(1);
  const { brandAnalytics, promptRuns, brand } = body.data;
  // The first statement of the snapshot decides, and that may be any of them.
  const runs = brandAnalytics.totals.runs;
  expect([1, 2]).toContain(runs);
  expect([promptRuns.data.length, promptRuns.pagination.total]).toEqual([runs, runs]);
  expect(brand.lastRunAt).toBe(`2026-03-01T1${runs - 1}:00:00.000Z`);
  expect(statements.filter((sql) => /^begin isolation level repeatable read/.test(sql))).toHaveLength(1);
});

it('a request that reads no figures opens no snapshot', async () => {
  const statements: string[] = [];
  await using db = await testDatabase({ onQuery: (sql) => statements.push(sql) });
  await fillTables(db, []);
  const app = await testApp(db);
  await app.graphql('{ models { id } brand(id: "acme-crm") { name } }');
  expect(statements.filter((sql) => /^(begin|commit)/.test(sql))).toEqual([]);
});

it('requests at once that each need a snapshot and look-ups are all answered', async () => {
  await using db = await testDatabase({ poolSize: 2 });
  await fillTables(db, [{ at: '2026-03-01T10:00:00Z', names: [[0, 1, 1]] }]);
  const app = await testApp(db, { poolSize: 2 });
  const replies = await Promise.all(Array.from({ length: 12 }, () => app.graphql(document)));
  expect(replies.map(({ body }) => body.errors)).toEqual(replies.map(() => undefined));
});
