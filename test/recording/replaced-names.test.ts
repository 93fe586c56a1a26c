// A run that is recorded again leaves nothing of its earlier versions: no company that no run names, and no price for it.

import { describe, expect, it } from 'vitest';
import type { Database } from '../../src/database/postgres.js';
import { testApp } from '../support/app.js';
import { testDatabase } from '../support/database.js';
import { base, best, id, recorded, run } from '../support/recorded.js';
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

describe.each([
  ['in one batch', 1_000],
  ['in a batch a record', 1],
])('a run recorded again %s', (_, batches) => {
  it('leaves no name that no run has, and keeps those that others have or that are tracked', async () => {
    const versions = [run({ competitorsMentioned: ['Hooli', 'Initech', 'Name 7'] }), run()];
    const { faults, tables } = await recorded([kept, ...versions], batches);
    expect(faults).toEqual([]);
    expect(tables.company.map(({ name }) => name).sort()).toEqual(['Globex', 'Initech', 'Name 7']);
  });

  it('names again what it named before, under a number that nothing had', async () => {
    const hooli = run({ competitorsMentioned: ['Hooli'] });
    const { tables } = await recorded([hooli, run(), run({ competitorsMentioned: ['Name 1'] }), hooli], batches);
    const named = tables.company.filter(({ name }) => name === 'Hooli').map((company) => company.id);
    expect(tables.company.map(({ name }) => name).sort()).toEqual(['Globex', 'Hooli', 'Initech']);
    expect(tables.run.map(({ companies }) => companies)).toEqual([named]);
  });

  it('costs and answers what it would if it had been recorded so at once', async () => {
    await using db = await testDatabase();
    await recordAll(db, [...base, kept, run({ competitorsMentioned: many }), run()], { batches });
    await using other = await testDatabase();
    await recordAll(other, [...base, kept, run()]);
    expect(await answers(db)).toEqual(await answers(other));
  });
});

it('costs after runs were deleted what it costs where they never were', async () => {
  await using db = await testDatabase();
  const deleted = { type: 'run', id: id(100), promptId: best, deleted: true };
  await recordAll(db, [...base, run({ competitorsMentioned: many }), kept, deleted]);
  await using other = await testDatabase();
  await recordAll(other, [...base, kept]);
  expect(await answers(db)).toEqual(await answers(other));
});
