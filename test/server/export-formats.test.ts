// The formats of a list: which one an Accept header chooses, and what a line of CSV or NDJSON holds.

import { parse } from 'csv-parse/sync';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { textsOf } from '../../src/recording/import/csv/values.js';
import type { Element, Elements } from '../../src/server/rest/export/elements.js';
import { csv, formatFor, ndjson } from '../../src/server/rest/export/formats.js';

describe('the format of an answer', () => {
  it.each([
    [null, 'json'],
    ['', 'json'],
    ['*/*', 'json'],
    ['application/json', 'json'],
    ['text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8', 'json'],
    ['image/png', 'json'],
    ['text/csv', 'csv'],
    ['TEXT/CSV', 'csv'],
    ['text/csv; charset=utf-8; header=present', 'csv'],
    ['text/*', 'csv'],
    ['application/x-ndjson', 'ndjson'],
    ['text/csv;q=0.5, application/x-ndjson', 'ndjson'],
    ['text/csv, application/x-ndjson;q=0.5', 'csv'],
    ['text/csv, */*;q=0.1', 'csv'],
    ['text/csv, */*', 'csv'],
    ['application/json;q=0.9, text/csv', 'csv'],
    ['application/json, text/csv', 'json'],
    ['text/csv, application/json', 'csv'],
    ['application/json, text/csv;q=0.9', 'json'],
    ['*/*, text/csv;q=0.5', 'json'],
    ['text/csv;q=0', 'json'],
    ['text/csv;q=0, application/x-ndjson;q=0.1', 'ndjson'],
    ['application/*;q=0.2, application/x-ndjson;q=0.1', 'json'],
    ['application/json;q=0, application/*', 'ndjson'],
    [',;=,', 'json'],
  ])('for Accept %j is %s', (accept, expected) => {
    expect(formatFor(accept)?.extension ?? 'json').toBe(expected);
  });
});

/** Columns of objects, by the paths to their values. */
const elementsOf = (...names: readonly string[]): Elements => ({
  columns: names.map((name) => ({
    name,
    // biome-ignore lint/suspicious/noExplicitAny: a test knows its objects
    read: (row: any) => name.split('.').reduce((value, each) => value?.[each] ?? null, row),
  })),
  toElement: (row) => row as Element, // safe because the tests give objects
});

const columns = elementsOf('name', 'sentiment.positive', 'leader.name', 'tags', 'isNew');
const element = (name: string, leader: { name: string } | null = null, tags: readonly string[] = []) => ({
  name,
  sentiment: { positive: 3 },
  leader,
  tags,
  isNew: false,
});

describe('CSV', () => {
  it('names nested fields by their path', () => {
    expect(csv.head(columns)).toBe('name,sentiment.positive,leader.name,tags,isNew\r\n');
  });

  it('leaves what is null empty, also within an object that is null', () => {
    expect(csv.line({ ...element('a'), isNew: null }, columns)).toBe('a,3,,,\r\n');
  });

  it('joins the texts of a list in one cell', () => {
    expect(csv.line(element('a', { name: 'Globex' }, ['crm', 'smb']), columns)).toBe('a,3,Globex,"crm,smb",false\r\n');
  });

  it('writes a list so that an import reads the same texts, whatever they contain', () => {
    fc.assert(
      fc.property(
        fc.array(
          fc
            .stringMatching(/^[a"'[=,;|\n ]{0,5}[b\]]$/)
            .map((text) => text.trim())
            // An apostrophe before a sign is not told from one that was put there.
            .filter((text) => !text.startsWith("'=")),
          { minLength: 1 },
        ),
        (tags) => {
          const [[cell = ''] = []] = parse(csv.line(element('a', null, tags), columns)).map((row: string[]) =>
            row.slice(3),
          );
          expect(textsOf(cell.replace(/^'(?=[=+@\t\r-])/, ''))).toEqual(tags);
        },
      ),
      { examples: [[['x,y', 'z']], [['["x"]']], [['a;b']], [['=1,2']], [["']"]]] },
    );
  });

  it.each(['=1+1', '+1', '-1', '@SUM(A1)', '\tx', '\rx'])('puts an apostrophe before %j', (text) => {
    expect(cellsOf(csv.line(element(text, { name: text }, [text]), columns))).toEqual([
      [`'${text}`, '3', `'${text}`, `'${text}`, 'false'],
    ]);
  });

  it('puts none before a number', () => {
    expect(csv.line({ change: -0.25, tiny: 1e-9 }, elementsOf('change', 'tiny'))).toBe('-0.25,1e-9\r\n');
  });

  it('gives every text back to a reader of RFC 4180', () => {
    const texts = fc.array(fc.string({ unit: fc.constantFrom('"', ',', '\r', '\n', 'a', ' ', '=', 'é', '😀', "'") }));
    const property = fc.property(texts, (names) => {
      const text = names.map((name) => csv.line({ name, more: 1 }, elementsOf('name', 'more'))).join('');
      expect(cellsOf(text)).toEqual(names.map((name) => [/^[=\r]/.test(name) ? `'${name}` : name, '1']));
    });
    fc.assert(property);
  });
});

describe('NDJSON', () => {
  it('is the element as JSON, one a line, whatever it holds', () => {
    const given = element('a\nb\u2028"', { name: '=x' }, ['t']);
    const line = ndjson.line(given, columns);
    expect(line.endsWith('\n')).toBe(true);
    expect(line.slice(0, -1)).not.toMatch(/[\r\n]/);
    expect(JSON.parse(line)).toEqual(given);
    expect(ndjson.head(columns)).toBe('');
  });
});

/** The cells of each line, by the grammar of RFC 4180. */
function cellsOf(text: string): readonly (readonly string[])[] {
  const rows: string[][] = [];
  let cells: string[] = [];
  const cell = /(?:"((?:[^"]|"")*)"|([^",\r\n]*))(,|\r\n)/y;
  for (let found = cell.exec(text); found; found = cell.exec(text)) {
    cells.push(found[1]?.replaceAll('""', '"') ?? found[2] ?? '');
    if (found[3] === '\r\n') rows.push(cells.splice(0));
    if (cell.lastIndex === text.length) break;
  }
  cells = [];
  if (text !== '' && cell.lastIndex !== text.length) throw new Error(`This is not CSV: ${text}`);
  return rows;
}
