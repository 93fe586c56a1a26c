// `sightline import csv` as it is called: what becomes of rows, twice over, what is refused, and what a dry run shows.

import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { runCommand } from '../support/command.js';
import { type TestDatabase, testDatabase } from '../support/database.js';
import { answersIn, imported, importedAfresh } from '../support/import-csv.js';
import { recordAll } from '../support/records.js';
import { sharedDatabase, sharedFolder } from '../support/shared.js';

/** Of those that count nothing of other brands. */
const db = await sharedDatabase();
const folder = await sharedFolder();

const counted = async ({ pool }: TestDatabase) => {
  const { rows } = await pool.query(
    `select (select count(*)::int from run) as runs, (select count(*)::int from prompt) as prompts,
       (select count(*)::int from model) as models`,
  );
  return rows[0];
};

const answers = `Query,Platform,Date,Response,Sources,Topic,Country,Note
best crm,ChatGPT,2026-01-02,"Acme, or Globex.","https://a.example/x?q=1,2, https://b.example/",crm;small,US,one
best crm,ChatGPT,2026-01-02,"Acme, or Globex.","https://a.example/x?q=1,2, https://b.example/",crm;small,US,one
best crm,Perplexity,2026-01-02 14:05,"Only
Globex.",,,,two
cheap crm,chatgpt,2026-01-03T10:00:00+02:00,Nobody at all.,"[""https://c.example""]",,,
`;

const noted = ['--ignore', 'Note', '--competitor', 'Globex'];

describe('sightline import csv', () => {
  it('makes a run of each row, registers what it names, and is safe to repeat', async () => {
    await using db = await testDatabase();
    const options = [...noted, '--time-zone', 'Europe/Berlin'];
    const first = await imported(db, answers, ...options);
    expect(first.status, first.stderr).toBe(0);
    expect(first.stderr).toContain('Not imported: "Note".');
    expect(await counted(db)).toEqual({ runs: 4, prompts: 2, models: 2 });
    const once = await answersIn(db);
    const urls = ['https://a.example/x?q=1,2', 'https://b.example/'];
    expect(
      once.map(({ at, model, prompt, market, mentioned, urls }) => [at, model, prompt, market, mentioned, urls]),
    ).toEqual([
      ['2026-01-01T23:00:00.000Z', 'chatgpt', 'best crm', 'US', true, urls],
      ['2026-01-01T23:00:00.000Z', 'chatgpt', 'best crm', 'US', true, urls],
      ['2026-01-02T13:05:00.000Z', 'perplexity', 'best crm', null, false, []],
      ['2026-01-03T08:00:00.000Z', 'chatgpt', 'cheap crm', null, false, ['https://c.example']],
    ]);
    expect(once[0]?.tags).toEqual(['crm', 'small']);
    expect(once.map(({ searched }) => searched)).toEqual([false, false, false, false]);
    expect(once[2]?.answer).toBe('Only\nGlobex.');
    const again = await imported(db, answers, ...options);
    expect(again.status, again.stderr).toBe(0);
    expect(await counted(db)).toEqual({ runs: 4, prompts: 2, models: 2 });
    expect(await answersIn(db)).toEqual(once);
  });

  it('takes what columns state over what it would derive', async () => {
    const { status, stderr, answers } = await importedAfresh(
      db,
      [
        'id;prompt;model;date;answer;mentioned;competitors;sentiment;position',
        '1;p;m;2026-01-01;Acme;no;Initech|Globex;;',
        '2;p;m;2026-01-01;Globex, then Acme;yes;;Positive;#2',
      ],
      '--competitor',
      'Globex',
    );
    expect(status, stderr).toBe(0);
    expect(answers.map(({ answer, brand, others }) => [answer, brand, others])).toEqual([
      ['Acme', ['false', null, null], ['Globex', 'Initech']],
      ['Globex, then Acme', ['true', 'positive', '2'], ['Globex']],
    ]);
  });

  it.each([
    ['no', 'positive', '', 'assessments.brand.sentiment is "positive", but assessments.brand.mentioned is false'],
    ['no', '', '2', 'assessments.brand.position is 2, but assessments.brand.mentioned is false'],
    ['no', 'garbage', '', 'assessments.brand.sentiment must be one of positive'],
    ['no', '', 'xyz', 'assessments.brand.position must be a whole number'],
    ['yes', 'garbage', '', 'assessments.brand.sentiment must be one of positive'],
  ])(
    'rejects a row with %j as mentioned, %j as sentiment and %j as position',
    async (mentioned, label, rank, message) => {
      const row = `q,m,2026-01-01,Acme,${mentioned},${label},${rank}`;
      const file = ['Prompt,Model,Date,Answer,Brand mentioned,Sentiment,Position', row];
      const dry = await importedAfresh(db, file, '--dry-run', '--json');
      expect([dry.status, dry.out]).toEqual([1, expect.stringContaining(JSON.stringify(message).slice(1, -1))]);
      const { status, answers } = await importedAfresh(db, file);
      expect([status, answers]).toEqual([1, []]);
    },
  );

  it.each(['', ' ', '-', '–', '—', 'None', 'NULL', 'n/a'])(
    'reads %j as nothing in lists and assessments',
    async (none) => {
      const heading = 'prompt,model,date,answer,mentioned,competitors,sentiment,position,tags,citations,searches';
      const row = (mentioned: string) => `${mentioned},m,2026-01-01,Acme,${mentioned}${`,${none}`.repeat(6)}`;
      const { status, stderr, answers } = await importedAfresh(db, [heading, row('no'), row('yes')]);
      expect(status, stderr).toBe(0);
      const bare = { others: [], tags: [], searches: [], urls: [] };
      expect(answers).toMatchObject([
        { brand: ['false', null, null], ...bare },
        { brand: ['true', null, null], ...bare },
      ]);
    },
  );

  it('takes a list of competitors that says none over the answer, and an element of a list as it is', async () => {
    const rows = ['a,m,2026-01-01,Acme or Globex,None,null', 'b,m,2026-01-01,Acme or Globex,None; -,null|crm'];
    const file = ['prompt,model,date,answer,competitors,tags', ...rows];
    const { status, stderr, answers } = await importedAfresh(db, file, '--competitor', 'Globex');
    expect(status, stderr).toBe(0);
    expect(answers.map(({ tags, others }) => [tags, others])).toEqual([
      [[], []],
      [
        ['null', 'crm'],
        ['-', 'None'],
      ],
    ]);
  });

  it('uses recorded prompts and models, whatever their ids and tags', async () => {
    await using db = await testDatabase();
    const { rejected } = await recordAll(db, [
      { type: 'organization', id: 'org', name: 'Org' },
      { type: 'model', id: 'gpt-5', label: 'ChatGPT' },
      { type: 'brand', id: 'acme', organizationId: 'org', name: 'Acme' },
      { type: 'prompt', id: '00000000-0000-4000-8000-000000000001', brandId: 'acme', text: 'best crm', tags: ['kept'] },
    ]);
    expect(rejected).toEqual([]);
    expect((await imported(db, answers, '--brand', 'acme', '--ignore', 'Note')).status).toBe(0);
    expect(await answersIn(db)).toMatchObject([
      { model: 'gpt-5', tags: ['kept'] },
      { model: 'gpt-5', tags: ['kept'] },
      { model: 'perplexity', tags: ['kept'] },
      { model: 'gpt-5', tags: [] },
    ]);
    expect(await counted(db)).toEqual({ runs: 4, prompts: 2, models: 2 });
  });

  it('keeps faulty rows aside with their line, their text and what would be right', async () => {
    const faulty = [',m,2026-01-01,Acme', 'q,m,01/31/2026,Acme', 'q,m,2026-01-01,Acme,too many'];
    const file = ['prompt,model,date,answer', 'ok,m,2026-01-01,Acme', ...faulty];
    const { status, stderr, rejected, answers } = await importedAfresh(db, file);
    expect(status).toBe(1);
    expect(stderr).toContain('answers.csv.rejected.ndjson');
    expect(rejected.map(({ line, text }) => [line, text])).toEqual(faulty.map((text, at) => [3 + at, text]));
    const messages = rejected.map(({ faults }) => faults[0].message);
    expect(messages[0]).toBe('prompt is blank: every answer needs one.');
    expect(messages[1]).toContain('or 2026-03-01T14:05:00Z, or seconds');
    expect(messages[2]).toContain('5 cells, but the heading has 4');
    expect(answers).toHaveLength(1);
  });

  it('shows in a dry run what it would record, and records nothing', async () => {
    await using db = await testDatabase();
    const file = `${answers},ChatGPT,2026-01-01,no prompt,,,\n`;
    const { status, out } = await imported(db, file, '--dry-run', '--json', ...noted);
    expect(status).toBe(1);
    expect(JSON.parse(out)).toMatchObject({
      records: { organization: 1, brand: 1, competitor: 1, model: 2, prompt: 2, run: 4 },
      rejectedRows: 1,
      citations: 5,
      models: { chatgpt: 3, perplexity: 1 },
      first: '2026-01-02T00:00:00.000Z',
      last: '2026-01-03T08:00:00.000Z',
    });
    expect(await counted(db)).toEqual({ runs: 0, prompts: 0, models: 0 });
  });

  it('refuses a brand that it cannot register', async () => {
    const { status, stderr } = await imported(db, answers, '--brand', 'none');
    expect(status).toBe(2);
    expect(stderr).toContain('There is no brand "none": give --brand-name and --org');
  });

  it('refuses a brand of another organization', async () => {
    await recordAll(db, [
      { type: 'organization', id: 'org', name: 'Org' },
      { type: 'brand', id: 'acme', organizationId: 'org', name: 'Acme' },
    ]);
    const before = await counted(db);
    const { status, stderr } = await imported(db, answers, '--brand', 'acme', '--org', 'other');
    expect(status).toBe(2);
    expect(stderr).toContain('The brand "acme" belongs to the organization "org", not to "other".');
    expect(await counted(db)).toEqual(before);
  });

  it('is pointed to by whoever records a CSV file', async () => {
    const path = join(folder, 'mistaken.csv');
    await writeFile(path, answers);
    const { status, stderr } = await runCommand(['record', path], { DATABASE_URL: db.url });
    expect(status).toBe(1);
    expect(stderr).toContain('sightline import csv');
  });
});
