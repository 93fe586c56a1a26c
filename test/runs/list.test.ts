// Lists of runs read of the index only what lies behind their place, however much lies before it.

import type pg from 'pg';
import { describe, expect, it } from 'vitest';
import type { PageAsk, RunPage } from '../../src/domain/run.js';
import { noFilter } from '../../src/domain/selection/run-filter.js';
import { readPages } from '../../src/runs/page.js';
import { readPlacedPages } from '../../src/runs/placed-page.js';
import { rollBrands } from '../../src/tiles/roll/rolling.js';
import { administer, type TestDatabase } from '../support/database.js';
import { fillTables, prompts, settleRows, uuid } from '../support/rows.js';
import { sharedDatabase } from '../support/shared.js';

const minuteMs = 60_000;
const start = Date.parse('2026-03-01T00:00:00Z');
const count = 10_020;

const ask: PageAsk = {
  brandId: 'acme-crm',
  window: { start, end: start + count * minuteMs },
  model: 'model-2',
  tags: [],
  outcome: 'all',
  company: null,
  items: [],
  filter: noFilter,
  promptId: null,
  page: 1,
  limit: 3,
  after: { createdAt: start + 200 * minuteMs, id: uuid(201) },
  parts: new Set(['rows']),
};

/** A run a minute, every fiftieth of another model. */
async function fillRuns(db: TestDatabase): Promise<void> {
  await fillTables(db, []);
  await db.pool.query(
    `insert into run select 'acme-crm', ('00000000-0000-4000-8000-' || lpad((n + 1)::text, 12, '0'))::uuid, $1, to_timestamp($2::float8 + n * 60),
       case when n % 50 = 0 then 'model-2' else 'model-1' end, 'provider', true, 0, '{}', '{}', '{}' from generate_series(0, $3::integer - 1) as n`,
    [prompts.best, start / 1_000, count],
  );
  await settleRows(db, 'acme-crm');
  await rollBrands(db);
  await administer(db.directUrl, 'vacuum (analyze) run');
}

/** What `read` reads, and how many pages of tables and indexes its last statement looks at. */
async function readMeasured(client: pg.ClientBase, read: (client: pg.ClientBase) => Promise<readonly RunPage[]>) {
  let last: [string, unknown[]] = ['', []];
  const heard = new Proxy(client, {
    get(target, key) {
      if (key !== 'query') return Reflect.get(target, key);
      return (text: string, values: unknown[]) => {
        last = [text, values];
        return target.query(text, values);
      };
    },
  });
  const [page] = await read(heard);
  const { rows } = await client.query<{ 'QUERY PLAN': [{ Plan: Record<string, number> }] }>(
    `explain (analyze, buffers, format json) ${last[0]}`,
    last[1],
  );
  const { Plan: plan } = rows[0]?.['QUERY PLAN'][0] ?? { Plan: {} };
  return { page, blocks: (plan['Shared Hit Blocks'] ?? 0) + (plan['Shared Read Blocks'] ?? 0) };
}

const db = await sharedDatabase(fillRuns);

describe('a page of runs', () => {
  it.each([
    ['filtered', { reader: readPages, filter: {}, listed: [151, 101, 51] }],
    ['unfiltered', { reader: readPlacedPages, filter: { model: null }, listed: [200, 199, 198] }],
    ['placed by counts', { reader: readPlacedPages, filter: {}, listed: [151, 101, 51] }],
  ])('that is %s looks at no run before its place', async (_, { reader, filter, listed }) => {
    const { page, blocks } = await db.snapshot((client) =>
      readMeasured(client, (heard) => reader(heard, [{ ...ask, ...filter }])),
    );
    expect(page?.rows?.map(({ id }) => id)).toEqual(listed.map(uuid));
    // The table has 150 blocks before the place, and its index half as many.
    expect(blocks).toBeLessThan(60);
  });
});
