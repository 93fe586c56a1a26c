// Large answers are made in turns, between which other requests go on, and are the same.

import { describe, expect, it } from 'vitest';
import { sharedWorld } from '../support/ask.js';

const world = await sharedWorld([{ at: '2026-03-01T10:00:00Z', names: [[0, 1, 1]] }]);

const year = 'start: "2025-06-01T00:00:00Z", end: "2026-06-01T00:00:00Z"';
const brand = (fields: string) => `brandAnalytics(brandId: "acme-crm", ${year}) { ${fields} }`;

describe('a large answer', () => {
  // One before the figures of each window are made of their sums, one after each query, and those of its lists.
  it.each([
    ['of one query', `{ ${brand('brandId')} }`, 2],
    ['of three queries', `{ a: ${brand('brandId')} b: ${brand('brandId')} models { id } }`, 5],
    ['of one query about two windows', `{ ${brand('brandId previous { brandId }')} }`, 3],
    ['with the companies of a model', `{ ${brand('models { entries { name } }')} }`, 2 + 2],
    [
      'with two series of 365 days',
      `{ ${brand('visibility { a: series { date runs } b: series { date } }')} }`,
      2 + 2 + 2 * 3,
    ],
  ])('%s is made in turns, compiled or not', async (_, document, expected) => {
    const turnsOf = async (compiled: boolean) => {
      let turns = 0;
      const turn = async () => {
        turns += 1;
        await new Promise((done) => setImmediate(done));
      };
      return { data: await world.data(document, { compiled, turn }), turns };
    };
    const [plain, compiled] = [await turnsOf(false), await turnsOf(true)];
    expect([plain.turns, compiled.turns]).toEqual([expected, expected]);
    expect(compiled.data).toEqual(plain.data);
    expect(plain.data).toEqual(await world.data(document));
  });

  it('has the elements of its lists in their order', async () => {
    const data = await world.data(`{ ${brand('visibility { series { date runs } }')} }`);
    const dates = data.brandAnalytics.visibility.series.map(({ date }: { readonly date: string }) => date);
    expect(dates).toHaveLength(365);
    expect(dates).toEqual(dates.toSorted());
  });
});
