// REST tells what its documents cost, and is never refused for it.

import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type TestApp, testApp } from '../support/app.js';
import { type TestDatabase, testDatabase } from '../support/database.js';
import { fillTables, prompts, uuid } from '../support/rows.js';

let db: TestDatabase;
let app: TestApp;

beforeAll(async () => {
  db = await testDatabase();
  await fillTables(db, [{ at: '2026-03-01T10:00:00Z', names: [[0, 1, 1]] }]);
  app = await testApp(db);
});

afterAll(() => db[Symbol.asyncDispose]());

describe('REST', () => {
  const window = 'start=2016-03-25T00:00:00Z&end=2026-04-01T00:00:00Z';
  it.each([
    `/api/v1/brands/acme-crm/analytics?${window}`,
    `/api/v1/prompts/${prompts.best}/runs?${window}&limit=100`,
    `/api/v1/prompts/${prompts.best}/runs/${uuid(1)}`,
    `/api/v1/prompts/${prompts.best}/snapshot?date=2026-03-01`,
    '/api/v1/brands',
    '/api/v1/brands/acme-crm',
    '/api/v1/brands/acme-crm/prompts?limit=100',
    '/api/v1/me',
    '/api/v1/models',
  ])('tells the cost of %s in headers alone, under the limit', async (path) => {
    const { headers, body } = await app.get(path);
    expect(Number(headers.get('x-query-cost'))).toBeGreaterThan(1);
    expect(Number(headers.get('x-query-cost'))).toBeLessThan(50_000);
    expect(headers.get('x-query-cost-limit')).toBe('100000');
    expect(body.extensions).toBeUndefined();
  });

  it('is answered whatever the limit, because its documents are our own', async () => {
    const strict = await testApp(db, { maxQueryCost: 1, maxQueryDepth: 1 });
    expect((await strict.get('/api/v1/models')).status).toBe(200);
  });
});
