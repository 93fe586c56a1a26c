// While an import goes on, marks name every new run. Of many, the ids are neither read nor sent back with a question.

import { afterAll, expect, it } from 'vitest';
import { rollBrands } from '../../src/tiles/roll/rolling.js';
import { testApp } from '../support/app.js';
import { testDatabase } from '../support/database.js';
import { recordAll, smallWorld, smallWorldIds } from '../support/records.js';

const { brand, prompts } = smallWorldIds;
const statements: string[] = [];
const db = await testDatabase({ onQuery: (sql) => statements.push(sql) });
afterAll(() => db[Symbol.asyncDispose]());

const run = (number: number, at: string, day = '2026-03-02') => ({
  type: 'run',
  id: `add00000-0000-4000-8000-${String(number).padStart(12, '0')}`,
  promptId: number % 2 === 0 ? prompts.best : prompts.cheap,
  model: 'chatgpt',
  provider: 'openai',
  createdAt: `${day}T${at}Z`,
  brandMentioned: number % 3 === 0,
  competitorsMentioned: number % 5 === 0 ? ['Globex'] : [],
  citations: [{ url: `https://example.com/${number % 7}` }],
});

const window = `brandId: "${brand}", start: "2026-03-01T00:00:00Z", end: "2026-03-31T00:00:00Z"`;
const document = `{ brandAnalytics(${window}) {
  visibility { current series { runs } } totals { runs prompts citations uniqueUrls }
  citedUrls { data { url runs citations } }
} brandRuns(${window}) { total } }`;

it('a quarter hour with many new runs is read by its time', async () => {
  await recordAll(db, smallWorld());
  await rollBrands(db);
  const many = Array.from({ length: 700 }, (_, number) => run(number, '10:05:00'));
  const few = Array.from({ length: 20 }, (_, number) => run(1_000 + number, '12:05:00'));
  await recordAll(db, [...many, ...few], { batches: 90 });
  await using app = await testApp(db, { answerCacheBytes: 0, tileCacheBytes: 0 });
  statements.length = 0;
  const { body } = await app.graphql(document);
  const sent = new Set(statements.flatMap((sql) => sql.match(/add00000-[0-9-]+/g) ?? []));
  expect(sent.size).toBe(few.length);
  await rollBrands(db);
  expect(body.data.brandAnalytics.totals.runs).toBe(730);
  expect((await app.graphql(document)).body).toEqual(body);
});

it('many quarter hours with few new runs each are read by their time as well', async () => {
  const minutes = ['00', '15', '30', '45'];
  const scattered = Array.from({ length: 10_500 }, (_, number) => {
    const [day, quarter] = [(number % 20) + 5, Math.floor(number / 20) % 96];
    const at = `${String(Math.floor(quarter / 4)).padStart(2, '0')}:${minutes[quarter % 4]}:07`;
    return run(10_000 + number, at, `2026-03-${String(day).padStart(2, '0')}`);
  });
  await recordAll(db, scattered, { batches: 3_500 });
  await using app = await testApp(db, { answerCacheBytes: 0, tileCacheBytes: 0 });
  statements.length = 0;
  const { body } = await app.graphql(document);
  expect(statements.some((sql) => sql.includes('add00000'))).toBe(false);
  await rollBrands(db);
  expect(body.data.brandAnalytics.totals.runs).toBe(11_230);
  expect((await app.graphql(document)).body).toEqual(body);
});
