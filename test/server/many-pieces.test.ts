// Breakdowns that are read in many pieces: what selects their prompts is read once, and too many are refused before one is read.

import { expect, it } from 'vitest';
import { fillTables } from '../support/rows.js';
import { sharedApp } from '../support/shared.js';

const statements: string[] = [];
const markets = Array.from({ length: 120 }, (_, place) => `market ${place}`);
const { app } = await sharedApp(
  (db) =>
    fillTables(
      db,
      markets.map((market) => ({ at: '2026-03-01T10:00:00Z', market, names: [[0, 1, 1]] })),
    ),
  { onQuery: (sql) => statements.push(sql) },
);
const ask = (query: string) => app.get(`/api/v1/brands/acme-crm/breakdown?from=2026-01-01&to=2026-03-31&${query}`);

it('read their tags, and what else selects prompts, once', async () => {
  for (const [query, kind] of [
    ['by=day&tags=crm', 'tags'],
    ['by=market&branded=true', 'prompts'],
    ['by=day&tags=crm&branded=true', 'prompts'],
  ]) {
    statements.length = 0;
    expect((await ask(query ?? '')).status).toBe(200);
    const selects = statements.flatMap((sql) => sql.match(new RegExp(`select '${kind}', '`, 'g')) ?? []);
    // One for each hundred windows that are read at once, and for those of the rows that are shown.
    expect(selects.length, query).toBeLessThanOrEqual(4);
  }
});

it('are refused where they are too many', async () => {
  const { status, body } = await ask('by=day,market');
  expect([status, body.code, body.message]).toEqual([
    400,
    'validation_error',
    expect.stringContaining('read in 10,800 pieces, 90 periods by 120 combinations of provider, web search and market'),
  ]);
  expect((await ask('by=week,market')).status).toBe(200);
});
