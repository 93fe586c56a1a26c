// Requests that are cheap to write and dear to answer, sent to a real server: each is refused or answered within its bounds, and a second
// client is served.

import { describe, expect, it } from 'vitest';
import { testApp } from '../support/app.js';
import { extreme, fillExtreme } from '../support/extreme.js';
import { filledDatabase } from '../support/filled-database.js';
import { shared } from '../support/shared.js';

const db = await shared(filledDatabase('extreme', fillExtreme));
const app = await shared(testApp(db, { maxAnswerBytes: 4_000_000 }));
const server = await shared(app.listen({ host: '127.0.0.1', port: 0, graceMs: 0 }));

async function post(query: string) {
  const headers = { authorization: `Bearer ${app.adminKey}`, 'content-type': 'application/json' };
  const response = await fetch(`${server.url}/graphql`, { method: 'POST', headers, body: JSON.stringify({ query }) });
  const text = await response.text();
  return { status: response.status, text, body: JSON.parse(text) };
}

const get = (path: string) => fetch(server.url + path, { headers: { authorization: `Bearer ${app.adminKey}` } });
const aliased = (count: number, field: string) =>
  `{ ${Array.from({ length: count }, (_, at) => `a${at}: ${field}`).join(' ')} }`;
const march = 'start: "2026-03-01T00:00:00Z", end: "2026-04-01T00:00:00Z"';
const runs = `promptRuns(promptId: "${extreme.promptId}", ${march}, limit: 100)`;

describe('a document that is cheap to write', () => {
  it.each([
    [
      'lists every company',
      aliased(40, `brandAnalytics(brandId: "extreme", ${march}) { shareOfVoice { entries { name } } }`),
    ],
    ['lists every competitor', aliased(150, 'brand(id: "extreme") { competitors { name } }')],
    ['lists every model', aliased(150, 'models { id }')],
    ['lists tags', aliased(100, 'brand(id: "extreme") { tags }')],
    [
      'searches all prompts',
      aliased(150, 'brand(id: "extreme") { prompts(search: "zebra") { pagination { total } } }'),
    ],
    ['reads long answers', aliased(6, `${runs} { data { answer { text } } }`)],
    [
      'repeats one long answer',
      `{ ${runs} { data { answer { ${Array.from({ length: 20 }, (_, at) => `t${at}: text`).join(' ')} } } } }`,
    ],
    ['lists all names of runs', aliased(50, `${runs} { data { competitorsMentioned } }`)],
    ['has keys as long as it may', `{ models { ${'k'.repeat(100_000)}: id } }`],
    [
      'covers ten years but for a quarter hour',
      aliased(
        50,
        'brandAnalytics(brandId: "extreme", start: "2016-03-25T00:14:59Z", end: "2026-04-01T00:14:58Z") { visibility { series { date visibility } } }',
      ),
    ],
  ])('and %s is refused with its numbers while a second client is served', async (_, query) => {
    const [refused, other] = await Promise.all([post(query), get('/api/v1/brands/plain')]);
    expect(refused.status).toBe(400);
    expect(refused.body.errors[0].extensions.code).toBe('query_too_complex');
    expect(refused.body.errors[0].message).toMatch(/costs [\d,]+, and the limit is 100,000/);
    expect(refused.body.extensions.cost.requested).toBeGreaterThan(100_000);
    expect(refused.text.length).toBeLessThan(2_000);
    expect(other.status).toBe(200);
  });
});

describe('an answer of many bytes', () => {
  it('is refused where it is a list, and answered where it is one recorded run', async () => {
    const page = await post(
      `{ promptRuns(promptId: "${extreme.promptId}", ${march}, limit: 5) { data { answer { text } } } }`,
    );
    expect(page.body.errors?.[0].message).toMatch(/and the limit is/);
    const run = await get(`/api/v1/prompts/${extreme.promptId}/runs/00000000-0000-4000-9000-000000000001`);
    expect(run.status).toBe(200);
    expect((await run.json()).answer.text).toHaveLength(100 + 12 * 83_000);
  });

  it('waits for memory: 503 while others fill it, and one alone is always let through', async () => {
    const tight = await testApp(db, { maxPendingBytes: 1_000 });
    // It holds its memory while it reads: the models come with its sizes, the last run after them.
    const ask = () => tight.graphql('{ models { id label } brand(id: "extreme") { lastRunAt } }');
    expect((await ask()).status).toBe(200);
    const replies = await Promise.all([ask(), ask(), ask()]);
    const statuses = replies.map(({ status }) => status);
    expect(statuses).toContain(200);
    expect(statuses).toContain(503);
    expect(replies.find(({ status }) => status === 503)?.headers.get('retry-after')).toBe('2');
    expect((await ask()).status).toBe(200);
  });
});
