// The analytics of one prompt: every figure of the summary, over its runs alone.

import { describe, expect, it } from 'vitest';
import { rollBrands } from '../../src/tiles/roll/rolling.js';
import { sharedWorld } from '../support/ask.js';
import { prompts } from '../support/rows.js';

const dates = 'start: "2026-03-01T00:00:00Z", end: "2026-03-04T00:00:00Z"';
const summary = `{
  brandId brandName range { start end }
  visibility { current runs mentions series { date visibility } robustInterval { low } }
  shareOfVoice { brand entries { name mentions prompts share series(bucket: WEEK) { date mentions } } series { date share } }
  models { model label runs brandMentions citations entries { name prompts } }
  sentiment { positive series(bucket: MONTH) { date positive } } position { average }
  totals { runs prompts citations uniqueDomains uniqueUrls }
  change { visibility { difference prompts } }
  previous { totals { runs } }
}`;
const world = await sharedWorld([
  { at: '2026-02-27T12:00:00Z', names: [[0, 1, 1]] },
  { at: '2026-03-01T00:00:00Z', names: [[0, 1, 1]], citations: ['https://a.example/1', 'https://b.example/2'] },
  { at: '2026-03-01T23:30:00Z', promptId: prompts.cheap, names: [[0, 3, 3]], citations: ['https://c.example/1'] },
  {
    at: '2026-03-03T12:00:00Z',
    model: 'model-2',
    names: [
      [1, 2, 0],
      [3, 0, 1],
    ],
  },
  { at: '2026-03-04T00:00:00Z', names: [[0, 1, 1]] },
]);
await rollBrands(world.db);

describe('the analytics of a prompt', () => {
  it('answer every figure over its runs', async () => {
    const { prompt } = await world.data(
      `{ prompt(promptId: "${prompts.best.toUpperCase()}") { id text tags analytics(${dates}) ${summary} } }`,
    );
    expect(prompt).toMatchObject({ id: prompts.best, text: 'best crm', tags: ['crm', 'smb'] });
    expect(prompt.analytics).toEqual({
      brandId: 'acme-crm',
      brandName: 'Acme CRM',
      range: { start: '2026-03-01T00:00:00.000Z', end: '2026-03-04T00:00:00.000Z' },
      visibility: {
        ...{ current: 1 / 2, runs: 2, mentions: 1, robustInterval: null },
        series: [
          { date: '2026-03-01', visibility: 1 },
          { date: '2026-03-02', visibility: null },
          { date: '2026-03-03', visibility: 0 },
        ],
      },
      shareOfVoice: {
        brand: 1 / 3,
        entries: [
          ['Acme CRM', 1, 1, 0],
          ['Globex', 1, 0, 1],
          ['Umbrella', 1, 0, 1],
          ['Initech', 0, 0, 0],
        ].map(([name, mentions, first, second]) => ({
          ...{ name, mentions, prompts: mentions, share: Number(mentions) / 3 },
          series: [
            { date: '2026-03-01', mentions: first },
            { date: '2026-03-02', mentions: second },
          ],
        })),
        series: [
          { date: '2026-03-01', share: 1 },
          { date: '2026-03-02', share: null },
          { date: '2026-03-03', share: 0 },
        ],
      },
      models: [
        {
          ...{ model: 'model-1', label: 'Model 1', runs: 1, brandMentions: 1, citations: 2 },
          entries: [
            { name: 'Acme CRM', prompts: 1 },
            { name: 'Globex', prompts: 0 },
            { name: 'Initech', prompts: 0 },
          ],
        },
        {
          ...{ model: 'model-2', label: 'Model 2', runs: 1, brandMentions: 0, citations: 0 },
          entries: [
            { name: 'Globex', prompts: 1 },
            { name: 'Umbrella', prompts: 1 },
            { name: 'Acme CRM', prompts: 0 },
            { name: 'Initech', prompts: 0 },
          ],
        },
      ],
      sentiment: { positive: 1, series: [{ date: '2026-03-01', positive: 1 }] },
      position: { average: 1 },
      totals: { runs: 2, prompts: 1, citations: 2, uniqueDomains: 2, uniqueUrls: 2 },
      change: { visibility: { difference: -1 / 2, prompts: null } },
      previous: { totals: { runs: 1 } },
    });
  });

  it('are restricted to a model, and answered by local days', async () => {
    const { prompt } = await world.data(`{ prompt(promptId: "${prompts.cheap}") {
      analytics(${dates}, model: "model-1", timeZone: "Europe/Berlin") { visibility { runs series { date runs } } }
      other: analytics(${dates}, model: "model-2") { visibility { runs current } }
    } }`);
    expect(prompt.analytics.visibility.series.filter(({ runs }: { runs: number }) => runs > 0)).toEqual([
      { date: '2026-03-02', runs: 1 },
    ]);
    expect(prompt.other.visibility).toEqual({ runs: 0, current: null });
  });

  it('are those of each prompt in a list of prompts, in as many statements as of one', async () => {
    const analytics = `analytics(${dates}) { totals { runs citations } }`;
    await world.data(`{ brand(id: "acme-crm") { prompts(limit: 1) { data { ${analytics} } } } }`);
    const alone = world.statements.length;
    const { brand } = await world.data(`{ brand(id: "acme-crm") { prompts { data { id ${analytics} } } } }`);
    expect(world.statements).toHaveLength(alone);
    expect(brand.prompts.data).toEqual([
      { id: prompts.best, analytics: { totals: { runs: 2, citations: 2 } } },
      { id: prompts.cheap, analytics: { totals: { runs: 1, citations: 1 } } },
      { id: prompts.bare, analytics: { totals: { runs: 0, citations: 0 } } },
    ]);
  });

  it('have the lists of its runs', async () => {
    const lists = `analytics(${dates}) {
      promptPerformance { data { promptId runs visibility } pagination { total } }
      citedDomains(orderBy: RUNS) { data { domain citations prompts } pagination { total } }
    }`;
    const { prompt } = await world.data(`{ prompt(promptId: "${prompts.best}") { ${lists} } }`);
    expect(prompt.analytics).toEqual({
      promptPerformance: { data: [{ promptId: prompts.best, runs: 2, visibility: 1 / 2 }], pagination: { total: 1 } },
      citedDomains: {
        data: ['a.example', 'b.example'].map((domain) => ({ domain, citations: 1, prompts: 1 })),
        pagination: { total: 2 },
      },
    });
    const alone = world.statements.length;
    const { brand } = await world.data(`{ brand(id: "acme-crm") { prompts { data { ${lists} } } } }`);
    expect(brand.prompts.data[0].analytics).toEqual(prompt.analytics);
    // One more lists the prompts.
    expect(world.statements.length).toBeLessThanOrEqual(alone + 1);
  });

  it('refuse every faulty argument at once, wherever they are asked for', async () => {
    const faulty =
      'analytics(start: "2026-03-01", end: "2026-03-04T00:00:00Z", model: "none", timeZone: "Mars") { brandId }';
    for (const document of [
      `{ prompt(promptId: "${prompts.best}") { ${faulty} } }`,
      `{ prompt(promptId: "${prompts.best}") { ...Faulty } } fragment Faulty on Prompt { a: ${faulty} b: ${faulty} }`,
      `{ brand(id: "acme-crm") { prompts { data { ${faulty} } } } }`,
      `{ brands { prompts { data { ${faulty} } } } }`,
    ]) {
      const refusals = await world.refusals(document);
      expect(refusals.length).toBeGreaterThan(0);
      for (const { faults } of refusals) {
        expect(faults.map(({ field }) => field).sort()).toEqual(['model', 'start', 'timeZone']);
      }
    }
    const lists = `analytics(${dates}) { promptPerformance(page: 0) { data { runs } } previous { citedUrls(search: "") { data { url } } } }`;
    const listed = await world.refusals(`{ brand(id: "acme-crm") { prompts(limit: 1) { data { ${lists} } } } }`);
    expect(listed.map(({ faults }) => faults.map(({ field }) => field)).sort()).toEqual([['page'], ['search']]);
    const [refusal] = await world.refusals(`{ prompt(promptId: "7") { ${faulty} } }`);
    expect(refusal?.faults.map(({ field }) => field).sort()).toEqual(['model', 'promptId', 'start', 'timeZone']);
  });
});
