// Lists in the order of distinct prompts: a page is found among the items with most runs, however few of these are looked at first, and all are
// counted chunk by chunk.

import fc from 'fast-check';
import { expect, it } from 'vitest';
import { unlimited } from '../../../src/domain/budget.js';
import type { ListAsk } from '../../../src/domain/lists/lists.js';
import { allRuns } from '../../../src/domain/summary.js';
import { createListCache, readLists } from '../../../src/tiles/lists/read-lists.js';
import { rollBrand } from '../../../src/tiles/roll/roll.js';
import { testDatabase } from '../../support/database.js';
import { base, id, run } from '../../support/recorded.js';
import { recordAll } from '../../support/records.js';
import { shared } from '../../support/shared.js';

const [items, prompts] = [60, 61];

/** Item n is cited by 61 − n runs: every seventh by as many prompts, the others by few. The fewer, the earlier its name. */
const cited = Array.from({ length: items }, (_, item) => {
  const runs = items - item + 1;
  const distinct = item % 7 === 0 ? runs : Math.min(runs, 1 + ((item + 1) % 3));
  return { runs, distinct, url: `https://site.example/${String(items - item).padStart(2, '0')}` };
});

const promptId = (number: number) => id(10_000 + number);
const statements: string[] = [];
const db = await shared(testDatabase({ onQuery: (sql) => statements.push(sql) }));
await recordAll(db, [
  ...base,
  ...Array.from({ length: prompts }, (_, number) => {
    return { type: 'prompt', id: promptId(number), brandId: 'crm', text: `prompt ${number}`, tags: [] };
  }),
  ...cited.flatMap(({ runs, distinct, url }, item) =>
    Array.from({ length: runs }, (_, number) =>
      run({
        id: id(20_000 + item * 100 + number),
        promptId: promptId(number % distinct),
        createdAt: `2026-03-01T10:${String(number % 60).padStart(2, '0')}:00Z`,
        citations: [{ url }],
      }),
    ),
  ),
]);
await rollBrand(db, 'crm');

const window = { start: Date.parse('2026-03-01T00:00:00Z'), end: Date.parse('2026-03-02T00:00:00Z') };
const expected = cited.toSorted((a, b) => b.distinct - a.distinct || (a.url < b.url ? -1 : 1));

async function pageOf(skip: number, limit: number, firstItems: number) {
  const ask: ListAsk = {
    question: {
      brandId: 'crm',
      window,
      ...allRuns,
      series: null,
    },
    ...{ kind: 'urls', compared: null, outcome: 'all', presence: 'current', search: null, categories: [] },
    ...{ orderBy: 'prompts', direction: 'desc', skip, limit, wants: new Set(['rows', 'prompts', 'total']) },
  };
  const options = { cache: createListCache(), budget: unlimited, firstItems };
  const [page] = await db.snapshot((client) => readLists(client, [ask], options));
  const rows = page?.rows.map((row) => ('url' in row ? [row.url, row.prompts] : []));
  return { total: page?.total, rows };
}

it('has the rows of the whole list', async () => {
  const property = fc.asyncProperty(
    fc.nat(70),
    fc.integer({ min: 1, max: 30 }),
    fc.nat(80),
    async (skip, limit, first) => {
      const rows = expected.slice(skip, skip + limit).map(({ url, distinct }) => [url, distinct]);
      expect(await pageOf(skip, limit, first + 1)).toEqual({ total: items, rows });
    },
  );
  await fc.assert(property, { numRuns: 60 });
});

it('reads the entries of few items where these are enough', async () => {
  const postings = async (skip: number, limit: number) => {
    statements.length = 0;
    await pageOf(skip, limit, 1);
    return statements.filter((sql) => /entries/.test(sql)).length;
  };
  expect(await postings(0, 1)).toBe(1);
  expect(await postings(0, 12)).toBeGreaterThan(1);
});

it('counts the runs of the day that the window cuts behind those of whole days', async () => {
  const late = { id: id(90_000), createdAt: '2026-03-02T09:05:00Z', promptId: promptId(7) };
  await recordAll(db, [run({ ...late, citations: [{ url: 'https://late.example/' }], webQueries: ['late'] })]);
  await rollBrand(db, 'crm');
  const cut = { start: window.start, end: Date.parse('2026-03-02T09:30:00Z') };
  const ask: ListAsk = {
    question: {
      brandId: 'crm',
      window: cut,
      ...allRuns,
      series: null,
    },
    ...{ kind: 'urls', compared: null, outcome: 'all', presence: 'current', search: null, categories: [] },
    ...{ orderBy: 'prompts', direction: 'asc', skip: 0, limit: 100, wants: new Set(['rows', 'prompts']) },
  };
  const [page] = await db.snapshot((client) =>
    readLists(client, [ask], { cache: createListCache(), budget: unlimited }),
  );
  expect(page?.rows.find((row) => 'domain' in row && row.domain === 'late.example')).toMatchObject({ prompts: 1 });
});
