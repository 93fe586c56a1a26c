// Everything that one request reads is of one instant, whatever is recorded meanwhile.

import type pg from 'pg';
import { expect, it } from 'vitest';
import type { Database } from '../../src/database/postgres.js';
import { testApp } from '../support/app.js';
import { testDatabase } from '../support/database.js';
import { recordAll, smallWorld, smallWorldIds } from '../support/records.js';
import { fillTables, prompts, uuid } from '../support/rows.js';
import { isCluster } from '../support/statements/authorization.js';

const { brand } = smallWorldIds;
const window = 'start: "2026-03-01T00:00:00Z", end: "2026-03-02T00:00:00Z"';
const document = `{
  brandAnalytics(brandId: "acme-crm", ${window}) { totals { runs } }
  promptRuns(promptId: "${prompts.best}", ${window}) { data { id answer { text } } pagination { total } }
  brand(id: "acme-crm") { lastRunAt }
}`;

type Where = 'snapshot' | 'withoutTransaction' | 'autocommit';

/** `db` whose snapshots, or look-ups, let `meanwhile` end before each statement that `before` matches. */
function interrupted(
  db: Database,
  before: RegExp,
  meanwhile: () => Promise<unknown>,
  where: Where = 'snapshot',
): Database {
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
  return {
    ...db,
    [where]: <T>(work: (client: pg.ClientBase) => Promise<T>, signal: AbortSignal) =>
      db[where]((client) => work(slow(client)), signal),
  };
}

it.each([
  ['the total of its pages', /day_runs/],
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

/** On a cluster, what changes at each reading is of no instant. */
const maxChanges = 2;

/** A function that changes the name of the brand, the tags and the text of its best prompt, and the number of its runs, and counts how often. */
function changing(db: Database) {
  const counts = { renamed: 0 };
  const change = async () => {
    if (counts.renamed === maxChanges) return;
    const renamed = ++counts.renamed;
    const [run] = smallWorld().filter(({ type }) => type === 'run');
    const id = `0c9d0000-0000-4000-9000-00000000000${renamed}`;
    const texts = { text: `best crm ${renamed}`, tags: [`tag ${renamed}`] };
    await recordAll(db, [
      { type: 'brand', id: brand, organizationId: smallWorldIds.organization, name: `Acme ${renamed}` },
      { type: 'prompt', id: smallWorldIds.prompts.best, brandId: brand, ...texts },
      { ...run, promptId: smallWorldIds.prompts.best, id },
    ]);
  };
  return { counts, change };
}

it.each([
  ['the figures', 'autocommit', /from mark/, [2]],
  // The figures are read before the tags, or after, and then in a snapshot.
  ['the tags', 'withoutTransaction', /unnest\(tags\)/, [1, 2]],
] as const)(
  'names, tags and figures are of one instant where all of them change before %s are read',
  async (_, where, before, usual) => {
    const statements: string[] = [];
    await using db = await testDatabase({ onQuery: (sql) => statements.push(sql) });
    await recordAll(db, smallWorld());
    const { counts, change } = changing(db);
    const app = await testApp(interrupted(db, before, change, where));
    statements.length = 0;
    const { body } = await app.graphql(`{
    brand(id: "${brand}") { tags }
    brandAnalytics(brandId: "${brand}", start: "2026-03-01T00:00:00Z", end: "2026-04-01T00:00:00Z") { brandName totals { runs } }
  }`);
    expect(body.errors).toBeUndefined();
    const { brandAnalytics } = body.data;
    const found = [brandAnalytics.brandName, brandAnalytics.totals.runs, body.data.brand.tags];
    const { renamed } = counts;
    const possible = Array.from({ length: renamed }, (__, index) => [
      `Acme ${index + 1}`,
      11 + index,
      ['crm', `tag ${index + 1}`],
    ]);
    expect([['Acme CRM', 10, ['crm', 'smb']], ...possible]).toContainEqual(found);
    expect(renamed).toBeGreaterThan(0);
    const snapshots = statements.filter((sql) => /^begin isolation level repeatable read/.test(sql)).length;
    const more = isCluster && renamed === maxChanges ? 1 : 0;
    expect(usual.map((count) => count + more)).toContain(snapshots);
  },
);

it('names, tags and figures of a breakdown are of one instant where all of them change before its figures are read', async () => {
  await using db = await testDatabase();
  await recordAll(db, smallWorld());
  let [meanwhile, changes] = [async () => {}, 0];
  const app = await testApp(interrupted(db, /from mark/, () => meanwhile(), 'autocommit'));
  const found = async (end: string) => {
    const given = `by=company,tag&start=2026-03-01T00:00:00Z&end=${end}`;
    const { body } = await app.get(`/api/v1/brands/${brand}/breakdown?${given}`);
    const rows: readonly { readonly key: Readonly<Record<string, string>>; readonly runs: number }[] = body.data;
    return rows
      .filter(({ key }) => key.company?.startsWith('Acme'))
      .map(({ key, runs }) => [key.company, key.tag, runs]);
  };
  const before = await found('2026-04-01T00:00:00Z');
  meanwhile = async () => {
    if (changes++ === 0) await changing(db).change();
  };
  const amid = await found('2026-04-02T00:00:00Z');
  // On a cluster it is read in a snapshot at once.
  expect(changes).toBeGreaterThanOrEqual(isCluster ? 0 : 1);
  const after = await found('2026-04-03T00:00:00Z');
  if (changes > 0) expect(after).not.toEqual(before);
  expect([before, after]).toContainEqual(amid);
});

it('what a tool of an assistant returns is of one instant', async () => {
  await using db = await testDatabase();
  await recordAll(db, smallWorld());
  const { counts, change } = changing(db);
  const given = { promptId: smallWorldIds.prompts.best, date: '2026-03-01' };
  const { body: before } = await (await testApp(db)).get(
    `/api/v1/prompts/${given.promptId}/snapshot?date=${given.date}`,
  );
  const app = await testApp(interrupted(db, /from mark/, change));
  const { structuredContent } = (await app.tool('get_prompt_day', given)).result;
  const possible = Array.from({ length: counts.renamed }, (_, index) => [
    `best crm ${index + 1}`,
    before.runs + index + 1,
  ]);
  const found = [structuredContent.prompt, structuredContent.runs];
  expect([[before.prompt, before.runs], ...possible]).toContainEqual(found);
  expect(counts.renamed).toBeGreaterThan(0);
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
