// CSV files as other tools and spreadsheets write them: a row for each citation, dates of a country, names with dividers, ids that stand twice.

import { describe, expect, it } from 'vitest';
import { asWritten, dateReader } from '../../src/recording/import/csv/date-format.js';
import { textsOf } from '../../src/recording/import/csv/values.js';
import { testDatabase } from '../support/database.js';
import { answersIn, imported, importedAfresh } from '../support/import-csv.js';
import { sharedDatabase } from '../support/shared.js';

const db = await sharedDatabase();

const cited = (answers: Awaited<ReturnType<typeof answersIn>>) =>
  answers.map(({ prompt, urls, titles }) => [prompt, urls, titles]);

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
      const { status, stderr } = await imported(db, lines, '--ignore', 'rank of source');
      expect(status, stderr).toBe(0);
      expect(cited(await answersIn(db))).toEqual([
        ['best', ['https://a.example/1', 'https://a.example/2', 'https://a.example/1'], ['One', null, 'One']],
        ['cheap', [], []],
        ['other', ['https://b.example/'], [null]],
      ]);
    }
  });

  it('is refused where the rows of an answer stand apart, and where one of its citations is none, with all of them', async () => {
    const { status, answers, rejected } = await importedAfresh(db, [
      'prompt,model,date,answer,citation_url',
      'best,m,2026-01-01,Acme,https://a.example/1',
      'cheap,m,2026-01-01,Acme,https://b.example/1',
      'best,m,2026-01-01,Acme,https://a.example/2',
      'bad,m,2026-01-01,Acme,https://c.example/1',
      'bad,m,2026-01-01,Acme,no address',
    ]);
    expect(status).toBe(1);
    expect(answers.map(({ prompt }) => prompt)).toEqual(['best', 'cheap']);
    expect(rejected).toMatchObject([
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
    const quoted = `"${cell.replaceAll('"', '""')}"`;
    const lines = [quoted, '-', '"https://c.example/;v=1,2"'].map((each) => `q,m,2026-01-01,Acme,${each}`);
    const file = ['prompt,model,date,answer,citation_url', ...lines];
    const { status, stderr, answers } = await importedAfresh(db, file);
    expect(status, stderr).toBe(0);
    expect(answers[0]?.urls.map((url: string) => url.toLowerCase())).toEqual([
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
    const { status, answers, rejected } = await importedAfresh(db, [
      'prompt,model,date,answer,citation_url,citation_title',
      'best,m,2026-01-01,Acme,https://a.example/0,None',
      `bad,m,2026-01-01,Acme,${cells}`,
      'last,m,2026-01-01,Acme,-,-',
    ]);
    expect(status).toBe(1);
    expect(cited(answers)).toEqual([
      ['best', ['https://a.example/0'], ['None']],
      ['last', [], []],
    ]);
    const fault = { field: 'citationTitle', message: expect.stringContaining('A title belongs to one URL') };
    expect(rejected).toMatchObject([{ line: 3, faults: [fault] }]);
  });

  it.each([
    ['prompt,model,date,citations,citation_url', 'one with a single citation'],
    ['prompt,model,date,source_title', 'The titles of citations need a column of their URLs'],
  ])('is refused beside %s', async (heading, message) => {
    const { status, stderr } = await imported(db, [heading]);
    expect([status, stderr]).toEqual([2, expect.stringContaining(message)]);
  });
});

describe('an id', () => {
  it('that stands twice with other content is refused, and with the same is one answer', async () => {
    const { status, answers, rejected } = await importedAfresh(db, [
      'id,prompt,model,date,answer',
      '1,p,m,2026-01-01,Acme',
      '1,p,m,2026-01-01,Acme',
      '1,p,m,2026-01-01,Globex',
    ]);
    expect(status).toBe(1);
    expect(rejected).toMatchObject([
      { line: 4, faults: [{ message: expect.stringContaining('id is that of another answer, in line 3') }] },
    ]);
    expect(answers.map(({ answer }) => answer)).toEqual(['Acme']);
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
    const lines = ['prompt,model,date,answer', 'p,m,03/11/2026 14:05,Acme', 'p,m,31/02/2026,Acme'];
    expect((await imported(db, lines, '--dry-run')).out).toContain('other dates need --date-format');
    const given = ['--date-format', 'DD/MM/YYYY', '--time-zone', 'Europe/Berlin'];
    const { status, answers } = await importedAfresh(db, lines, ...given);
    expect(status).toBe(1);
    expect(answers.map(({ at }) => at)).toEqual(['2026-11-03T13:05:00.000Z']);
  });

  it('that are none are quoted as they stand in the file, with what --date-format says', async () => {
    const rows = ['31/02/2026', '2026.11.03', '31/12/2026 23:59:60', '2026-12-31T23:59:60'].map(
      (at) => `p,m,${at},Acme`,
    );
    const given = ['--date-format', 'DD/MM/YYYY', '--dry-run'];
    const { out } = await imported(db, ['prompt,model,date,answer', ...rows], ...given);
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
    expect((await imported(db, lines, '--competitor', 'Smith; Sons')).status).toBe(0);
    const { rows } = await db.pool.query('select name from company');
    expect(rows).toEqual([{ name: 'Smith; Sons' }]);
  });
});
