// REST reports what its documents cost, as GraphQL would for the same documents, and is never refused for it.

import { describe, expect, it } from 'vitest';
import * as documents from '../../src/server/rest/documents.js';
import * as lists from '../../src/server/rest/list-documents.js';
import { routes } from '../../src/server/rest/routes.js';
import { testApp } from '../support/app.js';
import { fillTables, prompts, uuid } from '../support/rows.js';
import { sharedApp } from '../support/shared.js';

const { app, db } = await sharedApp((db) => fillTables(db, [{ at: '2026-03-01T10:00:00Z', names: [[0, 1, 1]] }]));

const window = { start: '2016-03-25T00:00:00Z', end: '2026-04-01T00:00:00Z' };
const query = new URLSearchParams(window);
const brandId = 'acme-crm';
const promptId = prompts.best;
const asked: readonly (readonly [string, string, Readonly<Record<string, unknown>>])[] = [
  [`/brands/${brandId}/analytics?${query}`, documents.brandAnalytics, { brandId, ...window }],
  [
    `/brands/${brandId}/runs?${query}&limit=100&outcome=gap`,
    documents.brandRuns,
    { brandId, ...window, limit: 100, outcome: 'GAP' },
  ],
  [
    `/brands/${brandId}/prompt-performance?${query}&limit=100&orderBy=change&search=crm`,
    lists.promptPerformance,
    { brandId, ...window, limit: 100, orderBy: 'CHANGE', search: 'crm' },
  ],
  [
    `/brands/${brandId}/citations/domains?${query}&orderBy=prompts`,
    lists.citedDomains,
    { brandId, ...window, orderBy: 'PROMPTS' },
  ],
  [
    `/brands/${brandId}/citations/urls?${query}&limit=100&category=own,other&outcome=gap`,
    lists.citedUrls,
    { brandId, ...window, limit: 100, category: ['OWN', 'OTHER'], outcome: 'GAP' },
  ],
  [`/brands/${brandId}/query-fanout?${query}`, lists.queryFanout, { brandId, ...window }],
  [
    `/brands/${brandId}/breakdown?by=tag,week&${query}&limit=100`,
    lists.breakdown,
    { brandId, ...window, by: ['TAG', 'WEEK'], limit: 100 },
  ],
  [
    `/brands/${brandId}/signals?${query}&kinds=visibility,promptVisibility&limit=100`,
    lists.signals,
    { brandId, ...window, kinds: ['VISIBILITY', 'PROMPT_VISIBILITY'], limit: 100 },
  ],
  [`/brands/${brandId}/annotations?${query}`, documents.brandAnnotations, { brandId, ...window }],
  [`/prompts/${promptId}/analytics?${query}`, documents.promptAnalytics, { promptId, ...window }],
  [`/prompts/${promptId}/runs?${query}&limit=100`, documents.promptRuns, { promptId, ...window, limit: 100 }],
  [`/prompts/${promptId}/runs/${uuid(1)}`, documents.promptRun, { promptId, runId: uuid(1) }],
  [`/prompts/${promptId}/snapshot?date=2026-03-01`, documents.promptSnapshot, { promptId, date: '2026-03-01' }],
  ['/brands', documents.brands, {}],
  [`/brands/${brandId}`, documents.brand, { brandId }],
  [`/brands/${brandId}/prompts?limit=100`, documents.brandPrompts, { brandId, limit: 100 }],
  ['/me', documents.viewer, {}],
  ['/models', documents.models, {}],
];

describe('REST', () => {
  it.each(asked)('reports the cost of %s in headers alone, as GraphQL does', async (path, document, variables) => {
    const rest = await app.get(`/api/v1${path}`);
    const graphql = await app.graphql(document, variables);
    expect([rest.status, graphql.body.errors]).toEqual([200, undefined]);
    expect(rest.headers.get('x-query-cost')).toBe(String(graphql.body.extensions.cost.requested));
    expect(Number(rest.headers.get('x-query-cost'))).toBeGreaterThan(1);
    expect(rest.headers.get('x-query-cost-limit')).toBe('100000');
    expect(rest.body.extensions).toBeUndefined();
  });

  it('is asked so on every path', () => {
    expect(asked.map(([, document]) => document)).toEqual(routes.map(({ document }) => document));
  });

  it('is answered whatever the limit, because its documents are our own', async () => {
    const strict = await testApp(db, { maxQueryCost: 1, maxQueryDepth: 1 });
    expect((await strict.get('/api/v1/models')).status).toBe(200);
  });
});
