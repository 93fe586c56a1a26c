// `sightline import csv` of rows of several lines that cannot be read: rejected whole, and no text in them is taken for a row.

import { describe, expect, it } from 'vitest';
import { importedAfresh } from '../support/import-csv.js';
import { sharedDatabase } from '../support/shared.js';

const db = await sharedDatabase();

const heading = 'prompt,model,createdAt,answer,market\n';
const good = 'p3,ChatGPT,2026-01-31,Acme,US';
/** A line of an answer that looks like a row. */
const inner = 'p2,ChatGPT,2026-01-31,Globex,US';
const counted = (cells: number) => `The row has ${cells} cells, but the heading has 5`;

/** What became of a file: the line, the text and the first words of the fault of each rejected row, and the prompts of what was recorded. */
const outcomeOf = async (file: Buffer | string, ...options: readonly string[]) => {
  const { status, stderr, rejected, answers } = await importedAfresh(db, file, ...options);
  expect(status, stderr).toBe(1);
  return {
    rejected: rejected.map(({ line, faults, text, base64 }) => {
      expect(faults).toHaveLength(1);
      return [line, text ?? Buffer.from(base64, 'base64').toString('latin1'), faults[0].message.split(':')[0]];
    }),
    recorded: answers.map(({ prompt }) => prompt),
  };
};

describe('a row of several lines with the wrong number of cells', () => {
  it.each([
    ['one too few', `p1,ChatGPT,2026-01-31,"A table:\n${inner}\nend Acme"`, 4],
    ['one too many', `p1,ChatGPT,2026-01-31,"A table:\n${inner}\nend Acme",US,more`, 6],
    ['one too few, as CRLF', `p1,ChatGPT,2026-01-31,"A table:\r\n${inner}\r\nend Acme"`, 4],
    ['one too few, between line ends of its own', `p1,ChatGPT,2026-01-31,"\n${inner}\n"`, 4],
    ['one too few, with two such cells', `p1,"ChatGPT\n",2026-01-31,"\n${inner}\n${inner}\n"`, 4],
  ])('is rejected whole, once, and nothing in it is read as a row: %s', async (_, ragged, cells) => {
    const { rejected, recorded } = await outcomeOf(`${heading}${ragged}\n${good}\n`);
    expect(rejected).toEqual([[2, ragged, counted(cells)]]);
    expect(recorded).toEqual(['p3']);
  });

  it('is rejected where the answers of good rows begin and end with line ends', async () => {
    const of = (prompt: string) => `${prompt},ChatGPT,2026-01-31,"\n${inner}\n"`;
    const { rejected, recorded } = await outcomeOf(`${heading}${of('p1')}\n${of('p4')},US\n${of('p5')},US\n${good}\n`);
    expect(rejected).toEqual([[2, of('p1'), counted(4)]]);
    expect(recorded).toEqual(['p3', 'p4', 'p5']);
  });

  it('is rejected whole where a line in it is not valid in the encoding of the file', async () => {
    const ragged = `p1,ChatGPT,2026-01-31,"A table:\n${inner}\nno caf\xe9, Acme",US`;
    const bytes = Buffer.from(`${heading}${ragged}\n${good}\n`, 'latin1');
    const { rejected, recorded } = await outcomeOf(bytes, '--encoding', 'utf-8');
    expect(rejected).toEqual([[2, ragged, 'The row is not valid in the encoding of the file']]);
    expect(recorded).toEqual(['p3']);
  });

  it.each([
    ['a line end', 4, `"\n${inner}\nend Acme",US`],
    ['a divider', 6, `",x,y\n${inner}\nend Acme",US`],
  ])(
    'is rejected with the row that its last line may begin, by a cell that begins with %s',
    async (_, cells, second) => {
      // Either the first line is one with a stray quote, or the last one with two rows in one cell: nobody can know.
      const both = `p1,ChatGPT,2026-01-31,"open\n${good}\np2,ChatGPT,2026-01-31,${second}`;
      const { rejected, recorded } = await outcomeOf(`${heading}${both}\n${good}\n`);
      expect(rejected).toEqual([[2, both, counted(cells)]]);
      expect(recorded).toEqual(['p3']);
    },
  );

  it('is rejected with the rows that follow from one stray quote to the next, up to where there is one reading', async () => {
    // The quote behind `c,` closes the cell of the first row, or opens one that ends in the third line; so does that one, up to the last line.
    const lines = ['p1,ChatGPT,2026-01-31,"A list:', 'a,b,c,"', 'p4,ChatGPT,2026-01-31,",US', inner, 'end Acme",US'];
    const { rejected, recorded } = await outcomeOf(`${heading}${lines.join('\n')}\n${good}\n`);
    expect(rejected).toEqual([[2, lines.join('\n'), counted(4)]]);
    expect(recorded).toEqual(['p3']);
  });
});
