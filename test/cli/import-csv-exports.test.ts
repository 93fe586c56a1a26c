// CSV files as other tools and spreadsheets write them: a row for each citation, dates of a country, names with dividers, ids that stand twice.

import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { asWritten, dateReader } from '../../src/recording/import/csv/date-format.js';
import { textsOf } from '../../src/recording/import/csv/values.js';
import { runCommand } from '../support/command.js';
import { type TestDatabase, testDatabase } from '../support/database.js';
import { jsonLines } from '../support/json-lines.js';
import { sharedFolder } from '../support/shared.js';

const folder = await sharedFolder();

async function importing(db: TestDatabase, name: string, lines: readonly string[], ...more: readonly string[]) {
  const path = join(folder, name);
  await writeFile(path, `${lines.join('\n')}\n`);
  const brand = ['--brand', 'acme', '--brand-name', 'Acme', '--org', 'org', '--competitor', 'Smith; Sons'];
  return runCommand(['import', 'csv', path, ...brand, ...more], { DATABASE_URL: db.url });
}

const cited = async ({ pool }: TestDatabase) => {
  const { rows } = await pool.query(
    `select prompt.text as prompt, array_agg(citation.url order by index) filter (where url is not null) as urls,
       array_agg(citation.title order by index) filter (where url is not null) as titles
     from run join prompt on prompt.id = run.prompt_id left join citation on citation.run_id = run.id
     group by run.id, prompt.text order by prompt.text, count(url)`,
  );
  return rows.map(({ prompt, urls, titles }) => [prompt, urls, titles]);
};

describe('a row for each citation', () => {
  it.each(['citation_url', 'Cited URL', 'source_url'])('is an answer with all of them: %s', async (heading) => {
    await using db = await testDatabase();
    const lines = [
      `prompt,model,date,answer,${heading},citation_title,rank of source`,
      'best,m,2026-01-01,Acme,https://a.example/1,One,1',
      'best,m,2026-01-01,Acme,https://a.example/2,,2',
      'best,m,2026-01-01,Acme,https://a.example/1,One,3',
      'cheap,m,2026-01-01,Nobody,,,',
      'other,m,2026-01-01,Acme,https://b.example/,,1',
    ];
    for (const _ of ['first', 'again']) {
      const { status, stderr } = await importing(db, 'citations.csv', lines, '--ignore', 'rank of source');
      expect(status, stderr).toBe(0);
      expect(await cited(db)).toEqual([
        ['best', ['https://a.example/1', 'https://a.example/2', 'https://a.example/1'], ['One', null, 'One']],
        ['cheap', null, null],
        ['other', ['https://b.example/'], [null]],
      ]);
    }
  });

  it('is refused where the rows of an answer stand apart, and where one of its citations is none, with all of them', async () => {
    await using db = await testDatabase();
    const { status } = await importing(db, 'apart.csv', [
      'prompt,model,date,answer,citation_url',
      'best,m,2026-01-01,Acme,https://a.example/1',
      'cheap,m,2026-01-01,Acme,https://b.example/1',
      'best,m,2026-01-01,Acme,https://a.example/2',
      'bad,m,2026-01-01,Acme,https://c.example/1',
      'bad,m,2026-01-01,Acme,no address',
    ]);
    expect(status).toBe(1);
    expect((await cited(db)).map(([prompt]) => prompt)).toEqual(['best', 'cheap']);
    const rejected = await readFile(join(folder, 'apart.csv.rejected.ndjson'), 'utf8');
    expect(jsonLines(rejected)).toMatchObject([
      { line: 4, faults: [{ message: expect.stringContaining('stands up to line 2 already') }] },
      { line: 6, text: 'bad,m,2026-01-01,Acme,https://c.example/1\nbad,m,2026-01-01,Acme,no address' },
    ]);
  });

  it.each([
    ['a JSON list', '["https://a.example/1","https://b.example/2"]'],
    [';', 'https://a.example/1; https://b.example/2'],
    ['|', 'https://a.example/1|https://b.example/2'],
    ['a comma', 'https://a.example/1,HTTPS://b.example/2'],
    ['a line end', 'https://a.example/1\nhttps://b.example/2'],
    ['a blank', 'https://a.example/1 https://b.example/2'],
  ])('may hold several in one cell: %s', async (_, cell) => {
    await using db = await testDatabase();
    const quoted = `"${cell.replaceAll('"', '""')}"`;
    const lines = [quoted, '-', '"https://c.example/;v=1,2"'].map((each) => `q,m,2026-01-01,Acme,${each}`);
    const { status, stderr } = await importing(db, 'several.csv', ['prompt,model,date,answer,citation_url', ...lines]);
    expect(status, stderr).toBe(0);
    const [[, urls = []] = []] = await cited(db);
    expect(urls.map((url: string) => url.toLowerCase())).toEqual([
      'https://a.example/1',
      'https://b.example/2',
      'https://c.example/;v=1,2',
    ]);
  });

  it.each([
    ['no URL', ',Title'],
    ['a URL that says nothing', '-,Title'],
    ['several URLs', 'https://a.example/1;https://b.example/2,Title'],
    ['a JSON list', '"[""https://a.example/1""]",Title'],
  ])('rejects the answer whose title is of %s', async (_, cells) => {
    await using db = await testDatabase();
    const lines = [
      'prompt,model,date,answer,citation_url,citation_title',
      'best,m,2026-01-01,Acme,https://a.example/0,None',
    ];
    const { status } = await importing(db, 'titles.csv', [
      ...lines,
      `bad,m,2026-01-01,Acme,${cells}`,
      'last,m,2026-01-01,Acme,-,-',
    ]);
    expect(status).toBe(1);
    expect(await cited(db)).toEqual([
      ['best', ['https://a.example/0'], ['None']],
      ['last', null, null],
    ]);
    const rejected = await readFile(join(folder, 'titles.csv.rejected.ndjson'), 'utf8');
    expect(JSON.parse(rejected)).toMatchObject({
      line: 3,
      faults: [{ field: 'citationTitle', message: expect.stringContaining('A title belongs to one URL') }],
    });
  });

  it.each([
    ['prompt,model,date,citations,citation_url', 'one with a single citation'],
    ['prompt,model,date,source_title', 'The titles of citations need a column of their URLs'],
  ])('is refused beside %s', async (heading, message) => {
    await using db = await testDatabase();
    const { status, stderr } = await importing(db, 'both.csv', [heading]);
    expect([status, stderr]).toEqual([2, expect.stringContaining(message)]);
  });
});

describe('an id', () => {
  it('that stands twice with other content is refused, and with the same is one answer', async () => {
    await using db = await testDatabase();
    const { status } = await importing(db, 'ids.csv', [
      'id,prompt,model,date,answer',
      '1,p,m,2026-01-01,Acme',
      '1,p,m,2026-01-01,Acme',
      '1,p,m,2026-01-01,Globex',
    ]);
    expect(status).toBe(1);
    const rejected = await readFile(join(folder, 'ids.csv.rejected.ndjson'), 'utf8');
    expect(jsonLines(rejected)).toMatchObject([
      { line: 4, faults: [{ message: expect.stringContaining('id is that of another answer, in line 3') }] },
    ]);
    const { rows } = await db.pool.query('select text from answer');
    expect(rows).toEqual([{ text: 'Acme' }]);
  });
});

describe('dates', () => {
  it.each([
    ['DD/MM/YYYY', '03/11/2026', '2026-11-03'],
    ['MM/DD/YYYY', '03/11/2026', '2026-03-11'],
    ['M/D/YYYY', '3/1/2026', '2026-03-01'],
    ['D.M.YYYY', '3.11.2026 9:05', '2026-11-03 09:05'],
    ['DD/MM/YYYY', '03/11/2026, 14:05:09', '2026-11-03 14:05:09'],
    ['M/D/YYYY', '3/1/2026 12:30 AM', '2026-03-01 00:30'],
    ['M/D/YYYY', '3/1/2026 12:30 pm', '2026-03-01 12:30'],
    ['M/D/YYYY', '3/1/2026 1:30 p.m.', '2026-03-01 13:30'],
    ['M/D/YYYY', '3/1/2026 13:30 pm', '2026-03-01 99:30'],
    ['DD/MM/YYYY', '2026-11-03', '2026-11-03'],
    ['DD/MM/YYYY', '3/11/2026', '3/11/2026'],
    ['D.M.YYYY', '3x11x2026', '3x11x2026'],
    ['serial', '46329', '2026-11-03'],
    ['serial', '46329.5868', '2026-11-03 14:05:00'],
    ['serial', '46329.75', '2026-11-03 18:00:00'],
    ['serial', '46329,75', '2026-11-03 18:00:00'],
    ['serial', '46,329.75', '46,329.75'],
    ['serial', '2026-11-03', '2026-11-03'],
  ])('of the format %s: %s', (format, cell, read) => {
    expect(dateReader(format).read(cell)).toBe(read);
    expect(asWritten.read(cell)).toBe(cell);
  });

  it.each(['', 'DD/MM', 'DD/MM/YY', 'DD/DD/YYYY', 'dd/mm/yyyy', 'DDD/MM/YYYY'])('of no format: %s', (format) => {
    expect(() => dateReader(format)).toThrow('--date-format must be');
  });

  it('are read by --date-format, and refused without it in a sentence that names it', async () => {
    await using db = await testDatabase();
    const lines = ['prompt,model,date,answer', 'p,m,03/11/2026 14:05,Acme', 'p,m,31/02/2026,Acme'];
    expect((await importing(db, 'dates.csv', lines, '--dry-run')).out).toContain('other dates need --date-format');
    const { status } = await importing(
      db,
      'dates.csv',
      lines,
      '--date-format',
      'DD/MM/YYYY',
      '--time-zone',
      'Europe/Berlin',
    );
    expect(status).toBe(1);
    const { rows } = await db.pool.query('select created_at as at from run');
    expect(rows.map(({ at }) => at.toISOString())).toEqual(['2026-11-03T13:05:00.000Z']);
  });

  it('that are none are quoted as they stand in the file, with what --date-format says', async () => {
    await using db = await testDatabase();
    const rows = ['31/02/2026', '2026.11.03', '31/12/2026 23:59:60', '2026-12-31T23:59:60'].map(
      (at) => `p,m,${at},Acme`,
    );
    const given = ['--date-format', 'DD/MM/YYYY', '--dry-run'];
    const { out } = await importing(db, 'quoted.csv', ['prompt,model,date,answer', ...rows], ...given);
    for (const none of ['31/02/2026', '31/12/2026 23:59:60', '2026-12-31T23:59:60'])
      expect(out).toContain(`createdAt does not exist in the calendar; given was "${none}".`);
    expect(out).toContain('or as --date-format DD/MM/YYYY says; given was "2026.11.03".');
    expect(out).not.toContain('need --date-format');
  });
});

describe('names', () => {
  it.each([
    ['Smith; Sons', ['Smith; Sons']],
    ['Initech; Smith; Sons;Globex', ['Initech', 'Smith; Sons', 'Globex']],
    ['Smith; Sonson; Smith', ['Smith', 'Sonson', 'Smith']],
    ['Blacksmith; Sons', ['Blacksmith', 'Sons']],
    ['A, B, Smith; Sons', ['A', 'B', 'Smith; Sons']],
    ['Foo, Inc.|Bar', ['Foo, Inc.', 'Bar']],
    ['Foo, Inc.', ['Foo, Inc.']],
  ])('of competitors with a divider are not divided: %s', (cell, names) => {
    expect(textsOf(cell, ['Smith; Sons', 'Foo, Inc.', 'Sons'])).toEqual(names);
  });

  it('of competitors of the brand are known', async () => {
    await using db = await testDatabase();
    const lines = ['prompt,model,date,mentioned,competitors', 'p,m,2026-01-01,no,Smith; Sons'];
    expect((await importing(db, 'names.csv', lines)).status).toBe(0);
    const { rows } = await db.pool.query('select name from company');
    expect(rows).toEqual([{ name: 'Smith; Sons' }]);
  });
});
