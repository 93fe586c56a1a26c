// A brand whose answers differ in everything that can be filtered by, and one beside it with a model of its own.

import { expect } from 'vitest';
import type { Database } from '../../src/database/postgres.js';
import { recordAll } from '../support/records.js';

export const id = (kind: number, number: number) =>
  `00000000-0000-4000-8${String(kind).padStart(3, '0')}-${String(number).padStart(12, '0')}`;
export const brand = 'filtered';
export const days = 'from=2026-03-11&to=2026-03-20';
const run = (index: number) => ({
  type: 'run',
  id: id(42, index),
  promptId: id(41, index % 3),
  model: index % 2 === 0 ? 'chatgpt' : 'gemini',
  provider: index % 2 === 0 ? 'one' : 'other',
  ...(index % 3 === 0 ? {} : { market: index % 3 === 1 ? 'DE' : 'US' }),
  webSearchEnabled: index % 4 === 0,
  createdAt: new Date(Date.UTC(2026, 2, 20, 12) - index * 5 * 3_600_000).toISOString(),
  brandMentioned: index % 5 < 2,
  competitorsMentioned: index % 2 === 0 ? ['Globex'] : [],
  webQueries: [`query ${index % 3}`],
  answer: 'An answer.',
  citations: [{ url: `https://site-${index % 4}.example/` }],
});

export async function recordFilteredBrand(db: Database): Promise<void> {
  const { rejected } = await recordAll(db, [
    { type: 'brand', id: brand, organizationId: 'acme', name: 'Filtered', domains: [] },
    { type: 'competitor', brandId: brand, name: 'Globex' },
    ...['best crm', 'is Filtered good', 'third'].map((text, index) => ({
      type: 'prompt',
      id: id(41, index),
      brandId: brand,
      text,
      tags: ['t'],
    })),
    ...Array.from({ length: 96 }, (_, index) => run(index)),
    { type: 'brand', id: 'apart', organizationId: 'acme', name: 'Apart', domains: [] },
    { type: 'prompt', id: id(41, 9), brandId: 'apart', text: 'best crm', tags: [] },
    { ...run(0), id: id(42, 999), promptId: id(41, 9), model: 'claude' },
  ]);
  expect(rejected).toEqual([]);
}
