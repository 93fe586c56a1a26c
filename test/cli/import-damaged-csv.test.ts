// `sightline import csv` of files as they come: in other encodings, with damaged rows, with rows that cannot be recorded. Every good row is recorded,
// every other one is in the file of rejects, and nothing is registered for it.

import { gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { testDatabase } from '../support/database.js';
import { answersIn, imported, importedAfresh } from '../support/import-csv.js';
import { sharedDatabase } from '../support/shared.js';

/** Of those that register nothing but a brand. */
const db = await sharedDatabase();
const named = ['--brand-name', 'Müller'];

const heading = 'prompt,model,date,answer\n';
const german = `${heading}größte Käserei,ChatGPT,2026-01-02,"Müller – für 5 €"\n`;
/** As a spreadsheet saves it on Windows. */
const windows1252 = Buffer.from(german.replaceAll('€', '\x80').replaceAll('–', '\x96'), 'latin1');
const wide = Buffer.from(`\ufeff${german}`, 'utf16le');
/** The one answer of it. */
const germanRow = [{ prompt: 'größte Käserei', model: 'chatgpt', answer: 'Müller – für 5 €', mentioned: true }];

describe('the encoding of a CSV file', () => {
  it.each([
    ['UTF-8', Buffer.from(german), [], 'utf-8'],
    ['UTF-8 with a byte order mark', Buffer.from(`\ufeff${german}`), [], 'utf-8'],
    ['UTF-16, little end first', wide, [], 'utf-16le'],
    ['UTF-16, big end first', Buffer.from(wide).swap16(), [], 'utf-16be'],
    ['UTF-16 without a byte order mark', Buffer.from(german, 'utf16le'), [], 'utf-16le'],
    ['Windows-1252, stated', windows1252, ['--encoding', 'windows-1252'], 'windows-1252'],
    ['lines that end with CR', Buffer.from(german.replaceAll('\n', '\r')), [], 'utf-8'],
  ])('is named, and read without a changed letter: %s', async (_, bytes, options, encoding) => {
    const { status, stderr, answers } = await importedAfresh(db, bytes, ...named, ...options);
    expect(status, stderr).toBe(0);
    expect(stderr).toContain(`Read as ${encoding}.`);
    expect(answers).toMatchObject(germanRow);
  });

  it('changes no line end within quotation marks, where rows end with CR', async () => {
    const answer = 'line1\r\nline2\rline3\nsaid ""so""\r';
    const bytes = `${heading}p,m,2026-01-02,"${answer}"\nq,m,2026-01-02,plain\n`.replaceAll(/\n(?=[pq]|$)/g, '\r');
    const { status, stderr, answers } = await importedAfresh(db, bytes);
    expect(status, stderr).toBe(0);
    expect(answers.map((row) => row.answer)).toEqual([answer.replaceAll('""', '"'), 'plain']);
  });

  it('is asked for where the file is not valid in the one it would be read as', async () => {
    const { status, stderr, answers } = await importedAfresh(db, windows1252);
    expect(status).toBe(2);
    expect(stderr).toContain('is not valid utf-8: line 2 is the first that is not. Nothing was recorded.');
    expect(stderr).toContain('--encoding windows-1252');
    expect(answers).toEqual([]);
  });

  it.each([
    ['little', Buffer.from([0xff, 0xfe, 0, 0])],
    ['big', Buffer.from([0, 0, 0xfe, 0xff])],
    ['little', Buffer.alloc(0)],
    ['big', Buffer.alloc(0)],
  ])('is named and refused where it is UTF-32, %s end first, marked by %j', async (end, mark) => {
    const wider = Buffer.alloc(4 * german.length);
    for (const [at, letter] of [...german].entries()) wider.writeUInt32LE(letter.codePointAt(0) ?? 0, 4 * at);
    const bytes = Buffer.concat([mark, end === 'big' ? wider.swap32() : wider]);
    for (const options of [[], ['--encoding', 'utf-16le']]) {
      const { status, stderr, answers } = await importedAfresh(db, bytes, ...options);
      expect([status, answers]).toEqual([2, []]);
      expect(stderr).toContain('The file is UTF-32, which is not read: save it as UTF-8.');
    }
  });

  it('is not gzip', async () => {
    const { status, stderr } = await importedAfresh(db, gzipSync(windows1252));
    expect([status, stderr]).toEqual([2, expect.stringContaining('The file is gzipped, which is not read: unpack it')]);
  });

  it('rejects rows that are not valid in the stated one, byte for byte, and records the others', async () => {
    const bad = windows1252.subarray(windows1252.indexOf('\n') + 1);
    const bytes = Buffer.concat([Buffer.from(german), bad]);
    const { status, answers, rejected } = await importedAfresh(db, bytes, ...named, '--encoding', 'UTF-8');
    expect(status).toBe(1);
    expect(answers).toMatchObject(germanRow);
    expect(rejected[0].line).toBe(3);
    expect(Buffer.from(rejected[0].base64, 'base64')).toEqual(bad.subarray(0, -1));
  });
});

describe('the divider of a CSV file', () => {
  const row = ['größte Käserei', 'ChatGPT', '2026-01-02', '"Müller – für 5 €"'];
  const divided = (divider: string, first = `sep=${divider}`) =>
    `${first}\n${[heading.trim().split(','), row].map((cells) => cells.join(divider)).join('\n')}\n`;

  it.each([
    [divided(';')],
    [divided('|')],
    [divided('\t')],
    [divided(',')],
    [divided(';', '"sep=;"')],
    [divided(';', 'SEP=;')],
    [divided(';', 'sep=;;;')],
    [divided(';', '"sep=;";;')],
    [`\n\r\n${divided('|')}`],
    [`\ufeff${divided(';')}`],
    [divided(';').replaceAll('\n', '\r\n')],
    [divided(';').replaceAll('\n', '\r')],
    // The punctuation of a heading is passed over.
    [
      divided('|')
        .replace('prompt|', '"prompt"|')
        .replace('date|', 'date|"l,o,c,a,l,e"|')
        .replace('2026-01-02|', '2026-01-02||'),
    ],
  ])('is the one that its first line names: %j', async (text) => {
    const { status, stderr, answers } = await importedAfresh(db, text, ...named);
    expect(status, stderr).toBe(0);
    expect(answers).toMatchObject(germanRow);
  });

  it('is named before the heading only, and counts as a line', async () => {
    const { status, rejected } = await importedAfresh(db, `${divided(';')}sep=,\n`);
    expect(status).toBe(1);
    expect(rejected.map(({ line, text }) => [line, text])).toEqual([[4, 'sep=,']]);
    const { stderr } = await importedAfresh(db, 'sep=;\n');
    expect(stderr).toContain('The file is empty: its first line must name the columns.');
  });
});

describe('rows that cannot be recorded', () => {
  it('register neither prompts nor models', async () => {
    await using db = await testDatabase();
    const id = '6f1f0000-0000-4000-8000-000000000001';
    const rows = [
      `good,ChatGPT,2026-01-02,Müller,${id},`,
      `bad date,Model A,yesterday,Müller,,`,
      `names the brand,Model B,2026-01-02,Müller,,Müller`,
      `another prompt of an answer,Model C,2026-01-02,Müller,${id},`,
      `no answer,Model D,2026-01-02,,,`,
      `bad id of a model,${'m'.repeat(5_000)},2026-01-02,Müller,,`,
    ];
    const { status, rejected } = await imported(
      db,
      ['prompt,model,date,answer,id,competitors', ...rows],
      '--brand',
      'acme',
      '--org',
      'org',
      ...named,
    );
    expect(status).toBe(1);
    expect(rejected.map(({ line }) => line)).toEqual([3, 4, 5, 6, 7]);
    const { rows: names } = await db.pool.query(
      'select text as name from prompt union all select label from model order by 1',
    );
    expect(names.map(({ name }) => name)).toEqual(['ChatGPT', 'good']);
    const again = ['prompt,model,date,answer,id', `moved,ChatGPT,2026-01-02,Müller,${id}`];
    expect((await imported(db, again)).status).toBe(1);
    expect((await answersIn(db)).map(({ prompt }) => prompt)).toEqual(['good']);
  });

  it('do not end the import, however their quotes stand or however long they are', async () => {
    const rows = ['a,m,2026-01-02,"open', 'b,m,2026-01-02,good', 'c,m,2026-01-02,5" screen', 'd,m,2026-01-02,good'];
    const quotes = await importedAfresh(
      db,
      `${heading}${rows.join('\n')}\ne,m,2026-01-02,"two\nlines"\nf,m,2026-01-02,"end\n`,
    );
    expect(quotes.status).toBe(1);
    expect(quotes.answers.map(({ prompt, answer }) => [prompt, answer])).toEqual([
      ['b', 'good'],
      ['d', 'good'],
      ['e', 'two\nlines'],
    ]);
    const fault = expect.stringContaining('The quotes of this row are not closed, or stand within a cell');
    expect(quotes.rejected).toMatchObject([
      { line: 2, text: rows[0], faults: [{ message: fault }] },
      { line: 4, text: rows[2], faults: [{ message: fault }] },
      { line: 8, text: 'f,m,2026-01-02,"end', faults: [{ message: fault }] },
    ]);
    const text = `${heading}long,m,2026-01-02,${'x'.repeat(64_000_001)}\nafter,m,2026-01-02,good\n`;
    const long = await importedAfresh(db, text);
    expect(long.status).toBe(1);
    expect(long.answers.map(({ prompt }) => prompt)).toEqual(['after']);
    expect(long.rejected[0]).toMatchObject({ line: 2 });
  });
});

describe('a list in brackets in a cell', () => {
  const columns = ['competitorsMentioned', 'webQueries', 'tags'];
  const cells = [
    ['holds what is no text', '["Globex",null]'],
    ['is written as Python does it', "['Globex', 'Hooli']"],
    ['does not end', '["Globex"'],
    ['is an object', '{"Globex": 1}'],
  ];
  const cases = columns.flatMap((column) => cells.map(([what, cell]) => [column, what, cell] as const));
  it.each(cases)('of %s is refused where it %s', async (column, _, cell = '') => {
    const quoted = (text: string) => `"${text.replaceAll('"', '""')}"`;
    const rows = [`best cheese,m,2026-01-02,A,${quoted(cell)}`, `bad cheese,m,2026-01-02,B,${quoted('["Globex"]')}`];
    const file = [`${heading.trim()},${column}`, ...rows];
    const { status, stderr, answers, rejected } = await importedAfresh(db, file);
    expect(status, stderr).toBe(1);
    expect(answers.map(({ prompt }) => prompt)).toEqual(['bad cheese']);
    expect(rejected.map((each) => JSON.stringify(each))).toEqual([expect.stringContaining(column)]);
  });
});

describe('a time of day of a time zone', () => {
  it('is refused where its clocks skip or repeat it, and a date is its first instant', async () => {
    const times = ['2026-03-29 02:30', '2026-10-25 02:30', '2026-10-25 03:30', '2026-03-29', '0001-01-01'];
    const text = heading + times.map((time) => `best cheese,m,${time},${time}\n`).join('');
    const ended = await importedAfresh(db, text, '--time-zone', 'Europe/Berlin');
    expect(ended.status, ended.stderr).toBe(1);
    expect(ended.answers.map(({ at }) => at)).toEqual(['2026-03-28T23:00:00.000Z', '2026-10-25T02:30:00.000Z']);
    const rejected = JSON.stringify(ended.rejected);
    expect(rejected).toContain('2026-03-29 02:30');
    expect(rejected).toContain('skip, or show twice');
    expect(rejected).toContain('with an offset');
    expect(rejected).toContain('createdAt must lie within the years 0001 to 9999 of UTC');
  });
});
