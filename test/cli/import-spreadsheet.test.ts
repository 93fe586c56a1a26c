// What `sightline import csv` makes of what people write in spreadsheets: names in another case, spaces, empty rows and cells, an organization that
// is there already.

import { describe, expect, it } from 'vitest';
import { testDatabase } from '../support/database.js';
import { imported, importedAfresh } from '../support/import-csv.js';
import { recordAll } from '../support/records.js';
import { sharedDatabase } from '../support/shared.js';

const db = await sharedDatabase();

describe('sightline import csv of a spreadsheet', () => {
  it('leaves the name of a recorded organization as it is, unless another is given', async () => {
    await using db = await testDatabase();
    await recordAll(db, [{ type: 'organization', id: 'org', name: 'Big Corporation' }]);
    const file = 'prompt,model,date,answer\nq,m,2026-01-01,Acme\n';
    const nameOfOrganization = async () => (await db.pool.query('select name from organization')).rows;
    expect((await importedAfresh(db, file)).status).toBe(0);
    expect(await nameOfOrganization()).toEqual([{ name: 'Big Corporation' }]);
    expect((await importedAfresh(db, file, '--org-name', 'Bigger')).status).toBe(0);
    expect(await nameOfOrganization()).toEqual([{ name: 'Bigger' }]);
  });

  it('takes names in any case for those of the brand and its competitors, and prompts without the spaces around them', async () => {
    await using db = await testDatabase();
    const rows = ['q ,m,2026-01-01,Acme or GLOBEX,globex', ' q,m,2026-01-02,Acme,acme', 'q,m,2026-01-03,Hooli,hooli'];
    const file = ['prompt,model,date,answer,competitors', ...rows];
    const { status, rejected } = await imported(db, file, '--competitor', 'Globex', '--competitor', 'globex');
    expect(status).toBe(1);
    expect(JSON.stringify(rejected)).toContain('must not name the brand itself, \\"Acme\\"');
    expect((await db.pool.query('select text from prompt')).rows).toEqual([{ text: 'q' }]);
    const { rows: companies } = await db.pool.query('select name, tracked from company order by name');
    expect(companies).toEqual([
      { name: 'Globex', tracked: true },
      { name: 'hooli', tracked: false },
    ]);
  });

  it('passes rows of dividers alone, and empty cells beyond the heading, as spreadsheets save them', async () => {
    const rows = [
      ...[',,,', 'q,m,2026-01-01,Acme,,,', ' ,,,', 'q,m,2026-01-02,Acme,,and more', 'q,m,2026-01-03'],
      ...['q,m,2026-01-04,"two\nlines",, ,', 'q,m,2026-01-05,"two\nlines",,more'],
    ];
    const { status, rejected, answers } = await importedAfresh(db, ['prompt,model,date,answer', ...rows]);
    expect(status).toBe(1);
    expect(rejected.map(({ text, faults }) => [text, faults[0].message.split(':')[0]])).toEqual([
      [rows[3], 'The row has 6 cells, but the heading has 4'],
      [rows[4], 'The row has 3 cells, but the heading has 4'],
      [rows[6], 'The row has 6 cells, but the heading has 4'],
    ]);
    expect(answers.map(({ answer }) => answer)).toEqual(['Acme', 'two\nlines']);
  });
});
