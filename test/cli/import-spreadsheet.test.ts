// What `sightline import csv` makes of what people write in spreadsheets: names in another case, spaces, empty rows and cells, an organization that
// is there already.

import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { runCommand } from '../support/command.js';
import { type TestDatabase, testDatabase } from '../support/database.js';
import { sharedFolder } from '../support/shared.js';

const folder = await sharedFolder();

const file = async (name: string, text: string) => {
  const path = join(folder, name);
  await writeFile(path, text);
  return path;
};
const rejects = (path: string) => readFile(`${path}.rejected.ndjson`, 'utf8');

const brand = ['--brand', 'acme', '--brand-name', 'Acme', '--org', 'org', '--competitor', 'Globex'];
const importing = (db: TestDatabase, path: string, ...more: readonly string[]) =>
  runCommand(['import', 'csv', path, ...brand, ...more], { DATABASE_URL: db.url });

describe('sightline import csv of a spreadsheet', () => {
  it('leaves the name of a recorded organization as it is, unless another is given', async () => {
    await using db = await testDatabase();
    const before = await file('big.ndjson', '{"type":"organization","id":"org","name":"Big Corporation"}\n');
    expect((await runCommand(['record', before], { DATABASE_URL: db.url })).status).toBe(0);
    const path = await file('one.csv', 'prompt,model,date,answer\nq,m,2026-01-01,Acme\n');
    const nameOfOrganization = async () => (await db.pool.query('select name from organization')).rows;
    expect((await importing(db, path)).status).toBe(0);
    expect(await nameOfOrganization()).toEqual([{ name: 'Big Corporation' }]);
    const named = ['--brand', 'other', '--brand-name', 'Other', '--org', 'org', '--org-name', 'Bigger'];
    expect((await runCommand(['import', 'csv', path, ...named], { DATABASE_URL: db.url })).status).toBe(0);
    expect(await nameOfOrganization()).toEqual([{ name: 'Bigger' }]);
  });

  it('takes names in any case for those of the brand and its competitors, and prompts without the spaces around them', async () => {
    await using db = await testDatabase();
    const rows = ['q ,m,2026-01-01,Acme or GLOBEX,globex', ' q,m,2026-01-02,Acme,acme', 'q,m,2026-01-03,Hooli,hooli'];
    const path = await file('cases.csv', `prompt,model,date,answer,competitors\n${rows.join('\n')}\n`);
    expect((await importing(db, path, '--competitor', 'globex')).status).toBe(1);
    expect(await rejects(path)).toContain('must not name the brand itself, \\"Acme\\"');
    expect((await db.pool.query('select text from prompt')).rows).toEqual([{ text: 'q' }]);
    const { rows: companies } = await db.pool.query('select name, tracked from company order by name');
    expect(companies).toEqual([
      { name: 'Globex', tracked: true },
      { name: 'hooli', tracked: false },
    ]);
  });

  it('passes rows of dividers alone, and empty cells beyond the heading, as spreadsheets save them', async () => {
    await using db = await testDatabase();
    const rows = [
      ...[',,,', 'q,m,2026-01-01,Acme,,,', ' ,,,', 'q,m,2026-01-02,Acme,,and more', 'q,m,2026-01-03'],
      ...['q,m,2026-01-04,"two\nlines",, ,', 'q,m,2026-01-05,"two\nlines",,more'],
    ];
    const path = await file('leftovers.csv', `prompt,model,date,answer\n${rows.join('\n')}\n`);
    expect((await importing(db, path)).status).toBe(1);
    const rejected = await rejects(path);
    expect(rejected).toContain('The row has 6 cells, but the heading has 4');
    expect(rejected).toContain('The row has 3 cells, but the heading has 4');
    expect(rejected.match(/The row has/g)).toHaveLength(3);
    expect(rejected).toContain('"text":"q,m,2026-01-05,\\"two\\nlines\\",,more"');
    expect(rejected).not.toContain('2026-01-04');
    const { rows: texts } = await db.pool.query('select text from answer order by text');
    expect(texts).toEqual([{ text: 'Acme' }, { text: 'two\nlines' }]);
  });
});
