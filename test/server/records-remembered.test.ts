// What one recording over HTTP found out serves the next ones, as long as it holds.

import { beforeEach, expect, it } from 'vitest';
import { testApp } from '../support/app.js';
import { testDatabase } from '../support/database.js';
import { smallWorld, smallWorldIds } from '../support/records.js';
import { shared } from '../support/shared.js';

const { brand, prompts } = smallWorldIds;
const statements: string[] = [];
const db = await shared(testDatabase({ onQuery: (sql) => statements.push(sql) }));
const app = await shared(testApp(db, { answerCacheBytes: 0 }));
beforeEach(() => {
  statements.length = 0;
});

async function post(records: readonly unknown[]): Promise<void> {
  const { status, body } = await app.send('/api/v1/records', {
    method: 'POST',
    headers: { 'content-type': 'application/x-ndjson' },
    body: records.map((record) => JSON.stringify(record)).join('\n'),
  });
  expect([status, body.rejectedCount]).toEqual([200, 0]);
}

const run = (number: number) => ({
  type: 'run',
  id: `4e3e3be5-0000-4000-8000-${String(number).padStart(12, '0')}`,
  promptId: prompts.best,
  model: 'chatgpt',
  provider: 'openai',
  createdAt: `2026-05-01T10:00:${String(number).padStart(2, '0')}Z`,
  answer: 'Acme CRM.',
  webQueries: ['crm'],
  citations: [{ url: 'https://example.com/kept' }, { url: `https://example.com/${Math.floor(number / 2)}` }],
});

const lookUps = () => statements.filter((sql) => /(url|query)\.id from unnest/.test(sql.replaceAll(/\s+/g, ' ')));

it('pages and queries of the requests before are not looked up again', async () => {
  await post(smallWorld());
  await post([run(0)]);
  expect(lookUps().length).toBeGreaterThan(0);
  statements.length = 0;
  await post([run(1)]);
  expect(lookUps()).toEqual([]);
});

it('unless something of the brand was deleted meanwhile', async () => {
  await post([{ type: 'brand', id: brand, deleted: true }]);
  await post([...smallWorld(), run(0), run(1)]);
  const path = `/api/v1/brands/${brand}/citations/urls?start=2026-05-01T00:00:00Z&end=2026-05-02T00:00:00Z`;
  const { body } = await app.get(path);
  const rows = body.data.map(({ url, citations }: Record<string, unknown>) => [url, citations]);
  expect(rows).toEqual([
    ['https://example.com/0', 2],
    ['https://example.com/kept', 2],
  ]);
});
