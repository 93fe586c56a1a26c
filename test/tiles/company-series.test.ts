// The runs of each model by day and company, from raw rows.

import { expect, it } from 'vitest';
import { type Ask, allRuns, type Question } from '../../src/domain/summary.js';
import { inOrder } from '../../src/tiles/check.js';
import { readRaw } from '../../src/tiles/plain/raw.js';
import { testDatabase } from '../support/database.js';
import { fillTables, prompts } from '../support/rows.js';

const [brand, globex, initech] = [[0, 1, 2] as const, [1, 0, 0] as const, [2, 3, 1] as const];

const question: Question = {
  brandId: 'acme-crm',
  window: { start: Date.parse('2026-03-01T12:00:00Z'), end: Date.parse('2026-03-04T00:00:00Z') },
  ...allRuns,
  series: { timeZone: 'UTC', maxDays: 10 },
};
const askWith = (change: Partial<Question>): Ask => ({
  question: { ...question, ...change },
  parts: new Set(['companySeries']),
});

it('are counted, and apart those that do not mention the brand', async () => {
  await using db = await testDatabase();
  await fillTables(db, [
    { at: '2026-03-01T11:59:59.999Z', names: [brand] },
    { at: '2026-03-01T12:00:00Z', names: [brand, globex] },
    { at: '2026-03-03T10:00:00Z', names: [globex, initech] },
    { at: '2026-03-03T11:00:00Z', names: [globex], promptId: prompts.bare },
    { at: '2026-03-03T12:00:00Z' },
    { at: '2026-03-02T10:00:00Z', names: [initech], model: 'model-2' },
  ]);
  const asks = [askWith({}), askWith({ tags: ['crm'], model: 'model-1' }), askWith({ model: 'model-3' })];
  const [all, tagged, none] = await db.snapshot((client) => readRaw(client, asks));
  expect(all && inOrder(all).companySeries).toEqual([
    {
      model: 'model-1',
      runs: [
        [0, 1, 0],
        [2, 3, 2],
      ],
      companies: [
        [0, [[0, 1, 0]]],
        [
          1,
          [
            [0, 1, 0],
            [2, 2, 2],
          ],
        ],
        [2, [[2, 1, 1]]],
      ],
    },
    {
      model: 'model-2',
      runs: [[1, 1, 1]],
      companies: [[2, [[1, 1, 1]]]],
    },
  ]);
  expect(tagged?.companySeries?.map(({ runs }) => runs.list())).toEqual([
    [
      [0, 1, 0],
      [2, 2, 1],
    ],
  ]);
  expect(none?.companySeries).toEqual([]);
});
