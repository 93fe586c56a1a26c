// `sightline import csv` of files as they come: in other encodings, with damaged rows, with rows that cannot be recorded. Every good row is recorded,
// every other one is in the file of rejects, and nothing is registered for it.

import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { runCommand } from '../support/command.js';
import { type TestDatabase, testDatabase } from '../support/database.js';
import { jsonLines } from '../support/json-lines.js';
import { sharedFolder } from '../support/shared.js';

const folder = await sharedFolder();

const file = async (name: string, bytes: Buffer | string) => {
  const path = join(folder, name);
  await writeFile(path, bytes);
  return path;
};

const importing = (db: TestDatabase, path: string, ...more: readonly string[]) =>
  runCommand(['import', 'csv', path, '--brand', 'muller', '--brand-name', 'Müller', '--org', 'org', ...more], {
    DATABASE_URL: db.url,
  });

const rejectedOf = async (path: string) => jsonLines(await readFile(`${path}.rejected.ndjson`, 'utf8'));

const recorded = async ({ pool }: TestDatabase) => {
  const { rows } = await pool.query(
    `select prompt.text as prompt, model, answer.text as answer, 0 = any(companies) as mentioned
     from run join prompt on prompt.id = prompt_id join answer on answer.run_id = run.id order by 1, 2, 3`,
  );
  return rows;
};

const heading = 'prompt,model,date,answer\n';
const german = `${heading}größte Käserei,ChatGPT,2026-01-02,"Müller – für 5 €"\n`;
/** As a spreadsheet saves it on Windows. */
const windows1252 = Buffer.from(german.replaceAll('€', '\x80').replaceAll('–', '\x96'), 'latin1');
const wide = Buffer.from(`\ufeff${german}`, 'utf16le');
const germanRow = { prompt: 'größte Käserei', model: 'chatgpt', answer: 'Müller – für 5 €', mentioned: true };

describe('the encoding of a CSV file', () => {
  it.each([
    ['UTF-8', Buffer.from(german), [], 'utf-8'],
    ['UTF-8 with a byte order mark', Buffer.from(`\ufeff${german}`), [], 'utf-8'],
    ['UTF-16, little end first', wide, [], 'utf-16le'],
    ['UTF-16, big end first', Buffer.from(wide).swap16(), [], 'utf-16be'],
    ['UTF-16 without a byte order mark', Buffer.from(german, 'utf16le'), [], 'utf-16le'],
    ['Windows-1252, stated', windows1252, ['--encoding', 'windows-1252'], 'windows-1252'],
    ['lines that end with CR', Buffer.from(german.replaceAll('\n', '\r')), [], 'utf-8'],
  ])('is named, and read without a changed letter: %s', async (name, bytes, options, encoding) => {
    await using db = await testDatabase();
    const { status, stderr } = await importing(db, await file(`${name}.csv`, bytes), ...options);
    expect(status, stderr).toBe(0);
    expect(stderr).toContain(`Read as ${encoding}.`);
    expect(await recorded(db)).toEqual([germanRow]);
  });

  it('changes no line end within quotation marks, where rows end with CR', async () => {
    const answer = 'line1\r\nline2\rline3\nsaid ""so""\r';
    const bytes = `${heading}p,m,2026-01-02,"${answer}"\nq,m,2026-01-02,plain\n`.replaceAll(/\n(?=[pq]|$)/g, '\r');
    await using db = await testDatabase();
    const { status, stderr } = await importing(db, await file('returns.csv', bytes));
    expect([status, stderr]).toEqual([0, expect.any(String)]);
    expect((await recorded(db)).map((row) => row.answer)).toEqual([answer.replaceAll('""', '"'), 'plain']);
  });

  it('is asked for where the file is not valid in the one it would be read as', async () => {
    await using db = await testDatabase();
    const { status, stderr } = await importing(db, await file('saved.csv', windows1252));
    expect(status).toBe(2);
    expect(stderr).toContain('is not valid utf-8: line 2 is the first that is not. Nothing was recorded.');
    expect(stderr).toContain('--encoding windows-1252');
    expect(await recorded(db)).toEqual([]);
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
    await using db = await testDatabase();
    for (const options of [[], ['--encoding', 'utf-16le']]) {
      const { status, stderr } = await importing(db, await file(`utf-32-${end}.csv`, bytes), ...options);
      expect(status).toBe(2);
      expect(stderr).toContain('The file is UTF-32, which is not read: save it as UTF-8.');
    }
    expect(await recorded(db)).toEqual([]);
  });

  it('is not gzip', async () => {
    await using db = await testDatabase();
    const { status, stderr } = await importing(db, await file('answers.csv.gz', gzipSync(windows1252)));
    expect([status, stderr]).toEqual([2, expect.stringContaining('The file is gzipped, which is not read: unpack it')]);
  });

  it('rejects rows that are not valid in the stated one, byte for byte, and records the others', async () => {
    await using db = await testDatabase();
    const bad = windows1252.subarray(windows1252.indexOf('\n') + 1);
    const path = await file('mixed.csv', Buffer.concat([Buffer.from(german), bad]));
    expect((await importing(db, path, '--encoding', 'UTF-8')).status).toBe(1);
    expect(await recorded(db)).toEqual([germanRow]);
    const [rejected] = await rejectedOf(path);
    expect(rejected.line).toBe(3);
    expect(Buffer.from(rejected.base64, 'base64')).toEqual(bad.subarray(0, -1));
  });
});

describe('the divider of a CSV file', () => {
  const row = ['größte Käserei', 'ChatGPT', '2026-01-02', '"Müller – für 5 €"'];
  const named = (divider: string, first = `sep=${divider}`) =>
    `${first}\n${[heading.trim().split(','), row].map((cells) => cells.join(divider)).join('\n')}\n`;

  it.each([
    [named(';')],
    [named('|')],
    [named('\t')],
    [named(',')],
    [named(';', '"sep=;"')],
    [named(';', 'SEP=;')],
    [named(';', 'sep=;;;')],
    [named(';', '"sep=;";;')],
    [`\n\r\n${named('|')}`],
    [`\ufeff${named(';')}`],
    [named(';').replaceAll('\n', '\r\n')],
    [named(';').replaceAll('\n', '\r')],
    // The punctuation of a heading is passed over.
    [
      named('|')
        .replace('prompt|', '"prompt"|')
        .replace('date|', 'date|"l,o,c,a,l,e"|')
        .replace('2026-01-02|', '2026-01-02||'),
    ],
  ])('is the one that its first line names: %j', async (text) => {
    await using db = await testDatabase();
    const { status, stderr } = await importing(db, await file('divided.csv', text));
    expect(status, stderr).toBe(0);
    expect(await recorded(db)).toEqual([germanRow]);
  });

  it('is named before the heading only, and counts as a line', async () => {
    await using db = await testDatabase();
    const path = await file('named.csv', `${named(';')}sep=,\n`);
    expect((await importing(db, path)).status).toBe(1);
    expect((await rejectedOf(path)).map(({ line, text }) => [line, text])).toEqual([[4, 'sep=,']]);
    const { stderr } = await importing(db, await file('only.csv', 'sep=;\n'));
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
    const path = await file('refused.csv', `prompt,model,date,answer,id,competitors\n${rows.join('\n')}\n`);
    expect((await importing(db, path)).status).toBe(1);
    expect((await rejectedOf(path)).map(({ line }) => line)).toEqual([3, 4, 5, 6, 7]);
    const { rows: names } = await db.pool.query(
      'select text as name from prompt union all select label from model order by 1',
    );
    expect(names.map(({ name }) => name)).toEqual(['ChatGPT', 'good']);
    const again = await file('again.csv', `prompt,model,date,answer,id\nmoved,ChatGPT,2026-01-02,Müller,${id}\n`);
    expect((await importing(db, again)).status).toBe(1);
    expect((await recorded(db)).map(({ prompt }) => prompt)).toEqual(['good']);
  });

  it('do not end the import, however their quotes stand or however long they are', async () => {
    await using db = await testDatabase();
    const rows = ['a,m,2026-01-02,"open', 'b,m,2026-01-02,good', 'c,m,2026-01-02,5" screen', 'd,m,2026-01-02,good'];
    const path = await file('quotes.csv', `${heading}${rows.join('\n')}\ne,m,2026-01-02,"two\nlines"\n`);
    expect((await importing(db, path)).status).toBe(1);
    expect((await recorded(db)).map(({ prompt, answer }) => [prompt, answer])).toEqual([
      ['b', 'good'],
      ['d', 'good'],
      ['e', 'two\nlines'],
    ]);
    expect((await rejectedOf(path)).map(({ line, text }) => [line, text])).toEqual([
      [2, rows[0]],
      [4, rows[2]],
    ]);
    const long = await file(
      'long.csv',
      `${heading}long,m,2026-01-02,${'x'.repeat(64_000_001)}\nafter,m,2026-01-02,good\n`,
    );
    expect((await importing(db, long)).status).toBe(1);
    expect((await recorded(db)).map(({ prompt }) => prompt)).toContain('after');
    expect((await rejectedOf(long))[0]).toMatchObject({ line: 2 });
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
  it.each(cases)('of %s is refused where it %s', async (column, what, cell = '') => {
    await using db = await testDatabase();
    const quoted = (text: string) => `"${text.replaceAll('"', '""')}"`;
    const rows = [`best cheese,m,2026-01-02,A,${quoted(cell)}`, `bad cheese,m,2026-01-02,B,${quoted('["Globex"]')}`];
    const path = await file(`${column} ${what}.csv`, `${heading.trim()},${column}\n${rows.join('\n')}\n`);
    const { status, stderr } = await importing(db, path);
    expect(status, stderr).toBe(1);
    expect((await recorded(db)).map(({ prompt }) => prompt)).toEqual(['bad cheese']);
    const [rejected, ...others] = await rejectedOf(path);
    expect(others).toEqual([]);
    expect(JSON.stringify(rejected)).toContain(column);
  });
});

describe('a time of day of a time zone', () => {
  it('is refused where its clocks skip or repeat it, and a date is its first instant', async () => {
    await using db = await testDatabase();
    const times = ['2026-03-29 02:30', '2026-10-25 02:30', '2026-10-25 03:30', '2026-03-29', '0001-01-01'];
    const path = await file('clocks.csv', heading + times.map((time) => `best cheese,m,${time},${time}\n`).join(''));
    const { status, stderr } = await importing(db, path, '--time-zone', 'Europe/Berlin');
    expect(status, stderr).toBe(1);
    const { rows } = await db.pool.query('select created_at as at from run order by 1');
    expect(rows.map(({ at }) => at.toISOString())).toEqual(['2026-03-28T23:00:00.000Z', '2026-10-25T02:30:00.000Z']);
    const rejected = JSON.stringify(await rejectedOf(path));
    expect(rejected).toContain('2026-03-29 02:30');
    expect(rejected).toContain('skip, or show twice');
    expect(rejected).toContain('with an offset');
    expect(rejected).toContain('createdAt must lie within the years 0001 to 9999 of UTC');
  });
});
