// While a recording goes on, marks name every new run. Their ids are not sent back with a question, and rows that were read once are not read again
// because others came.

import { expect, it } from 'vitest';
import type { Statement } from '../../src/database/watched.js';
import { rollBrands } from '../../src/tiles/roll/rolling.js';
import { testApp } from '../support/app.js';
import { testDatabase } from '../support/database.js';
import { recordAll, smallWorld, smallWorldIds } from '../support/records.js';
import { shared } from '../support/shared.js';

const { brand, prompts } = smallWorldIds;
const statements: string[] = [];
const ended: Statement[] = [];
const db = await shared(
  testDatabase({ onQuery: (sql) => statements.push(sql), onStatement: (statement) => ended.push(statement) }),
);

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

it('new runs are in every figure at once, those of a quarter hour with many as well', async () => {
  await recordAll(db, smallWorld());
  await rollBrands(db);
  const many = Array.from({ length: 700 }, (_, number) => run(number, '10:05:00'));
  const few = Array.from({ length: 20 }, (_, number) => run(1_000 + number, '12:05:00'));
  await recordAll(db, [...many, ...few], { batches: 90 });
  await using app = await testApp(db, { answerCacheBytes: 0, tileCacheBytes: 0 });
  statements.length = 0;
  const { body } = await app.graphql(document);
  expect(statements.some((sql) => sql.includes('add00000'))).toBe(false);
  await rollBrands(db);
  expect(body.data.brandAnalytics.totals.runs).toBe(730);
  expect((await app.graphql(document)).body).toEqual(body);
});

it('and those of many quarter hours with few each', async () => {
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

it('of a quarter hour that is recorded into, only the runs that came are read', async () => {
  const day = '2026-03-27';
  const at = (minute: number) => (number: number) => run(minute * 100_000 + number, `10:${minute}:00`, day);
  const [many, few] = [at(20), at(40)];
  const batch = (from: number) => [
    ...Array.from({ length: 100 }, (_, number) => many(from + number)),
    ...Array.from({ length: 10 }, (_, number) => few(from + number)),
  ];
  const rowsOfQuestion = async () => {
    ended.length = 0;
    const { body } = await app.graphql(document);
    return { body, rows: ended.reduce((sum, { copiedRows }) => sum + copiedRows, 0) };
  };
  await using app = await testApp(db, { answerCacheBytes: 0 });
  await recordAll(db, [...batch(0), ...batch(100), ...batch(200), ...batch(300)]);
  await rowsOfQuestion();
  // What is read of tiles and to prove that nothing changed.
  const { rows: without } = await rowsOfQuestion();
  for (const from of [400, 500, 600]) {
    await recordAll(db, batch(from));
    const { body, rows } = await rowsOfQuestion();
    expect(rows - without).toBeLessThanOrEqual(112);
    await using cold = await testApp(db, { answerCacheBytes: 0, tileCacheBytes: 0 });
    expect((await cold.graphql(document)).body).toEqual(body);
  }
  await recordAll(db, [{ ...many(7), brandMentioned: true }]);
  const { body, rows } = await rowsOfQuestion();
  expect(rows - without).toBeGreaterThanOrEqual(700);
  await rollBrands(db);
  expect((await app.graphql(document)).body).toEqual(body);
});
