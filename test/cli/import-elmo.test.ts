// `sightline import elmo` as it is called, from a database with Elmo's public tables: equal to plain counts there, twice and after an interruption.

import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { answerTextOf } from '../../src/recording/import/elmo/answer-text.js';
import { referenceRecords } from '../../src/recording/import/elmo/to-records.js';
import { runCommand } from '../support/command.js';
import { emptyDatabase, type TestDatabase, testDatabase } from '../support/database.js';
import { pgbouncer, startPooler } from '../support/pgbouncer.js';
import { recordAll } from '../support/records.js';

let elmo: TestDatabase;
beforeAll(async () => {
  elmo = await emptyDatabase();
  await elmo.pool.query(readFileSync(new URL('elmo.sql', import.meta.url), 'utf8'));
});
afterAll(() => elmo[Symbol.asyncDispose]());

const importing = (db: TestDatabase, ...more: readonly string[]) =>
  runCommand(['import', 'elmo', '--from', elmo.url, ...more], { DATABASE_URL: db.url });

const plainCounts = async (
  { pool }: TestDatabase,
  { runs, ofBrand, mentioned, rivals }: { runs: string; ofBrand: string; mentioned: string; rivals: string },
) =>
  (
    await pool.query(
      `select ${ofBrand} as brand, model, count(*)::int as runs, count(*) filter (where ${mentioned})::int as mentions,
         count(*) filter (where ${rivals})::int as rivals, count(distinct prompt_id)::int as prompts,
         min(created_at) as first, max(created_at) as last
       from ${runs} as run group by 1, 2 order by 1, 2`,
    )
  ).rows;

const inElmo = () =>
  plainCounts(elmo, {
    ...{ runs: 'prompt_runs', ofBrand: 'brand_id', mentioned: 'brand_mentioned' },
    rivals: `'Globex' = any(competitors_mentioned)`,
  });
const inSightline = (db: TestDatabase) =>
  plainCounts(db, {
    ...{ runs: 'run', ofBrand: 'brand_id', mentioned: '0 = any(companies)' },
    rivals: `(select id from company where company.brand_id = run.brand_id and name = 'Globex') = any(companies)`,
  });

describe('sightline import elmo', () => {
  it('leaves the labels of models as they are', async () => {
    await using db = await testDatabase();
    const { rows } = await elmo.pool.query('select min(model) as model from prompt_runs');
    await recordAll(db, [{ type: 'model', id: rows[0].model, label: 'A label of ours' }]);
    expect((await importing(db)).status).toBe(0);
    const { rows: models } = await db.pool.query('select label from model where id = $1', [rows[0].model]);
    expect(models).toEqual([{ label: 'A label of ours' }]);
  });

  it('records what plain counts of Elmo’s tables say, and the same when it is run again', async () => {
    await using db = await testDatabase();
    const first = await importing(db);
    expect(first.status, first.stderr).toBe(0);
    expect(first.stderr).toContain('1,800 answers read, 0 of them recorded before.');
    expect(first.stderr).toContain('5 citations are not http or https URLs: left out.');
    const counts = await inSightline(db);
    expect(counts).toEqual(await inElmo());
    const { rows: cited } = await db.pool.query(
      'select count(*)::int as n, count(distinct url)::int as urls from citation',
    );
    expect(cited).toEqual([{ n: 1800, urls: 3 }]);
    const { rows: brands } = await db.pool.query('select id, aliases, domains from brand order by id');
    expect(brands[0]).toEqual({ id: 'acme', aliases: ['ACME Inc'], domains: ['acme.example', 'shop.acme.example'] });
    const { rows: rivals } = await db.pool.query('select name, domains from company where tracked');
    const domains = ['globex.example', 'globex.test', 'xn--bcher-kva.example'];
    expect(rivals).toEqual([{ name: 'Globex', domains }]);
    expect(first.stderr).toContain('2 domains of brands and competitors are no addresses of websites: left out.');
    const { rows: texts } = await db.pool.query(`select count(*)::int as n from answer where text like 'answer %'`);
    expect(texts).toEqual([{ n: 1800 }]);
    const again = await importing(db);
    expect(again.status, again.stderr).toBe(0);
    expect(again.stderr).toContain('1,800 of them recorded before.');
    expect(await inSightline(db)).toEqual(counts);
  });

  it('records the rest where a part is recorded already', async () => {
    await using db = await testDatabase();
    expect((await importing(db, '--brand', 'other')).status).toBe(0);
    const { status, stderr } = await importing(db);
    expect(status, stderr).toBe(0);
    expect(stderr).toContain('1,800 answers read, 450 of them recorded before.');
    expect(await inSightline(db)).toEqual(await inElmo());
  });

  it('refuses what is no Elmo database, a brand that it has not, and one that cannot be reached', async () => {
    await using db = await testDatabase();
    const wrong = await runCommand(['import', 'elmo', '--from', db.url], { DATABASE_URL: db.url });
    expect([wrong.status, wrong.stderr]).toEqual([2, expect.stringContaining('it has no brands.id')]);
    const brand = await importing(db, '--brand', 'acme', 'none');
    expect([brand.status, brand.stderr]).toEqual([2, expect.stringContaining('has no brand none.')]);
    const away = await runCommand(['import', 'elmo', '--from', 'postgres://localhost:1/x'], { DATABASE_URL: db.url });
    expect([away.status, away.stderr]).toEqual([
      2,
      expect.stringMatching(/^The Elmo database cannot be opened: .*\n$/),
    ]);
    expect(away.stderr).not.toContain('DATABASE_URL');
    const page = await runCommand(['import', 'elmo', '--from', 'http://localhost'], { DATABASE_URL: db.url });
    expect([page.status, page.stderr]).toEqual([2, expect.stringMatching(/^--from must be a PostgreSQL URL such as /)]);
  });

  it.runIf(pgbouncer)(
    'reads one behind a pooler, and says what to write where the address does not declare it',
    async () => {
      await using db = await testDatabase();
      await using pooler = await startPooler(elmo.directUrl);
      const address = pooler.urlOf(new URL(elmo.directUrl).pathname.slice(1));
      const into = { DATABASE_URL: db.url };
      const undeclared = await runCommand(['import', 'elmo', '--from', address], into);
      expect([undeclared.status, undeclared.stderr]).toEqual([2, expect.stringContaining('add pgbouncer=true')]);
      const { status, stderr } = await runCommand(['import', 'elmo', '--from', `${address}?pgbouncer=true`], into);
      expect(status, stderr).toBe(0);
      expect(await inSightline(db)).toEqual(await inElmo());
    },
  );

  it('keeps domains with letters beyond ASCII, however many there are', () => {
    const competitors = Array.from({ length: 20_000 }, (_, number) => {
      return { brandId: 'acme', name: `Rival ${number}`, aliases: [], domains: ['https://www.bücher.example/home'] };
    });
    const records = referenceRecords({ brands: [], competitors, prompts: [] });
    expect(new Set(records.map(({ domains }) => String(domains)))).toEqual(new Set(['xn--bcher-kva.example']));
  });

  it.each([
    [
      'openai responses',
      { output: [{ type: 'reasoning' }, { type: 'message', content: [{ type: 'output_text', text: 'a' }] }] },
    ],
    ['chat completions', { choices: [{ message: { content: 'a' } }] }],
    [
      'anthropic',
      {
        content: [
          { type: 'thinking', thinking: 'x' },
          { type: 'text', text: 'a' },
        ],
      },
    ],
    [
      'mistral',
      {
        outputs: [
          {
            content: [
              { type: 'text', text: 'a' },
              { type: 'tool_reference', text: 'x' },
            ],
          },
        ],
      },
    ],
    ['gemini', { candidates: [{ content: { parts: [{ text: 'a' }] } }] }],
    [
      'dataforseo, responses',
      {
        tasks: [
          {
            result: [
              {
                items: [
                  { type: 'reasoning', sections: [{ text: 'x' }] },
                  { type: 'message', sections: [{ text: 'a' }] },
                ],
              },
            ],
          },
        ],
      },
    ],
    ['dataforseo, scraper', { tasks: [{ result: [{ markdown: 'a', items: [{ type: 'text', markdown: 'x' }] }] }] }],
    [
      'dataforseo, overview',
      {
        tasks: [
          {
            result: [
              {
                items: [
                  { type: 'organic', markdown: 'x' },
                  { type: 'ai_overview', markdown: 'a' },
                ],
              },
            ],
          },
        ],
      },
    ],
    ['brightdata', [{ answer_text_markdown: 'a', answer: 'x' }]],
    ['oxylabs', { results: [{ content: { markdown_text: 'a', response_text: 'x' } }] }],
    ['cloro', { aioverview: { markdown: 'a', text: 'x' } }],
    ['olostep', { result: { json_content: '{"answer_markdown":"a"}' } }],
    ['a text', 'a'],
    ['none', { tasks: [] }],
    ['null', null],
  ])('finds the text in the output of %s', (name, raw) => {
    expect(answerTextOf(raw)).toBe(['none', 'null'].includes(name) ? null : 'a');
  });
});
