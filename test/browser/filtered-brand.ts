// A brand whose answers differ in everything that can be filtered by, and one beside it with a model of its own.

import type { Database } from '../../src/database/postgres.js';
import { answerOf, brandOf, id, promptOf, recordWhole } from './records.js';

export const brand = 'filtered';
export const days = 'from=2026-03-11&to=2026-03-20';
const run = (index: number) =>
  answerOf(id(41, index % 3), id(42, index), Date.UTC(2026, 2, 20, 12) - index * 5 * 3_600_000, {
    model: index % 2 === 0 ? 'chatgpt' : 'gemini',
    provider: index % 2 === 0 ? 'one' : 'other',
    ...(index % 3 === 0 ? {} : { market: index % 3 === 1 ? 'DE' : 'US' }),
    webSearchEnabled: index % 4 === 0,
    brandMentioned: index % 5 < 2,
    competitorsMentioned: index % 2 === 0 ? ['Globex'] : [],
    webQueries: [`query ${index % 3}`],
    citations: [{ url: `https://site-${index % 4}.example/` }],
  });

export async function recordFilteredBrand(db: Database): Promise<void> {
  await recordWhole(db, [
    brandOf(brand, 'Filtered'),
    { type: 'competitor', brandId: brand, name: 'Globex' },
    ...['best crm', 'is Filtered good', 'third'].map((text, index) => promptOf(brand, id(41, index), text, ['t'])),
    ...Array.from({ length: 96 }, (_, index) => run(index)),
    brandOf('apart', 'Apart'),
    promptOf('apart', id(41, 9), 'best crm'),
    { ...run(0), id: id(42, 999), promptId: id(41, 9), model: 'claude' },
  ]);
}
