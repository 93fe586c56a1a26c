// Which columns `sightline import csv` takes, and what it says of a heading or an option that it does not understand.

import { describe, expect, it } from 'vitest';
import { imported, importedAfresh } from '../support/import-csv.js';
import { sharedDatabase } from '../support/shared.js';

/** Of those that record nothing. */
const empty = await sharedDatabase();
const db = await sharedDatabase();

describe('the columns of a CSV file', () => {
  it.each([
    ['', [], 'The file is empty'],
    ['a,b\n1,2\n', [], 'No column was recognized as prompt: say which one it is with --column "prompt=<heading>"'],
    ['prompt,model,date\n', ['--column', 'answer=Reply'], 'There is no column "Reply" for answer'],
    ['prompt,model,date\n', ['--column', 'reply=Reply'], '--column takes <field>=<text>'],
    ['prompt,model,date\n', ['--time-zone', 'Mars'], '--time-zone must be an IANA time zone'],
    ['"prompt,model,date\n', [], 'The first line must name the columns, and cannot be read.'],
    ['prompt,model,date\n', ['--encoding', 'klingon'], '--encoding must be an encoding such as'],
    ['prompt,model,date\n', ['--ignore', 'Note'], 'There is no column "Note" to ignore'],
    ['prompt,model,date,citation_links\n', [], 'Column "citation_links" looks like citations and is not imported'],
    ['prompt,model,date,Answr,answer\n', [], 'Column "Answr" looks like answer and is not imported: answer is'],
    ['prompt,model,date,answer,Answers\n', [], 'Column "Answers" looks like answer and is not imported: answer is'],
    ['prompt,model,date,answer,response\n', [], 'Column "response" looks like answer and is not imported: answer is'],
    [
      'prompt,model,date,Answer,Answer\n',
      [],
      'The heading "Answer" stands 2 times (columns 4 and 5): keep one of them,',
    ],
    [
      'prompt,model,date,Reply,Reply\n',
      ['--column', 'answer=Reply'],
      'The heading "Reply" stands 2 times (columns 4 and 5)',
    ],
    ['prompt,model,date,Cited,Cited\n', [], 'The heading "Cited" stands 2 times (columns 4 and 5)'],
    ['prompt,prompt,model,date\n', ['--ignore', 'prompt'], 'No column was recognized as prompt'],
  ])('refuses %j with %j in a sentence that helps', async (text, more, message) => {
    const { status, stderr } = await imported(empty, text, ...more);
    expect(status).toBe(2);
    expect(stderr).toContain(message);
    expect((await empty.pool.query('select from brand')).rowCount).toBe(0);
  });

  it.each([
    ['', ''],
    ['Reply to,Reply to', '"Reply to"'],
    ['Wort,Note', '"Wort", "Note"'],
    ['constructor,toString', '"constructor", "toString"'],
  ])(
    'refuses the columns %j that are no field unless each is ignored, before a row is read, and in the dry run',
    async (more, named) => {
      const ignored = [...new Set(more.split(','))];
      const flags = ignored.flatMap((each) => ['--ignore', each]);
      const text = `prompt,model,date,answer,${more}\nq,m,2026-01-01,Acme,${more}\n`;
      for (const dry of [['--dry-run'], []]) {
        const { status, stderr } = await imported(empty, text, ...dry);
        const message = expect.stringContaining(`none is known as a field: ${named || '""'}. Name`);
        expect([status, stderr]).toEqual([2, message]);
        expect(stderr).toContain(`leave them out with ${ignored.map((each) => `--ignore "${each}"`).join(' ')}.`);
        expect((await empty.pool.query('select from brand')).rowCount).toBe(0);
      }
      const { status, stderr, answers } = await importedAfresh(db, text, ...flags);
      expect(status, stderr).toBe(0);
      expect(answers).toHaveLength(1);
    },
  );

  it('leaves out every column with an ignored heading, recognized or not, and says so', async () => {
    const text = 'prompt,model,date,answer,Position,Position,Note,Note\nq,m,2026-01-01,Acme,3,x,a,b\n';
    const ignored = ['--ignore', 'position', '--ignore', 'note'];
    const { status, out, stderr } = await imported(empty, text, ...ignored, '--dry-run', '--json');
    expect(status, stderr).toBe(0);
    expect(stderr).toContain('Not imported: "Position", "Position", "Note", "Note".');
    expect(JSON.parse(out).sample).not.toHaveProperty('assessments');
  });
});
