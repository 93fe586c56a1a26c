// Runs that no tile holds are worked through in turns, however many there are.

import { expect, it } from 'vitest';
import { allRuns } from '../../src/domain/summary.js';
import { readTiles } from '../../src/tiles/answer/read.js';
import { testDatabase } from '../support/database.js';
import { base, id, run } from '../support/recorded.js';
import { recordAll } from '../support/records.js';

it('looks up whether others wait again and again within a quarter hour', async () => {
  await using db = await testDatabase();
  const runs = 3_000;
  await recordAll(db, [...base, ...Array.from({ length: runs }, (_, place) => run({ id: id(1_000 + place) }))]);
  let asked = 0;
  const pause = { isDue: () => ++asked < 0, take: async () => {} };
  const window = { start: Date.parse('2026-03-01T00:00:00Z'), end: Date.parse('2026-03-02T00:00:00Z') };
  const question = { ...allRuns, brandId: 'crm', window, series: null };
  const [found] = await db.snapshot((client) => readTiles(client, [{ question, parts: new Set(['sums']) }], { pause }));
  expect(found?.models?.map(({ runs: counted }) => counted)).toEqual([runs]);
  expect(asked).toBeGreaterThanOrEqual(runs / 500);
});
