// What is deleted leaves no company, prompt, URL, domain and query that is of nothing any more, and no price for it.

import { expect, it } from 'vitest';
import type { Database } from '../../src/database/postgres.js';
import { rollBrands } from '../../src/tiles/roll/rolling.js';
import { testApp } from '../support/app.js';
import { testDatabase } from '../support/database.js';
import { base, best, cheap, id, run } from '../support/recorded.js';
import { recordAll } from '../support/records.js';

const many = Array.from({ length: 300 }, (_, number) => `Name ${number}`);
const window = 'start=2026-03-01T00:00:00Z&end=2026-03-02T00:00:00Z';
const [brand, prompt] = ['/api/v1/brands/crm', `/api/v1/prompts/${best}`];
const paths = [
  ...['analytics', 'breakdown', 'signals', 'runs', 'runs'].map(
    (path, at) => `${brand}/${path}?${window}${['', '&by=company', '', '', '&company=Name%201'][at]}`,
  ),
  ...[`${prompt}/analytics?${window}`, `${prompt}/runs?${window}`, `${prompt}/snapshot?date=2026-03-01`],
];

/** What paths answer, and what they cost. */
async function answers(db: Database, asked: readonly string[] = paths): Promise<readonly unknown[]> {
  await using app = await testApp(db);
  const found: unknown[] = [];
  for (const path of asked) {
    const { status, headers, text } = await app.get(path);
    found.push([path, status, headers.get('x-query-cost'), text]);
  }
  return found;
}

const kept = run({ id: id(101), createdAt: '2026-03-01T11:00:00Z', competitorsMentioned: ['Globex', 'Name 7'] });

const pages = (numbers: readonly number[]) => ({
  citations: numbers.map((number) => ({ url: `https://site${number % 40}.example/${number}`, title: `t ${number}` })),
  webQueries: numbers.map((number) => `query ${number}`),
});
const upTo = (count: number) => Array.from({ length: count }, (_, number) => number);
const items = ['citations/urls', 'citations/domains', 'query-fanout', 'prompt-performance'];
const lists = ['', '&search=1', '&orderBy=prompts'].flatMap((more) =>
  items.map((list) => `${brand}/${list}?${window}${list === 'prompt-performance' ? more.split('&orderBy')[0] : more}`),
);

it.each([false, true])('costs what it costs where items and prompts never were; in tiles: %s', async (isRolled) => {
  await using db = await testDatabase();
  const citing = { ...kept, ...pages([3, 4, 250]) };
  const others = [
    run({ ...pages(upTo(300)) }),
    run({ id: id(102), promptId: cheap, createdAt: '2026-01-05T11:00:00Z', ...pages(upTo(500).slice(200)) }),
    run({ id: id(103), createdAt: '2026-02-05T11:00:00Z', ...pages([1, 2, 499]) }),
  ];
  await recordAll(db, [...base, ...others, citing]);
  if (isRolled) await rollBrands(db);
  const deleted = [
    { type: 'run', id: id(100), promptId: best, deleted: true },
    { type: 'prompt', id: cheap, deleted: true },
    { type: 'run', id: id(103), promptId: best, deleted: true },
  ];
  await recordAll(db, deleted, { batches: 1 });
  await using other = await testDatabase();
  const never = [...base.filter((each) => !('id' in each && each.id === cheap)), citing];
  await recordAll(other, never);
  expect(await answers(db, lists)).toEqual(await answers(other, lists));
  const { rows } = await db.pool.query(
    'select (select count(*) from url)::int as urls, (select count(*) from domain)::int as domains, (select count(*) from query)::int as queries',
  );
  expect(rows).toEqual([{ urls: 3, domains: 3, queries: 3 }]);
  // Numbers go on behind those that were given.
  const more = run({ id: id(104), createdAt: '2026-03-01T12:00:00Z', ...pages([3, 7, 600]) });
  for (const each of [db, other]) await recordAll(each, [more]);
  expect(await answers(db, lists)).toEqual(await answers(other, lists));
  for (const each of [db, other]) {
    await recordAll(each, [{ type: 'brand', id: 'crm', deleted: true }]);
    await recordAll(each, [...never, more]);
  }
  expect(await answers(db, lists)).toEqual(await answers(other, lists));
});

it('costs after runs were deleted what it costs where they never were', async () => {
  await using db = await testDatabase();
  const deleted = { type: 'run', id: id(100), promptId: best, deleted: true };
  await recordAll(db, [...base, run({ competitorsMentioned: many }), kept, deleted]);
  await using other = await testDatabase();
  await recordAll(other, [...base, kept]);
  expect(await answers(db)).toEqual(await answers(other));
});
