// Windows of any length: answered by every operation over REST and GraphQL, their series trimmed to the brand's runs.

import { beforeAll, describe, expect, it } from 'vitest';
import { rollBrands } from '../../src/tiles/roll/rolling.js';
import { testApp } from '../support/app.js';
import { fillTables, prompts } from '../support/rows.js';
import { sharedApp } from '../support/shared.js';

const { db, app } = await sharedApp(async (db) => {
  await fillTables(db, [
    { at: '2026-03-01T10:00:00Z', names: [[0, 1, 1]] },
    { at: '2026-03-03T10:00:00Z', model: 'model-2' },
    { at: '2001-03-01T10:00:00Z', brandId: 'other-brand', promptId: prompts.theirs },
    { at: '2026-03-01T10:00:00Z', brandId: 'other-brand', promptId: prompts.theirs },
  ]);
});

const allTime = [
  ['a century', '2000-01-01T00:00:00Z', '2100-01-01T00:00:00Z'],
  ['all years', '0001-01-01T00:00:00Z', '9999-12-31T23:59:59Z'],
] as const;
const days = ['2026-03-01', '2026-03-02', '2026-03-03'];
const dates = (series: readonly { readonly date: string }[]) => series.map(({ date }) => date);
const parts = ['visibility', 'shareOfVoice', 'sentiment', 'position'];
const seriesOf = (body: TestBody) => parts.map((part) => dates(body[part]?.series ?? []));

interface TestBody {
  readonly [part: string]: { readonly series: readonly { readonly date: string }[] };
}

describe.each(['before it is rolled', 'rolled into tiles'])('all time, %s', (stage) => {
  beforeAll(async () => {
    if (stage === 'rolled into tiles') await rollBrands(db);
  });

  it.each(allTime)('as %s is answered by both operations over REST', async (_, start, end) => {
    for (const more of ['', '&model=model-2', '&tags=none', '&timeZone=Asia/Kathmandu', '&timeZone=America/New_York']) {
      const { status, body } = await app.get(`/api/v1/brands/acme-crm/analytics?start=${start}&end=${end}${more}`);
      expect([more, status]).toEqual([more, 200]);
      expect(seriesOf(body)).toEqual([days, days, days, days]);
      expect(body.totals.runs).toBe(more === '&tags=none' ? 0 : more === '&model=model-2' ? 1 : 2);
    }
    const runs = await app.get(`/api/v1/prompts/${prompts.best}/runs?start=${start}&end=${end}&limit=1&page=2`);
    expect([runs.status, runs.body.pagination.total, runs.body.data.length]).toEqual([200, 2, 1]);
  });

  it('is refused where the runs lie on too many days, and a series is asked for', async () => {
    const [, start, end] = allTime[0];
    const message = expect.stringMatching(/lie on 9132 days, 2001-03-01 to 2026-03-01, .* at most 3660 days/);
    const rest = await app.get(`/api/v1/brands/other-brand/analytics?start=${start}&end=${end}`);
    const faults = [{ field: 'end', message }];
    expect(rest.body).toEqual({ error: 'Bad Request', message, code: 'validation_error', faults });
    const ask = (alias: string, selection: string) =>
      `${alias}: brandAnalytics(brandId: "other-brand", start: "${start}", end: "${end}") { ${selection} }`;
    const { body } = await app.graphql(
      `{ ${ask('plain', 'totals { runs }')} ${ask('series', 'totals { runs } position { series { date } }')}
         ${ask('previous', 'totals { runs } previous { position { series { date } } }')} }`,
    );
    expect(body.data).toEqual({
      plain: { totals: { runs: 2 } },
      series: null,
      previous: { totals: { runs: 2 }, previous: { position: { series: [] } } },
    });
    expect(body.errors).toHaveLength(1);
    expect(body.errors[0]).toMatchObject({ message, extensions: { code: 'validation_error', field: 'end' } });
    const runs = await app.get(`/api/v1/prompts/${prompts.theirs}/runs?start=${start}&end=${end}`);
    expect(runs.body.pagination.total).toBe(2);
  });
});

describe('a window at the limit', () => {
  it('lists every day that it touches, and one quarter hour more only those of the runs', async () => {
    const few = await testApp(db, { maxSeriesDays: 5 });
    const series = async (start: string, end: string) =>
      dates((await few.get(`/api/v1/brands/acme-crm/analytics?start=${start}&end=${end}`)).body.visibility.series);
    expect(await series('2026-02-28T00:00:00Z', '2026-03-05T00:14:59Z')).toHaveLength(5);
    expect(await series('2026-02-28T00:00:00Z', '2026-03-05T00:15:00Z')).toEqual(days);
    expect(await series('2026-02-27T23:45:00Z', '2026-03-05T00:00:00Z')).toEqual(days);
    expect(await series('2026-03-02T00:00:00Z', '2026-03-09T00:00:00Z')).toEqual(['2026-03-03']);
  });
});

describe('days that cannot be written', () => {
  it.each([
    ['the first day in New York', '0001-01-01T00:00:00Z', '0001-01-02T00:00:00Z', 'America/New_York'],
    ['the last day in Kathmandu', '9999-12-31T00:00:00Z', '9999-12-31T23:45:00Z', 'Asia/Kathmandu'],
  ])('%s is refused, and answered without a series', async (_, start, end, timeZone) => {
    const { status, body } = await app.get(
      `/api/v1/brands/acme-crm/analytics?start=${start}&end=${end}&timeZone=${timeZone}`,
    );
    expect([status, body.message]).toEqual([400, expect.stringMatching(/^timeZone .* outside the years 0001 to 9999/)]);
    const window = `start: "${start}", end: "${end}", timeZone: "${timeZone}"`;
    const reply = await app.graphql(`{ brandAnalytics(brandId: "acme-crm", ${window}) { totals { runs } } }`);
    expect(reply.body.data.brandAnalytics.totals.runs).toBe(0);
  });

  it.each([
    ['9999-12-31', 'UTC', 400],
    ['9999-12-31', 'America/New_York', 400],
    ['9999-12-31', 'Asia/Kathmandu', 200],
    ['0001-01-01', 'Asia/Kathmandu', 400],
    ['0001-01-01', 'UTC', 200],
  ])('a snapshot of %s in %s has the status %d', async (date, timeZone, expected) => {
    const { status, text } = await app.get(
      `/api/v1/prompts/${prompts.best}/snapshot?date=${date}&timeZone=${timeZone}`,
    );
    expect(status).toBe(expected);
    expect(text).not.toMatch(/\+010000|"0000-/);
  });
});
