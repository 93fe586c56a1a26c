// `sightline import csv` into what is recorded already: which rows are new answers, and what is kept of a competitor that is named again.

import { describe, expect, it } from 'vitest';
import { type TestDatabase, testDatabase } from '../support/database.js';
import { imported } from '../support/import-csv.js';
import { recordAll } from '../support/records.js';

const importing = async (db: TestDatabase, text: string, ...more: readonly string[]) => {
  const { status, stderr } = await imported(db, text, ...more);
  expect(status, stderr).toBe(0);
};

const recorded = async ({ pool }: TestDatabase) =>
  (await pool.query('select id, model, provider, market from run order by model, provider, market')).rows;

const rows = 'prompt,date,answer\nbest crm,2026-01-02,Acme.\nbest crm,2026-01-02,Acme.\n';

describe('rows that are equal but for what is said of all of them', () => {
  it.each([
    ['--set', ['--set', 'model=Gemini'], ['--set', 'model=ChatGPT']],
    ['--provider', ['--set', 'model=m', '--provider', 'google'], ['--set', 'model=m', '--provider', 'openai']],
    ['one --set more', ['--set', 'model=m'], ['--set', 'model=m', 'market=US']],
  ])('are different answers by %s, each the same when it is repeated', async (_, one, other) => {
    await using db = await testDatabase();
    await importing(db, rows, ...one);
    const first = await recorded(db);
    await importing(db, rows, ...other);
    const both = await recorded(db);
    expect([first.length, both.length]).toEqual([2, 4]);
    expect(both).toEqual(expect.arrayContaining(first));
    for (const options of [one, other]) await importing(db, rows, ...options);
    expect(await recorded(db)).toEqual(both);
  });

  it('are the same answers in whatever order it is said, and by a provider that is the default', async () => {
    await using db = await testDatabase();
    await importing(db, rows, '--set', 'model=m', 'market=US');
    const first = await recorded(db);
    await importing(db, rows, '--set', 'market=US', 'model=m', '--provider', 'csv');
    expect(await recorded(db)).toEqual(first);
  });

  it('have the ids of their cells where nothing is said', async () => {
    await using db = await testDatabase();
    await importing(db, 'prompt,date,answer,model\nbest crm,2026-01-02,Acme.,m\n');
    expect((await recorded(db)).map(({ id }) => id)).toEqual(['77607690-d04c-8076-b586-065599225c9a']);
  });
});

it.each([
  ['a text of its own', 'best crm of 2026'],
  ['the text of an earlier one', 'cheap crm'],
])('leaves a prompt as it is that an import registered and that has been given %s since', async (_, text) => {
  await using db = await testDatabase();
  const file = 'prompt,date,answer,model,tags\ncheap crm,2026-01-01,Acme.,m,\nbest crm,2026-01-02,Acme.,m,crm\n';
  await importing(db, file);
  const ask = 'select id, text, tags from prompt order by number';
  const [cheap, best] = (await db.pool.query(ask)).rows;
  const edited = { ...best, text, tags: ['smb', 'crm'] };
  expect((await recordAll(db, [{ type: 'prompt', brandId: 'acme', ...edited }])).rejected).toEqual([]);
  await importing(db, `${file.replace(',crm', ',')}best crm,2026-01-03,Acme.,m,\n`);
  expect((await db.pool.query(ask)).rows).toEqual([cheap, edited]);
  const { rows: runs } = await db.pool.query('select prompt_id from run order by created_at');
  expect(runs.map((run) => run.prompt_id).slice(-1)).toEqual([best.id]);
});

describe('--competitor', () => {
  it('tracks a company again with the aliases and domains that it has', async () => {
    await using db = await testDatabase();
    const names = { name: 'Globex', aliases: ['Globex Corp'], domains: ['globex.example'] };
    const { rejected } = await recordAll(db, [
      { type: 'organization', id: 'org', name: 'Org' },
      { type: 'brand', id: 'acme', organizationId: 'org', name: 'Acme' },
      { type: 'competitor', brandId: 'acme', ...names, tracked: false },
    ]);
    expect(rejected).toEqual([]);
    const row = 'best crm,2026-01-02,"Globex Corp, best.",m,positive\n';
    await importing(db, `prompt,date,answer,model,sentiment\n${row}`, '--competitor', 'Globex', 'Initech');
    const { rows: companies } = await db.pool.query('select name, aliases, domains, tracked from company order by id');
    expect(companies).toEqual([
      { ...names, tracked: true },
      { name: 'Initech', aliases: [], domains: [], tracked: true },
    ]);
    const { rows: named } = await db.pool.query(
      'select company.name from run, company where company.id = any(companies)',
    );
    expect(named).toEqual([{ name: 'Globex' }]);
  });
});
