// The months of the prompts that a filter selects are worked through in turns, however much they say: also within a month.

import { expect, it } from 'vitest';
import { noFilter } from '../../src/domain/selection/run-filter.js';
import { allRuns, type Part } from '../../src/domain/summary.js';
import { readTiles } from '../../src/tiles/answer/read.js';
import { rollBrands } from '../../src/tiles/roll/rolling.js';
import { testDatabase } from '../support/database.js';
import { base, best, cheap, id, run } from '../support/recorded.js';
import { recordAll } from '../support/records.js';

it('looks up whether others wait again and again within a month', async () => {
  await using db = await testDatabase();
  const [days, markets] = [28, 150];
  const runs = Array.from({ length: days * markets }, (_, place) => {
    const day = String(1 + (place % days)).padStart(2, '0');
    const createdAt = `2026-02-${day}T10:00:00Z`;
    const market = `market ${place % markets}`;
    return run({ id: id(1_000 + place), createdAt, market, competitorsMentioned: ['Globex', 'Initech'] });
  });
  await recordAll(db, [...base, ...runs, run({ promptId: cheap, createdAt: '2026-02-01T10:00:00Z' })]);
  await rollBrands(db);
  const { rows } = await db.pool.query<{ bytes: string }>(
    'select sum(length(day_cells)) as bytes from tile_detail where scope < 0',
  );
  const bytes = Number(rows[0]?.bytes);
  const window = { start: Date.parse('2026-02-01T00:00:00Z'), end: Date.parse('2026-03-01T00:00:00Z') };
  const looksFor = async (promptId: string, count: number) => {
    const question = {
      ...allRuns,
      brandId: 'crm',
      window,
      series: null,
      filter: { ...noFilter, promptIds: [promptId] },
    };
    let looks = 0;
    const pause = { isDue: () => ++looks < 0, take: async () => {} };
    const parts = new Set<Part>(['sums']);
    const [found] = await db.snapshot((client) => readTiles(client, [{ question, parts }], { pause }));
    expect(found?.models?.map(({ runs: counted }) => counted)).toEqual([count]);
    return looks;
  };
  const few = await looksFor(cheap, 1);
  const many = await looksFor(best, runs.length);
  // A day of a prompt has fewer bytes than are added up at once.
  expect(many - few).toBeGreaterThanOrEqual(Math.floor(bytes / 20_000));
  expect(bytes).toBeGreaterThan(40_000);
});
