// Runs and what they say are read by their keys, also of a brand of which the statistics say nothing: no statement visits all rows of the brand.

import type pg from 'pg';
import { expect, it } from 'vitest';
import { readCompanyNumbers } from '../../src/runs/companies.js';
import { listRuns } from '../../src/runs/list.js';
import { readCitations, readDetails, readRuns, readTexts } from '../../src/runs/read.js';
import { sharedDatabase } from '../support/shared.js';
import { fillUnanalysed, runId, unanalysed, unanalysedRows } from '../support/unanalysed.js';
import { countVisited } from '../support/work/visited.js';

const db = await sharedDatabase((db) => fillUnanalysed(db));

const [year, next] = [Date.UTC(2026, 0), Date.UTC(2027, 0)];
const numbers = Array.from({ length: 50 }, (_, place) => unanalysedRows - 100 + place);
const keysOf = (brandIds: readonly string[]) =>
  numbers.map((number, place) => ({ brandId: brandIds[place % brandIds.length] ?? '', runId: runId(number) }));
const pagesOf = (brandIds: readonly string[]) =>
  brandIds.map((brandId) => ({
    brandId,
    filter: (bind: (value: unknown) => string) => `run.brand_id = ${bind(brandId)}`,
    within: [{ start: year, end: next }],
    after: null,
    skip: 0,
    limit: numbers.length / brandIds.length,
  }));

const provenOf = (brandIds: readonly string[]) => ({ brandIds, months: { first: 0, last: 0 } });

type Read = (client: pg.ClientBase, brandIds: readonly string[]) => Promise<number>;

/** What is read, and how many rows of it there are. */
const reads: readonly (readonly [string, Read])[] = [
  ['runs', async (client, brandIds) => (await readRuns(client, keysOf(brandIds))).filter((run) => run).length],
  ['texts', async (client, brandIds) => (await readTexts(client, keysOf(brandIds))).filter((text) => text).length],
  ['details', async (client, brandIds) => (await readDetails(client, keysOf(brandIds))).length],
  ['citations', async (client, brandIds) => (await readCitations(client, keysOf(brandIds))).flat().length],
  ['pages', async (client, brandIds) => (await listRuns(client, pagesOf(brandIds))).runs.flat().length],
  [
    'pages with details',
    async (client, brandIds) =>
      (await listRuns(client, pagesOf(brandIds), { proven: provenOf(brandIds) })).details?.size ?? 0,
  ],
  [
    'companies',
    async (client, brandIds) => {
      const names = keysOf(brandIds).map(({ brandId }, place) => ({ brandId, company: `Company ${place + 1}` }));
      return (await readCompanyNumbers(client, names)).filter((number) => number !== null).length;
    },
  ],
];

it.each(reads)('%s', async (_, read) => {
  for (const brandIds of [unanalysed.slice(0, 1), unanalysed]) {
    let count = 0;
    const visited = await db.snapshot((client) =>
      countVisited(client, async (heard) => {
        count = await read(heard, brandIds);
      }),
    );
    expect(count).toBe(numbers.length);
    expect(visited).toBeLessThan(unanalysedRows / 2);
  }
});
