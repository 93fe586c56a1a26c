// What is looked up for many keys is found by the keys, also in a brand of which the statistics say nothing: no statement visits all rows of the brand.

import { createHash } from 'node:crypto';
import type pg from 'pg';
import { expect, it } from 'vitest';
import { restoreTitles } from '../../src/recording/delete/delete-runs.js';
import { deleteUnusedDomains } from '../../src/recording/delete/unused.js';
import { findCompanies, findRuns } from '../../src/recording/write/lookups.js';
import { findDigests, findDomains, updateTitles } from '../../src/recording/write/number-rows.js';
import { deleteRuns } from '../../src/recording/write/run-rows.js';
import { sharedDatabase } from '../support/shared.js';
import { fillUnanalysed, runId, unanalysed, unanalysedRows } from '../support/unanalysed.js';
import { countVisited } from '../support/work/visited.js';

const db = await sharedDatabase((db) => fillUnanalysed(db));

const numbers = Array.from({ length: 50 }, (_, place) => unanalysedRows - 100 + place);
const at = Date.parse('2026-02-01T00:00:00Z');
const digestOf = (text: string) => createHash('sha256').update(text).digest('hex');

type Work = (client: pg.ClientBase, brandIds: readonly string[]) => Promise<unknown>;

/** Each number with the brand whose turn it is. */
const dealt = (brandIds: readonly string[]) =>
  numbers.map((number, place) => ({ number, brandId: brandIds[place % brandIds.length] ?? '' }));

const works: readonly (readonly [string, Work])[] = [
  [
    'URLs',
    async (client, brandIds) => {
      const digests = dealt(brandIds).map(({ brandId, number }) => ({ brandId, digest: digestOf(`url ${number}`) }));
      expect(await findDigests(client, 'url', digests)).toEqual(numbers);
    },
  ],
  [
    'queries',
    async (client, brandIds) => {
      const digests = dealt(brandIds).map(({ brandId, number }) => ({ brandId, digest: digestOf(`query ${number}`) }));
      expect(await findDigests(client, 'query', digests)).toEqual(numbers);
    },
  ],
  [
    'domains',
    async (client, brandIds) => {
      const names = dealt(brandIds).map(({ brandId, number }) => ({ brandId, name: `${number}.example.com` }));
      expect(await findDomains(client, names)).toEqual(numbers);
    },
  ],
  [
    'companies',
    async (client, brandIds) => {
      const names = dealt(brandIds).map(({ brandId, number }) => ({ brandId, name: `Company ${number / 10}` }));
      expect(await findCompanies(client, brandIds, names)).toHaveLength(numbers.length / 10);
    },
  ],
  [
    'runs',
    async (client, brandIds) => {
      const keys = dealt(brandIds).map(({ brandId, number }) => ({ brandId, id: runId(number) }));
      expect(await findRuns(client, keys)).toHaveLength(numbers.length);
    },
  ],
  [
    'titles to update',
    (client, brandIds) =>
      updateTitles(
        client,
        dealt(brandIds).map(({ brandId, number }) => ({ brandId, id: number, text: 'Newer', at })),
      ),
  ],
];

it.each(works)('%s', async (_, work) => {
  for (const brandIds of [unanalysed.slice(0, 1), unanalysed]) {
    const visited = await db.transaction((client) => countVisited(client, (heard) => work(heard, brandIds)));
    expect(visited).toBeLessThan(unanalysedRows / 2);
  }
});

it('runs to delete: no row of the brand is compared with more than one of them', async () => {
  for (const brandIds of [unanalysed.slice(0, 1), unanalysed]) {
    const keys = dealt(brandIds).map(({ brandId, number }) => ({ brandId, id: runId(number) }));
    const visited = await db.transaction((client) => countVisited(client, (heard) => deleteRuns(heard, keys)));
    // Versions of PostgreSQL before 17 read all rows of three tables.
    expect(visited).toBeLessThan(4 * brandIds.length * unanalysedRows);
  }
});

const removals: readonly (readonly [string, Work])[] = [
  ['domains of which URLs are gone', (client, [brandId = '']) => deleteUnusedDomains(client, brandId, numbers)],
  [
    'titles of runs that are gone',
    (client, [brandId = '']) => restoreTitles(client, brandId, { instants: new Set(['2027-01-01']) }),
  ],
];

it.each(removals)('%s: no row of the brand is compared with more than one of them', async (_, work) => {
  const last = `update url set titled_at = '2027-01-01' where brand_id = any($1) and id = any($2)`;
  await db.pool.query(last, [unanalysed, numbers]);
  const visited = await db.transaction((client) => countVisited(client, (heard) => work(heard, unanalysed)));
  expect(visited).toBeLessThan(6 * unanalysedRows);
});
