// Sizes that are kept under the version of the data: never those of before a record, whatever it is.

import { describe, expect, it } from 'vitest';
import { testApp } from '../support/app.js';
import { recordAll, smallWorld, smallWorldIds } from '../support/records.js';
import { sharedApp } from '../support/shared.js';

const { brand, organization, prompts } = smallWorldIds;
const statements: string[] = [];
const { app, db } = await sharedApp((db) => recordAll(db, smallWorld()), { onQuery: (sql) => statements.push(sql) });

const window = (day: number) => `start=2026-03-01T00:00:00Z&end=2026-03-0${day}T00:00:00Z`;
const paths = [
  `/api/v1/brands/${brand}/analytics?${window(6)}`,
  `/api/v1/brands/${brand}/citations/domains?${window(6)}`,
  `/api/v1/brands/${brand}/citations/urls?${window(6)}`,
  `/api/v1/brands/${brand}/query-fanout?${window(6)}`,
  `/api/v1/brands/${brand}/prompt-performance?${window(6)}`,
  `/api/v1/prompts/${prompts.best}/runs?${window(6)}`,
  `/api/v1/prompts/${prompts.best}/snapshot?date=2026-03-01`,
  '/api/v1/models',
];

const run = (id: string, more: Readonly<Record<string, unknown>> = {}) => ({
  type: 'run',
  id: `0c9d0000-0000-4000-8000-0000000000${id}`,
  promptId: prompts.best,
  model: 'chatgpt',
  provider: 'openai',
  createdAt: '2026-03-01T10:00:00Z',
  answer: 'nothing',
  ...more,
});

const records: readonly (readonly [what: string, record: Readonly<Record<string, unknown>>])[] = [
  ['a run', run('e1')],
  ['an earlier run', run('e2', { createdAt: '2025-11-01T10:00:00Z' })],
  ['a run of a new model', run('e3', { model: 'model-without-a-name' })],
  ['a run with new pages', run('e4', { citations: [{ url: 'https://new.example.com/page' }] })],
  ['a run with a new query', run('e5', { webQueries: ['a query that nobody sent before'] })],
  ['a run in the place of another', run('e1', { answer: 'something else' })],
  ['another label of a model', { type: 'model', id: 'chatgpt', label: 'Another label' }],
  ['a competitor', { type: 'competitor', brandId: brand, name: 'Newcomer' }],
  ['another text of a prompt', { type: 'prompt', id: prompts.best, brandId: brand, text: 'best crm?', tags: ['new'] }],
  [
    'a prompt',
    { type: 'prompt', id: '0c9d0000-0000-4000-8000-0000000000d1', brandId: brand, text: 'one more', tags: [] },
  ],
  ['another name of the brand', { type: 'brand', id: brand, organizationId: organization, name: 'Renamed' }],
];

describe('sizes under a version', () => {
  it.each(records)('are read again after %s', async (_, record) => {
    for (const path of paths) await app.get(path);
    expect((await recordAll(db, [record])).rejected).toEqual([]);
    await using fresh = await testApp(db);
    for (const path of paths) {
      const [kept, read] = [await app.get(path), await fresh.get(path)];
      expect([kept.status, kept.headers.get('x-query-cost'), kept.text]).toEqual([
        200,
        read.headers.get('x-query-cost'),
        read.text,
      ]);
    }
  });

  it('are not read for the next question', async () => {
    await app.get(`/api/v1/brands/${brand}/analytics?${window(5)}`);
    statements.length = 0;
    await app.get(`/api/v1/brands/${brand}/analytics?${window(4)}`);
    expect(statements.filter((sql) => sql.startsWith('select json_build_object'))).toEqual([]);
  });

  it('are read for each brand of its own', async () => {
    const names = async (path: string) => (await app.get(path)).body.brandName;
    const mine = await names(paths[0] ?? '');
    const other = await names(`/api/v1/brands/${smallWorldIds.otherBrand}/analytics?${window(6)}`);
    expect(other).not.toBe(mine);
  });
});
