// The check that statements name their brand sees what is bound and what is not.

import { expect, it } from 'vitest';
import { type Tables, unboundTables } from '../support/statements/unbound.js';

const tables: Tables = new Map([
  ...['run', 'answer', 'mark', 'url', 'version'].map((table) => [table, 'brand'] as const),
  ['prompt', 'reference'],
  ['rate_limit', 'local'],
]);

it.each([
  ['select 1'],
  ['select from prompt where id = $1'],
  ['select from run where brand_id = $1'],
  [`select from run where brand_id = 'a' and true`],
  ['select from run where brand_id = any($1::text[])'],
  [`select from run where run.brand_id in ('a', $1)`],
  ['select from run join answer on answer.brand_id = run.brand_id where run.brand_id = $1'],
  ['select from run join answer using (brand_id) where run.brand_id = $1'],
  ['select from run as a join run as b on a.brand_id = b.brand_id and b.brand_id = $1'],
  ['select from run where (brand_id = $1 and id = 1) or (brand_id = $2 and id = 2)'],
  ['with found as (select * from run where brand_id = $1) select from found'],
  ['with done as (delete from mark where brand_id = $1 returning id) insert into mark select id from done'],
  ['insert into run (brand_id) select $1 from prompt'],
  ['insert into mark select * from unnest($1::text[])'],
  ['update run set id = 1 where brand_id = $1'],
  [`copy (select (select count(*) from mark where brand_id = 'a') from prompt) to stdout`],
  [
    'select from (select * from run where brand_id = $1) as run cross join lateral (select from url where brand_id = $1) as url',
  ],
])('names its brand: %s', async (sql) => {
  expect(await unboundTables(sql, tables)).toEqual([]);
});

it.each([
  ['select from run', ['run']],
  ['select from run as all_runs where id = $1', ['run as all_runs']],
  ['select from run where brand_id = $1 or id = $2', ['run']],
  ['select from run where not brand_id = $1', ['run']],
  ['select from run where brand_id <> $1', ['run']],
  ['select from run, answer where run.brand_id = $1', ['answer']],
  ['select from run join answer on answer.brand_id = run.brand_id where run.brand_id = any($1)', ['answer']],
  ['select from unnest($1::text[]) as given (brand_id) join run using (brand_id)', ['run']],
  ['select from prompt where exists (select from run where run.brand_id = prompt.brand_id)', ['run']],
  [
    'select from run cross join lateral (select from url where url.brand_id = run.brand_id) as u where brand_id = $1',
    ['url'],
  ],
  ['delete from run using unnest($1::text[]) as given (brand_id) where run.brand_id = given.brand_id', ['run']],
  ['update run set id = 1', ['run']],
  ['copy (select from mark) to stdout', ['mark']],
  ['insert into mark select * from run', ['run']],
  ['with found as (select * from run) select from found', ['run']],
  ['select from run where brand_id = $1 union all select from mark', ['mark']],
  ['select from version, rate_limit where brand_id = $1', ['a local table beside tables of brands']],
])('does not name its brand: %s', async (sql, expected) => {
  expect(await unboundTables(sql, tables)).toEqual(expected);
});
