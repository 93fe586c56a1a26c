// What leaves the process of a statement has no value in it, however it was written.

import fc from 'fast-check';
import pg from 'pg';
import { expect, it } from 'vitest';
import { statementName, withoutValues } from '../../src/tracing/statement-text.js';

it.each([
  ["select * from run where brand_id = 'acme' and month = 24315", 'select * from run where brand_id = ? and month = ?'],
  ["select E'it\\'s', 'it''s', '\\' from x where y = 'secret'", 'select ?, ?, ? from x where y = ?'],
  ["string_agg(name, U&'\\000A' order by id)", 'string_agg(name, ? order by id)'],
  ['select t1.a2 from t1 where b = $12 and "c3" = $1::int4', 'select t1.a2 from t1 where b = $12 and "c3" = $1::int4'],
  ['select a\n   from b\n  limit 1.5', 'select a from b limit ?'],
  ["any(array['a','b']::text[])", 'any(array[?,?]::text[])'],
])('leaves no value in %s', (sql, expected) => {
  expect(withoutValues(sql)).toBe(expected);
});

it('leaves no value that the driver quotes, whatever it is', () => {
  const text = fc.string({ unit: 'grapheme' }).filter((value) => !value.includes('\0'));
  fc.assert(
    fc.property(fc.array(fc.oneof(text, fc.nat()), { minLength: 1 }), (values) => {
      const literals = values.map((value) => (typeof value === 'number' ? `${value}` : pg.escapeLiteral(value)));
      const sql = `copy (select ${literals.join(', ')} from run) to stdout`;
      expect(withoutValues(sql)).toBe(`copy (select ${values.map(() => '?').join(', ')} from run) to stdout`);
    }),
  );
});

it('names a span after the first word of its statement', () => {
  expect(['select 1', '\n  begin isolation level', '(select 1)', ''].map(statementName)).toEqual([
    'SELECT',
    'BEGIN',
    'SELECT',
    'SQL',
  ]);
});
