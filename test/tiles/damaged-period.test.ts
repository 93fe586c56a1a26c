// A damaged block costs the period that it is about: the rest of a long window is read from tiles again with the next question.

import { expect, it } from 'vitest';
import { rollBrands } from '../../src/tiles/roll/rolling.js';
import { testApp } from '../support/app.js';
import { fillTables, prompts, type RunSeed } from '../support/rows.js';
import { sharedDatabase } from '../support/shared.js';

const runs = Array.from({ length: 60 }, (_, index): RunSeed => {
  return {
    at: new Date(Date.UTC(2026, 0, 3 + index * 5, 10)).toISOString(),
    promptId: prompts.best,
    names: [[0, 1, 1]],
  };
});
const db = await sharedDatabase();
await fillTables(db, runs);
await rollBrands(db);

const document = `{ brandAnalytics(brandId: "acme-crm", start: "2026-01-01T00:00:00Z", end: "2026-12-01T00:00:00Z") {
  visibility { current } totals { runs } } }`;

const markedMonths = async () => {
  const { rows } = await db.pool.query<{ month: string }>(
    `select distinct to_char(to_timestamp(quarter * 900) at time zone 'UTC', 'YYYY-MM') as month from mark order by month`,
  );
  return rows.map(({ month }) => month);
};

it.each([0, 2 ** 27])(
  'a damaged month of a year is marked alone, with %i bytes to keep tiles in',
  async (tileCacheBytes) => {
    await using app = await testApp(db, { answerCacheBytes: 0, tileCacheBytes });
    await db.pool.query(
      `update tile set sums = overlay(sums placing '\\xffff' from 1) where level = 3 and period = ${2026 * 12 + 4} and brand_id = 'acme-crm'`,
    );
    const answers = [await app.graphql(document), await app.graphql(document)].map(({ body }) => body.data);
    expect(await markedMonths()).toEqual(['2026-05']);
    await rollBrands(db);
    expect(answers).toEqual([(await app.graphql(document)).body.data, answers[0]]);
    expect(answers[0].brandAnalytics.totals.runs).toBe(60);
    expect(await markedMonths()).toEqual([]);
  },
);

it('a damaged month of the runs of a prompt is marked alone, and its pages are read from rows', async () => {
  await using app = await testApp(db, { answerCacheBytes: 0 });
  const page = `{ promptRuns(promptId: "${prompts.best}", start: "2026-01-01T00:00:00Z", end: "2026-12-01T00:00:00Z", page: 2, limit: 7) {
    pagination { total } data { id } } }`;
  const whole = (await app.graphql(page)).body.data;
  await db.pool.query(
    `update tile set day_runs = overlay(day_runs placing '\\xffff' from 1) where scope < 0 and period = ${2026 * 12 + 4}`,
  );
  expect((await app.graphql(page)).body.data).toEqual(whole);
  expect(whole.promptRuns.pagination.total).toBe(60);
  expect(await markedMonths()).toEqual(['2026-05']);
  await rollBrands(db);
  expect((await app.graphql(page)).body.data).toEqual(whole);
  expect(await markedMonths()).toEqual([]);
});
