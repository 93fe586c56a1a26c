// A statement that PostgreSQL ends at its time limit, whether it is a query or a COPY: every surface answers 503 with a time to come again.

import { describe, expect, it } from 'vitest';
import { connect } from '../../src/database/postgres.js';
import { rollBrands } from '../../src/tiles/roll/rolling.js';
import { type TestApp, testApp } from '../support/app.js';
import { whileLocked } from '../support/holding.js';
import { fillTables, prompts, uuid } from '../support/rows.js';
import { shared, sharedDatabase } from '../support/shared.js';

const [brandId, promptId, runId] = ['acme-crm', prompts.best, uuid(1)];
const window = new URLSearchParams({ start: '2026-03-01T00:00:00Z', end: '2026-03-02T00:00:00Z' });

const db = await sharedDatabase(async (db) => {
  await fillTables(db, [{ at: '2026-03-01T10:00:00Z', names: [[0, 1, 1]], citations: ['https://a.example/'] }]);
  await rollBrands(db);
});
const limited = await shared(connect(db.url, { poolSize: 4, statementTimeoutMs: 300 }));
const settings = { answerCacheBytes: 0, tileCacheBytes: 0 };
/** Without a limit, and with one in which nothing need succeed. */
const app = await shared(testApp(db, settings));
const hasty = await shared(testApp(limited, settings));

describe('a statement that takes too long', () => {
  it.each([
    ['entities', 'brand', '/api/v1/brands'],
    ['one answer', 'citation', `/api/v1/prompts/${promptId}/runs/${runId}`],
    ['figures from tiles', 'tile', `/api/v1/brands/${brandId}/analytics?${window}`],
    ['names, by COPY', 'url', `/api/v1/brands/${brandId}/citations/urls?${window}`],
    ['a search, by COPY', 'url', `/api/v1/brands/${brandId}/citations/urls?${window}&search=a`],
    ['an export, by COPY', 'url', `/api/v1/brands/${brandId}/citations/urls?${window}`, 'text/csv'],
  ])('is 503: %s', async (_, table, path, accept = 'application/json') => {
    const ask = (to: TestApp) => to.send(path, { headers: { accept } });
    expect((await ask(app)).status).toBe(200);
    const { status, headers, text } = await whileLocked(db, table, () => ask(hasty));
    expect([status, headers.get('retry-after'), JSON.parse(text).code]).toEqual([503, '2', 'unavailable']);
    expect(JSON.parse(text).message).toMatch(/^The database takes too long/);
    expect((await ask(app)).status).toBe(200);
  });

  it('is 503 over GraphQL', async () => {
    const { status, body } = await whileLocked(db, 'brand', () => hasty.graphql('{ brands { id } }'));
    expect([status, body.errors[0].extensions.code]).toEqual([503, 'unavailable']);
  });
});
