// The fields of REST, and their order. That they equal GraphQL is shown by properties/beyond.test.ts.

import { describe, expect, it } from 'vitest';
import { fillTables, prompts, uuid } from '../support/rows.js';
import { sharedApp } from '../support/shared.js';

const { app, db } = await sharedApp((db) => fillTables(db, [{ at: '2026-03-01T10:00:00Z', names: [[0, 1, 1]] }]));

const window = { start: '2026-03-01T00:07:00Z', end: '2026-03-08T12:59:59.999+02:00' };

describe('REST', () => {
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
    await db.pool.query(changed, [JSON.stringify(assessments), uuid(1)]);
    const { text } = await app.get(`/api/v1/prompts/${prompts.best}/runs/${uuid(1)}`);
    expect(text).toMatch(/"competitors":\{"__proto__":\{"mentioned":true/);
    expect(text).toMatch(/"sentimentProbabilities":\{"mixed":0.5\}/);
    expect(text).toMatch(/"constructor":\{"mentioned":false/);
  });
});
