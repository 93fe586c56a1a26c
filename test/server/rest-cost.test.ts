// REST reports what its documents cost, as GraphQL would for the same documents, and is never refused for it.

import { describe, expect, it } from 'vitest';
import { schema } from '../../src/schema/index.js';
import { routes } from '../../src/server/rest/routes.js';
import { documentOf } from '../../src/server/rest/shape.js';
import { testApp } from '../support/app.js';
import { fillTables, prompts, uuid } from '../support/rows.js';
import { sharedApp } from '../support/shared.js';

const { app, db } = await sharedApp((db) => fillTables(db, [{ at: '2026-03-01T10:00:00Z', names: [[0, 1, 1]] }]));

const window = { start: '2016-03-25T00:00:00Z', end: '2026-04-01T00:00:00Z' };
const query = new URLSearchParams(window);
const brandId = 'acme-crm';
const promptId = prompts.best;
const asked: readonly (readonly [string, Readonly<Record<string, unknown>>])[] = [
  [`/brands/${brandId}/analytics?${query}`, { brandId, ...window }],
  [`/brands/${brandId}/runs?${query}&limit=100&outcome=gap`, { brandId, ...window, limit: 100, outcome: 'GAP' }],
  [
    `/brands/${brandId}/prompt-performance?${query}&limit=100&orderBy=change&search=crm`,
    { brandId, ...window, limit: 100, orderBy: 'CHANGE', search: 'crm' },
  ],
  [`/brands/${brandId}/citations/domains?${query}&orderBy=prompts`, { brandId, ...window, orderBy: 'PROMPTS' }],
  [
    `/brands/${brandId}/citations/urls?${query}&limit=100&category=own,other&outcome=gap`,
    { brandId, ...window, limit: 100, category: ['OWN', 'OTHER'], outcome: 'GAP' },
  ],
  [`/brands/${brandId}/query-fanout?${query}`, { brandId, ...window }],
  [
    `/brands/${brandId}/breakdown?by=tag,week&${query}&limit=100`,
    { brandId, ...window, by: ['TAG', 'WEEK'], limit: 100 },
  ],
  [
    `/brands/${brandId}/signals?${query}&kinds=visibility,promptVisibility&limit=100`,
    { brandId, ...window, kinds: ['VISIBILITY', 'PROMPT_VISIBILITY'], limit: 100 },
  ],
  [`/brands/${brandId}/annotations?${query}`, { brandId, ...window }],
  [`/prompts/${promptId}/analytics?${query}`, { promptId, ...window }],
  [`/prompts/${promptId}/runs?${query}&limit=100`, { promptId, ...window, limit: 100 }],
  [`/prompts/${promptId}/runs/${uuid(1)}`, { promptId, runId: uuid(1) }],
  [`/prompts/${promptId}/snapshot?date=2026-03-01`, { promptId, date: '2026-03-01' }],
  ['/brands', {}],
  [`/brands/${brandId}`, { brandId }],
  [`/brands/${brandId}/prompts?limit=100`, { brandId, limit: 100 }],
  ['/me', {}],
  ['/models', {}],
];

describe('REST', () => {
  it.each(asked)('reports the cost of %s in headers alone, as GraphQL does', async (path, variables) => {
    const route = routes[asked.findIndex((each) => each[0] === path)];
    const document = route ? documentOf(schema, route) : '';
    const rest = await app.get(`/api/v1${path}`);
    const graphql = await app.graphql(document, variables);
    expect([rest.status, graphql.body.errors]).toEqual([200, undefined]);
    expect(rest.headers.get('x-query-cost')).toBe(String(graphql.body.extensions.cost.requested));
    expect(Number(rest.headers.get('x-query-cost'))).toBeGreaterThan(1);
    expect(rest.headers.get('x-query-cost-limit')).toBe('100000');
    expect(rest.body.extensions).toBeUndefined();
  });

  it('is asked so on every path', () => {
    const ids: Readonly<Record<string, string>> = { brandId, promptId, runId: uuid(1) };
    expect(asked.map(([path]) => `/api/v1${path.replace(/\?.*/, '')}`)).toEqual(
      routes.map(({ path }) => path.replace(/:(\w+)/g, (_, name) => ids[name] ?? '')),
    );
  });

  it('is answered whatever the limit, because its documents are our own', async () => {
    const strict = await testApp(db, { maxQueryCost: 1, maxQueryDepth: 1 });
    expect((await strict.get('/api/v1/models')).status).toBe(200);
  });
});
