// The same question gives equal figures over REST and GraphQL, over the whole shape. Of runs and models the properties ask it.

import { describe, expect, it } from 'vitest';
import { fillTables, prompts, type RunSeed, uuid } from '../support/rows.js';
import { sharedApp } from '../support/shared.js';

const sites = ['https://a.example/x', 'https://www.b.example/y', 'https://b.example/z'];

/** Runs over three days, with every sentiment, ties, unlabelled mentions, and days without. */
const runs: readonly RunSeed[] = Array.from({ length: 60 }, (_, index) => ({
  at: new Date(Date.UTC(2026, 2, 1 + (index % 3) * 2, index % 24, (index * 7) % 60)).toISOString(),
  model: `model-${(index % 4) + 1}`,
  promptId: [prompts.best, prompts.cheap, prompts.bare][index % 3] ?? prompts.best,
  names: (
    [
      [0, index % 5, 1],
      [1, (index + 2) % 5, 2],
      [3, 0, 0],
    ] as const
  ).filter((_, company) => (index + company) % 3 > 0),
  citations: sites.slice(0, index % 4),
}));

const { app, db } = await sharedApp((db) => fillTables(db, runs));

/** The GraphQL selection that asks for exactly the fields of a REST body. */
function selectionOf(body: unknown): string {
  if (Array.isArray(body)) return selectionOf(body[0]);
  if (typeof body !== 'object' || body === null) return '';
  return `{ ${Object.entries(body)
    .map(([name, value]) => `${name} ${selectionOf(value)}`)
    .join(' ')} }`;
}

const window = { start: '2026-03-01T00:07:00Z', end: '2026-03-08T12:59:59.999+02:00' };

describe('REST and GraphQL agree', () => {
  it.each([
    ['the whole brand', {}, ''],
    ['one model', { model: 'model-2' }, 'model: "model-2"'],
    ['tags', { tags: ' smb, none ' }, 'tags: ["smb", "none"]'],
    ['a time zone', { timeZone: 'Asia/Kathmandu' }, 'timeZone: "Asia/Kathmandu"'],
    ['nothing at all', { tags: 'none' }, 'tags: ["none"]'],
  ])('on the analytics of %s', async (_, parameters, arguments_) => {
    const query = new URLSearchParams({ ...window, ...parameters });
    const rest = await app.get(`/api/v1/brands/acme-crm/analytics?${query}`);
    const whole = await app.get(`/api/v1/brands/acme-crm/analytics?${new URLSearchParams(window)}`);
    expect(rest.status).toBe(200);
    const call = `brandAnalytics(brandId: "acme-crm", start: "${window.start}", end: "${window.end}", ${arguments_})`;
    const { body } = await app.graphql(`{ ${call} ${selectionOf(whole.body)} }`);
    const { notices, ...figures } = rest.body;
    expect([body.data.brandAnalytics, body.extensions.notices]).toEqual([figures, notices]);
  });

  it('on a snapshot', async () => {
    const path = `/api/v1/prompts/${prompts.best}/snapshot?date=2026-03-01&timeZone=America/New_York&model=`;
    const rest = await app.get(path);
    expect(rest.body.runs).toBeGreaterThan(0);
    const call = `promptSnapshot(promptId: "${prompts.best}", date: "2026-03-01", timeZone: "America/New_York")`;
    const { body } = await app.graphql(`{ ${call} ${selectionOf(rest.body)} }`);
    expect(body.data.promptSnapshot).toEqual(rest.body);
  });
});

describe('REST alone', () => {
  it('lists exactly the fields of the interface, in its order', async () => {
    const { body } = await app.get(`/api/v1/brands/acme-crm/analytics?${new URLSearchParams(window)}`);
    const sentiment = ['positive', 'neutral', 'negative', 'mixed', 'positiveShare', 'negativeShare'];
    expect(Object.keys(body)).toEqual([
      ...['brandId', 'brandName', 'range', 'visibility', 'shareOfVoice', 'models', 'sentiment', 'position', 'totals'],
    ]);
    expect(Object.keys(body.visibility)).toEqual(['current', 'series']);
    expect(Object.keys(body.shareOfVoice)).toEqual(['brand', 'entries', 'series']);
    expect(Object.keys(body.shareOfVoice.entries[0])).toEqual([
      ...['name', 'isBrand', 'mentions', 'prompts', 'share', 'sentiment', 'position'],
    ]);
    expect(Object.keys(body.models[0])).toEqual([
      ...['model', 'label', 'runs', 'brandMentions', 'visibility', 'citations', 'sentiment', 'position'],
    ]);
    expect(Object.keys(body.sentiment)).toEqual([...sentiment, 'series']);
    expect(Object.keys(body.totals)).toEqual(['runs', 'prompts', 'citations', 'uniqueDomains', 'uniqueUrls']);
    const page = await app.get(`/api/v1/prompts/${prompts.best}/runs?${new URLSearchParams(window)}`);
    expect(Object.keys(page.body.data[0])).toEqual(
      'id promptId brandId model provider webSearchEnabled brandMentioned competitorsMentioned assessments webQueries citationCount createdAt'.split(
        ' ',
      ),
    );
  });

  it('keeps names that mean something to JavaScript', async () => {
    const assessments = JSON.parse(
      '{"brand": null, "competitors": {"__proto__": {"mentioned": true, "sentimentProbabilities": {"mixed": 0.5}}, "constructor": {"mentioned": false, "sentimentProbabilities": {}}}}',
    );
    const changed = 'update answer set assessments = $1 where run_id = $2';
    await db.pool.query(changed, [JSON.stringify(assessments), uuid(7)]);
    const { text } = await app.get(`/api/v1/prompts/${prompts.best}/runs/${uuid(7)}`);
    expect(text).toMatch(/"competitors":\{"__proto__":\{"mentioned":true/);
    expect(text).toMatch(/"sentimentProbabilities":\{"mixed":0.5\}/);
    expect(text).toMatch(/"constructor":\{"mentioned":false/);
  });
});
