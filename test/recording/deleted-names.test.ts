// Runs that are deleted leave no company that no run names, and no price for it.

import { expect, it } from 'vitest';
import type { Database } from '../../src/database/postgres.js';
import { testApp } from '../support/app.js';
import { testDatabase } from '../support/database.js';
import { base, best, id, run } from '../support/recorded.js';
import { recordAll } from '../support/records.js';

const many = Array.from({ length: 300 }, (_, number) => `Name ${number}`);
const window = 'start=2026-03-01T00:00:00Z&end=2026-03-02T00:00:00Z';
const [brand, prompt] = ['/api/v1/brands/crm', `/api/v1/prompts/${best}`];
const paths = [
  ...['analytics', 'breakdown', 'signals', 'runs', 'runs'].map(
    (path, at) => `${brand}/${path}?${window}${['', '&by=company', '', '', '&company=Name%201'][at]}`,
  ),
  ...[`${prompt}/analytics?${window}`, `${prompt}/runs?${window}`, `${prompt}/snapshot?date=2026-03-01`],
];

/** What paths answer, and what they cost. */
async function answers(db: Database): Promise<readonly unknown[]> {
  await using app = await testApp(db);
  const found: unknown[] = [];
  for (const path of paths) {
    const { status, headers, text } = await app.get(path);
    found.push([path, status, headers.get('x-query-cost'), text]);
  }
  return found;
}

const kept = run({ id: id(101), createdAt: '2026-03-01T11:00:00Z', competitorsMentioned: ['Globex', 'Name 7'] });

it('costs after runs were deleted what it costs where they never were', async () => {
  await using db = await testDatabase();
  const deleted = { type: 'run', id: id(100), promptId: best, deleted: true };
  await recordAll(db, [...base, run({ competitorsMentioned: many }), kept, deleted]);
  await using other = await testDatabase();
  await recordAll(other, [...base, kept]);
  expect(await answers(db)).toEqual(await answers(other));
});
