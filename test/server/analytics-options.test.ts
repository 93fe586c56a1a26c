// What the analytics take over REST beside the window and the filters, `bucket` and `compare`, of a brand and of a prompt: as GraphQL answers.

import { describe, expect, it } from 'vitest';
import { undescribed } from '../support/rest-description.js';
import { fillTables, prompts, type RunSeed } from '../support/rows.js';
import { sharedApp } from '../support/shared.js';

/** Runs of three prompts over twelve days. */
const runs: readonly RunSeed[] = Array.from({ length: 72 }, (_, index) => ({
  at: new Date(Date.UTC(2026, 1, 24 + Math.floor(index / 6), (index * 5) % 24, 30)).toISOString(),
  model: `model-${(index % 2) + 1}`,
  promptId: [prompts.best, prompts.cheap, prompts.bare][index % 3] ?? prompts.best,
  names: (
    [
      [0, index % 5, 1],
      [1, 0, 2],
    ] as const
  ).filter((_, company) => (index * index + company) % 5 > index % 3),
}));

const { app } = await sharedApp((db) => fillTables(db, runs));

const window = { start: '2026-03-02T00:00:00Z', end: '2026-03-08T00:00:00Z' };
const dates = `start: "${window.start}", end: "${window.end}"`;
const change = 'change { visibility { ...Ratio } shareOfVoice { ...Ratio } }';
const ratio = 'fragment Ratio on RatioChange { difference low high level isSignificant prompts }';
const [ofBrand, ofPrompt] = ['/api/v1/brands/acme-crm/analytics', `/api/v1/prompts/${prompts.best}/analytics`];
const get = (path: string, parameters: Readonly<Record<string, string>>) =>
  app.get(`${path}?${new URLSearchParams({ ...window, ...parameters })}`);

/** The GraphQL selection of exactly the fields of a body; the series of buckets. */
function selectionOf(body: unknown, bucket = 'DAY'): string {
  if (Array.isArray(body)) return selectionOf(body[0], bucket);
  if (typeof body !== 'object' || body === null) return '';
  const fields = Object.entries(body).map(([name, value]) => {
    const written = name === 'series' ? `series(bucket: ${bucket})` : name;
    return `${written} ${selectionOf(value, bucket)}`;
  });
  return `{ ${fields.join(' ')} }`;
}

describe('compare=previous', () => {
  it('adds the change, and nothing else', async () => {
    const [plain, compared] = [await get(ofBrand, {}), await get(ofBrand, { compare: 'previous' })];
    const { body } = await app.graphql(`{ brandAnalytics(brandId: "acme-crm", ${dates}) { ${change} } } ${ratio}`);
    expect(body.data.brandAnalytics.change.visibility).toMatchObject({ level: 0.95, prompts: 3 });
    expect(compared.body).toEqual({ ...plain.body, change: body.data.brandAnalytics.change });
    expect(Object.keys(compared.body).at(-1)).toBe('change');
    expect(Object.keys(plain.body).at(-1)).toBe('totals');
    expect(undescribed(ofBrand, compared)).toEqual([]);
    expect(undescribed(ofBrand, plain)).toEqual([]);
  });

  it('is included or left out as often as it is asked, also once the document is compiled', async () => {
    const [plain, compared] = [await get(ofBrand, {}), await get(ofBrand, { compare: 'previous' })];
    for (let round = 0; round < 25; round++) {
      expect((await get(ofBrand, {})).body).toEqual(plain.body);
      expect((await get(ofBrand, { compare: 'previous' })).body).toEqual(compared.body);
    }
  });

  it.each(['next', 'PREVIOUS', 'true'])('is refused as compare=%s', async (compare) => {
    const { status, body } = await get(ofBrand, { compare });
    const message = `compare must be one of previous, year; given was ${JSON.stringify(compare)}.`;
    expect([status, body.code, body.message]).toEqual([400, 'validation_error', message]);
  });
});

describe('another window to compare with', () => {
  const other = { compareStart: '2026-02-24T06:00:00+06:00', compareEnd: '2026-03-05T00:00:00Z' };
  const named = `compareStart: "${other.compareStart}", compareEnd: "${other.compareEnd}"`;

  it('is that of compareStart and compareEnd, which imply compare=previous', async () => {
    for (const [path, call] of [
      [ofBrand, `brandAnalytics(brandId: "acme-crm", ${dates}, ${named})`],
      [ofPrompt, `prompt(promptId: "${prompts.best}") { analytics(${dates}, ${named})`],
    ] as const) {
      const selection = `{ previous { range { start end } totals { runs } } ${change} }`;
      const { body } = await app.graphql(`{ ${call} ${selection} ${path === ofPrompt ? '}' : ''} } ${ratio}`);
      const asked = body.data.brandAnalytics ?? body.data.prompt.analytics;
      const range = { start: '2026-02-24T00:00:00.000Z', end: '2026-03-05T00:00:00.000Z' };
      expect(asked.previous).toEqual({ range, totals: { runs: path === ofPrompt ? 18 : 54 } });
      const rest = await get(path, other);
      expect(rest.body.change).toEqual(asked.change);
      expect(undescribed(path, rest)).toEqual([]);
      expect((await get(path, { ...other, compare: 'previous' })).body).toEqual(rest.body);
      expect((await get(path, { compare: 'previous' })).body.change).not.toEqual(rest.body.change);
    }
  });

  it('is the same one a year ago, of which nothing may be known', async () => {
    const { body } = await get(ofBrand, { compare: 'year' });
    expect(body.change.visibility.difference).toBeNull();
    const later = { start: '2027-03-02T00:00:00Z', end: '2027-03-08T00:00:00Z', compare: 'year' };
    const list = await app.get(`/api/v1/brands/acme-crm/prompt-performance?${new URLSearchParams(later)}`);
    expect([list.status, list.body.data]).toEqual([200, []]);
    const call = `brandAnalytics(brandId: "acme-crm", start: "${later.start}", end: "${later.end}", compare: YEAR)`;
    const { body: asked } = await app.graphql(`{ ${call} { previous { totals { runs } range { start } } } }`);
    const range = { start: '2026-03-02T00:00:00.000Z' };
    expect(asked.data.brandAnalytics.previous).toEqual({ totals: { runs: 36 }, range });
  });

  it.each([
    [{ compareStart: other.compareStart }, 'compareEnd is missing beside compareStart: give both, or neither.'],
    [{ compareEnd: other.compareEnd, compareStart: '' }, 'compareStart is missing beside compareEnd'],
    [{ ...other, compareStart: '2026-03-01' }, 'compareStart is a bare date'],
    [{ compareStart: other.compareEnd, compareEnd: other.compareStart }, 'compareStart is after compareEnd'],
    [{ compareStart: other.compareEnd, compareEnd: '2026-03-05T00:14:59Z' }, 'Give a compareEnd at least 15 minutes'],
    [{ ...other, compare: 'year' }, 'compare is year, but compareStart and compareEnd name another window'],
    [{ compareStart: 'x', start: 'y' }, 'start must be an RFC 3339 date-time'],
  ])('is refused as %j', async (parameters, message) => {
    for (const path of [ofBrand, ofPrompt, '/api/v1/brands/acme-crm/citations/urls']) {
      const { status, body } = await get(path, parameters);
      expect([status, body.code]).toEqual([400, 'validation_error']);
      expect(body.message).toContain(message);
    }
  });
});

describe('bucket', () => {
  it.each([
    ['week', ['2026-03-02']],
    ['month', ['2026-03-02']],
    ['day', ['02', '03', '04', '05', '06', '07'].map((day) => `2026-03-${day}`)],
  ])('%s is that of every series', async (bucket, expected) => {
    for (const [path, call] of [
      [ofBrand, `brandAnalytics(brandId: "acme-crm", ${dates})`],
      [ofPrompt, `prompt(promptId: "${prompts.best}") { analytics(${dates})`],
    ] as const) {
      const rest = await get(path, { bucket });
      expect(rest.body.visibility.series.map(({ date }: { date: string }) => date)).toEqual(expected);
      const { body } = await app.graphql(
        `{ ${call} ${selectionOf(rest.body, bucket.toUpperCase())} ${path === ofPrompt ? '}' : ''} }`,
      );
      expect(body.data.brandAnalytics ?? body.data.prompt.analytics).toEqual(rest.body);
    }
    expect((await get(ofBrand, {})).body.position.series).toHaveLength(6);
  });

  it('is in the time zone of the request', async () => {
    const { body } = await get(ofBrand, { bucket: 'month', start: '2026-02-28T20:00:00Z', timeZone: 'Asia/Tokyo' });
    expect(body.shareOfVoice.series.map(({ date }: { date: string }) => date)).toEqual(['2026-03-01']);
  });

  it.each(['year', 'WEEK'])('is refused as bucket=%s', async (bucket) => {
    const { status, body } = await get(ofPrompt, { bucket });
    const message = `bucket must be one of day, week, month; given was ${JSON.stringify(bucket)}.`;
    expect([status, body.code, body.message]).toEqual([400, 'validation_error', message]);
  });
});

describe('the analytics of a prompt', () => {
  it('are those of GraphQL, with the change', async () => {
    const rest = await get(ofPrompt, { compare: 'previous', model: 'model-1', timeZone: 'America/New_York' });
    expect(undescribed(ofPrompt, rest)).toEqual([]);
    const call = `analytics(${dates}, model: "model-1", timeZone: "America/New_York")`;
    const { body } = await app.graphql(`{ prompt(promptId: "${prompts.best}") { ${call} ${selectionOf(rest.body)} } }`);
    expect(body.data.prompt.analytics).toEqual(rest.body);
    expect(rest.body.totals).toMatchObject({ runs: 6, prompts: 1 });
    expect(rest.body.change.visibility).toMatchObject({ prompts: null });
  });

  it('report every fault at once, and find no prompt that is not there', async () => {
    const query = 'start=x&model=none&timeZone=Mars&bucket=year&compare=no&tags=crm';
    const { status, body } = await app.get(`/api/v1/prompts/best/analytics?${query}`);
    expect(status).toBe(400);
    for (const field of ['promptId', 'start', 'end', 'model', 'timeZone', 'bucket', 'compare', '"tags"'])
      expect(body.message).toContain(field);
    const other = `/api/v1/prompts/00000000-0000-4000-8000-000000000999/analytics`;
    expect((await get(other, {})).status).toBe(404);
  });
});
