// `sightline import csv` as it is called: what becomes of rows, twice over, what is refused, and what a dry run shows.

import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { runCommand } from '../support/command.js';
import { type TestDatabase, testDatabase } from '../support/database.js';
import { jsonLines } from '../support/json-lines.js';
import { sharedFolder } from '../support/shared.js';

const folder = await sharedFolder();

const file = async (name: string, text: string) => {
  const path = join(folder, name);
  await writeFile(path, text);
  return path;
};

const brand = ['--brand', 'acme', '--brand-name', 'Acme', '--org', 'org', '--competitor', 'Globex'];
const importing = (db: TestDatabase, path: string, ...more: readonly string[]) =>
  runCommand(['import', 'csv', path, ...brand, ...more], { DATABASE_URL: db.url });

const counted = async ({ pool }: TestDatabase) => {
  const { rows } = await pool.query(
    `select (select count(*)::int from run) as runs, (select count(*)::int from prompt) as prompts,
       (select count(*)::int from model) as models, (select count(*)::int from citation) as citations,
       (select count(*)::int from run where 0 = any(companies)) as mentions`,
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

describe('sightline import csv', () => {
  it('makes a run of each row, registers what it names, and is safe to repeat', async () => {
    await using db = await testDatabase();
    const path = await file('answers.csv', answers);
    const first = await importing(db, path, '--time-zone', 'Europe/Berlin', '--ignore', 'Note');
    expect(first.status, first.stderr).toBe(0);
    expect(first.stderr).toContain('Not imported: "Note".');
    const once = await counted(db);
    expect(once).toEqual({ runs: 4, prompts: 2, models: 2, citations: 5, mentions: 2 });
    const { rows } = await db.pool.query(
      `select run.created_at as at, model, prompt.text, prompt.tags, answer.text as answer, web_search_enabled as searched, market
       from run join prompt on prompt.id = prompt_id join answer on answer.brand_id = run.brand_id and answer.run_id = run.id order by 1, 2`,
    );
    expect(rows.map(({ at, model, text }) => [at.toISOString(), model, text])).toEqual([
      ['2026-01-01T23:00:00.000Z', 'chatgpt', 'best crm'],
      ['2026-01-01T23:00:00.000Z', 'chatgpt', 'best crm'],
      ['2026-01-02T13:05:00.000Z', 'perplexity', 'best crm'],
      ['2026-01-03T08:00:00.000Z', 'chatgpt', 'cheap crm'],
    ]);
    expect(rows[0]?.tags).toEqual(['crm', 'small']);
    expect(rows.map(({ searched }) => searched)).toEqual([false, false, false, false]);
    expect(rows.map(({ market }) => market)).toEqual(['US', 'US', null, null]);
    expect(rows[2]?.answer).toBe('Only\nGlobex.');
    const again = await importing(db, path, '--time-zone', 'Europe/Berlin', '--ignore', 'Note');
    expect(again.status, again.stderr).toBe(0);
    expect(await counted(db)).toEqual(once);
  });

  it('takes what columns state over what it would derive', async () => {
    await using db = await testDatabase();
    const path = await file(
      'stated.csv',
      'id;prompt;model;date;answer;mentioned;competitors;sentiment;position\n' +
        '1;p;m;2026-01-01;Acme;no;Initech|Globex;;\n2;p;m;2026-01-01;Globex, then Acme;yes;;Positive;#2\n',
    );
    const { status, stderr } = await importing(db, path);
    expect(status, stderr).toBe(0);
    const { rows } = await db.pool.query(
      `select answer.text, assessments->'brand'->>'mentioned' as mentioned, assessments->'brand'->>'sentiment' as sentiment,
         assessments->'brand'->>'position' as position,
         array(select jsonb_object_keys(assessments::jsonb->'competitors')) as others
       from answer order by 1`,
    );
    expect(rows).toEqual([
      { text: 'Acme', mentioned: 'false', sentiment: null, position: null, others: ['Globex', 'Initech'] },
      { text: 'Globex, then Acme', mentioned: 'true', sentiment: 'positive', position: '2', others: ['Globex'] },
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
      await using db = await testDatabase();
      const row = `q,m,2026-01-01,Acme,${mentioned},${label},${rank}\n`;
      const path = await file('opposed.csv', `Prompt,Model,Date,Answer,Brand mentioned,Sentiment,Position\n${row}`);
      const { status, stderr } = await importing(db, path, '--dry-run');
      expect(status, stderr).toBe(1);
      expect((await importing(db, path, '--dry-run', '--json')).out).toContain(JSON.stringify(message).slice(1, -1));
      expect((await importing(db, path)).status).toBe(1);
      expect(await counted(db)).toMatchObject({ runs: 0, prompts: 0 });
    },
  );

  it.each(['', ' ', '-', '–', '—', 'None', 'NULL', 'n/a'])(
    'reads %j as nothing in lists and assessments',
    async (none) => {
      await using db = await testDatabase();
      const heading = 'prompt,model,date,answer,mentioned,competitors,sentiment,position,tags,citations,searches';
      const row = (mentioned: string) => `${mentioned},m,2026-01-01,Acme,${mentioned}${`,${none}`.repeat(6)}\n`;
      const path = await file('nothing.csv', `${heading}\n${row('no')}${row('yes')}`);
      const { status, stderr } = await importing(db, path);
      expect(status, stderr).toBe(0);
      const { rows } = await db.pool.query(
        `select assessments->'brand'->>'mentioned' as mentioned, assessments->'brand'->>'sentiment' as sentiment,
         assessments->'brand'->>'position' as position, assessments->>'competitors' as others, tags, web_queries as searches
       from run join prompt on prompt.id = prompt_id join answer on answer.run_id = run.id order by 1`,
      );
      const bare = { sentiment: null, position: null, others: '{}', tags: [], searches: [] };
      expect(rows).toEqual([
        { mentioned: 'false', ...bare },
        { mentioned: 'true', ...bare },
      ]);
      expect(await counted(db)).toMatchObject({ runs: 2, citations: 0 });
    },
  );

  it('takes a list of competitors that says none over the answer, and an element of a list as it is', async () => {
    await using db = await testDatabase();
    const rows = ['a,m,2026-01-01,Acme or Globex,None,null', 'b,m,2026-01-01,Acme or Globex,None; -,null|crm'];
    const path = await file('none.csv', `prompt,model,date,answer,competitors,tags\n${rows.join('\n')}\n`);
    const { status, stderr } = await importing(db, path);
    expect(status, stderr).toBe(0);
    const { rows: recorded } = await db.pool.query(
      `select tags, array(select jsonb_object_keys(assessments::jsonb->'competitors') order by 1) as others
       from run join prompt on prompt.id = prompt_id join answer on answer.run_id = run.id order by prompt.text`,
    );
    expect(recorded).toEqual([
      { tags: [], others: [] },
      { tags: ['null', 'crm'], others: ['-', 'None'] },
    ]);
  });

  it('uses recorded prompts and models, whatever their ids and tags', async () => {
    await using db = await testDatabase();
    const records = [
      { type: 'organization', id: 'org', name: 'Org' },
      { type: 'model', id: 'gpt-5', label: 'ChatGPT' },
      { type: 'brand', id: 'acme', organizationId: 'org', name: 'Acme' },
      { type: 'prompt', id: '00000000-0000-4000-8000-000000000001', brandId: 'acme', text: 'best crm', tags: ['kept'] },
    ];
    const recorded = await file('before.ndjson', records.map((each) => JSON.stringify(each)).join('\n'));
    expect((await runCommand(['record', recorded], { DATABASE_URL: db.url })).status).toBe(0);
    const path = await file('known.csv', answers);
    const options = ['import', 'csv', path, '--brand', 'acme', '--ignore', 'Note'];
    expect((await runCommand(options, { DATABASE_URL: db.url })).status).toBe(0);
    const { rows } = await db.pool.query(
      `select model, prompt.tags, count(*)::int as runs from run join prompt on prompt.id = prompt_id group by 1, 2 order by 3, 1`,
    );
    expect(rows).toContainEqual({ model: 'gpt-5', tags: ['kept'], runs: 2 });
  });

  it('keeps faulty rows aside with their line, their text and what would be right', async () => {
    await using db = await testDatabase();
    const path = await file(
      'faulty.csv',
      'prompt,model,date,answer\nok,m,2026-01-01,Acme\n,m,2026-01-01,Acme\nq,m,01/31/2026,Acme\nq,m,2026-01-01,Acme,too many\n',
    );
    const { status, stderr } = await importing(db, path);
    expect(status).toBe(1);
    expect(stderr).toContain('faulty.csv.rejected.ndjson');
    const rejected = jsonLines(await readFile(`${path}.rejected.ndjson`, 'utf8'));
    expect(rejected.map(({ line, text }) => [line, text])).toEqual([
      [3, ',m,2026-01-01,Acme'],
      [4, 'q,m,01/31/2026,Acme'],
      [5, 'q,m,2026-01-01,Acme,too many'],
    ]);
    const messages = rejected.map(({ faults }) => faults[0].message);
    expect(messages[0]).toBe('prompt is blank: every answer needs one.');
    expect(messages[1]).toContain('or 2026-03-01T14:05:00Z, or seconds');
    expect(messages[2]).toContain('5 cells, but the heading has 4');
    expect(await counted(db)).toMatchObject({ runs: 1 });
  });

  it('shows in a dry run what it would record, and records nothing', async () => {
    await using db = await testDatabase();
    const path = await file('dry.csv', `${answers},ChatGPT,2026-01-01,no prompt,,,\n`);
    const { status, out } = await importing(db, path, '--dry-run', '--json', '--ignore', 'note');
    expect(status).toBe(1);
    expect(JSON.parse(out)).toMatchObject({
      records: { organization: 1, brand: 1, competitor: 1, model: 2, prompt: 2, run: 4 },
      rejectedRows: 1,
      citations: 5,
      models: { chatgpt: 3, perplexity: 1 },
      first: '2026-01-02T00:00:00.000Z',
      last: '2026-01-03T08:00:00.000Z',
    });
    expect(await counted(db)).toMatchObject({ runs: 0, prompts: 0 });
  });

  it('refuses a brand that it cannot register', async () => {
    await using db = await testDatabase();
    const path = await file('brandless.csv', answers);
    const { status, stderr } = await runCommand(['import', 'csv', path, '--brand', 'none'], { DATABASE_URL: db.url });
    expect(status).toBe(2);
    expect(stderr).toContain('There is no brand "none": give --brand-name and --org');
  });

  it('is pointed to by whoever records a CSV file', async () => {
    await using db = await testDatabase();
    const { status, stderr } = await runCommand(['record', await file('mistaken.csv', answers)], {
      DATABASE_URL: db.url,
    });
    expect(status).toBe(1);
    expect(stderr).toContain('sightline import csv');
  });
});
