// Lists of several models at once, one of which is compared with the window of another: each counts the runs of its own model alone.

import { expect, it } from 'vitest';
import { rollBrands } from '../../src/tiles/roll/rolling.js';
import { sharedWorld } from '../support/ask.js';

const world = await sharedWorld([
  { at: '2026-03-01T10:00:00Z', names: [[0, 1, 1]], model: 'model-1' },
  { at: '2026-03-01T11:00:00Z', model: 'model-2' },
  { at: '2026-03-02T10:00:00Z', names: [[0, 1, 1]], model: 'model-1' },
]);
await rollBrands(world.db);

it('do not count the runs of a model that another list is compared with', async () => {
  const list = 'promptPerformance { data { runs previous { runs } } }';
  const analytics = (date: number, model: number) =>
    `brandAnalytics(brandId: "acme-crm", start: "2026-03-0${date}T00:00:00Z", end: "2026-03-0${date + 1}T00:00:00Z", model: "model-${model}") { ${list} }`;
  const { first, second } = await world.data(`{ first: ${analytics(2, 1)} second: ${analytics(1, 2)} }`);
  expect(first.promptPerformance.data).toEqual([{ runs: 1, previous: { runs: 1 } }]);
  expect(second.promptPerformance.data).toEqual([{ runs: 1, previous: { runs: 0 } }]);
});
