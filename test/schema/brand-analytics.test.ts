import { describe, expect, it } from 'vitest';
import { sharedWorld } from '../support/ask.js';
import { prompts } from '../support/rows.js';

const window = 'brandId: "acme-crm", start: "2026-03-01T00:00:00Z", end: "2026-03-04T00:00:00Z"';
const world = await sharedWorld([
  { at: '2026-02-27T12:00:00Z', names: [[0, 1, 1]] },
  {
    at: '2026-03-01T00:00:00Z',
    names: [
      [0, 1, 1],
      [1, 0, 2],
    ],
    citations: ['https://a.example/1', 'https://b.example/2'],
  },
  {
    at: '2026-03-01T23:30:00Z',
    promptId: prompts.cheap,
    model: 'model-2',
    names: [
      [0, 3, 3],
      [1, 1, 1],
      [3, 4, 2],
    ],
    citations: ['https://a.example/1'],
  },
  { at: '2026-03-03T12:00:00Z', model: 'model-2', names: [[1, 2, 0]] },
  { at: '2026-03-04T00:00:00Z', names: [[0, 1, 1]] },
]);

describe('brandAnalytics', () => {
  it('answers every figure of the window', async () => {
    const { brandAnalytics } = await world.data(`{ brandAnalytics(${window}) {
      brandId brandName range { start end }
      visibility { current runs mentions series { date visibility runs mentions } }
      shareOfVoice { brand mentions allMentions series { date share }
        entries { name isBrand mentions prompts share sentiment { positive mixed positiveShare } position { average } } }
      models { model label runs brandMentions visibility citations sentiment { negativeShare } position { average } }
      sentiment { positive neutral negative mixed positiveShare negativeShare series { date positive negative } }
      position { average positions series { date average } }
      totals { runs prompts citations uniqueDomains uniqueUrls }
    } }`);
    expect(brandAnalytics).toEqual({
      brandId: 'acme-crm',
      brandName: 'Acme CRM',
      range: { start: '2026-03-01T00:00:00.000Z', end: '2026-03-04T00:00:00.000Z' },
      visibility: {
        current: 2 / 3,
        runs: 3,
        mentions: 2,
        series: [
          { date: '2026-03-01', visibility: 1, runs: 2, mentions: 2 },
          { date: '2026-03-02', visibility: null, runs: 0, mentions: 0 },
          { date: '2026-03-03', visibility: 0, runs: 1, mentions: 0 },
        ],
      },
      shareOfVoice: {
        brand: 2 / 6,
        mentions: 2,
        allMentions: 6,
        series: [
          { date: '2026-03-01', share: 2 / 5 },
          { date: '2026-03-02', share: null },
          { date: '2026-03-03', share: 0 },
        ],
        entries: [
          entry('Globex', { mentions: 3, prompts: 2, positive: 1, neutral: 1, average: 1.5 }),
          entry('Acme CRM', { mentions: 2, prompts: 2, positive: 1, negative: 1, average: 2 }),
          entry('Umbrella', { mentions: 1, prompts: 1, mixed: 1, average: 2 }),
          entry('Initech', { mentions: 0, prompts: 0, average: null }),
        ],
      },
      models: [
        {
          model: 'model-2',
          label: 'Model 2',
          runs: 2,
          brandMentions: 1,
          visibility: 0.5,
          citations: 1,
          sentiment: { negativeShare: 1 },
          position: { average: 3 },
        },
        {
          model: 'model-1',
          label: 'Model 1',
          runs: 1,
          brandMentions: 1,
          visibility: 1,
          citations: 2,
          sentiment: { negativeShare: 0 },
          position: { average: 1 },
        },
      ],
      sentiment: {
        positive: 1,
        neutral: 0,
        negative: 1,
        mixed: 0,
        positiveShare: 0.5,
        negativeShare: 0.5,
        series: [
          { date: '2026-03-01', positive: 1, negative: 1 },
          { date: '2026-03-02', positive: 0, negative: 0 },
          { date: '2026-03-03', positive: 0, negative: 0 },
        ],
      },
      position: {
        average: 2,
        positions: 2,
        series: [
          { date: '2026-03-01', average: 2 },
          { date: '2026-03-02', average: null },
          { date: '2026-03-03', average: null },
        ],
      },
      totals: { runs: 3, prompts: 2, citations: 3, uniqueDomains: 2, uniqueUrls: 2 },
    });
  });

  it('restricts to a model and to prompts that carry one of the tags', async () => {
    const data = await world.data(`{
      model: brandAnalytics(${window}, model: "model-2") { totals { runs } models { model } }
      tag: brandAnalytics(${window}, tags: ["smb", "nobody"]) { totals { runs } }
      none: brandAnalytics(${window}, tags: ["nobody"]) { totals { runs uniqueUrls } visibility { current } models { model } }
      empty: brandAnalytics(${window}, tags: [], model: "", timeZone: "") { totals { runs } }
    }`);
    expect(data).toEqual({
      model: { totals: { runs: 2 }, models: [{ model: 'model-2' }] },
      tag: { totals: { runs: 2 } },
      none: { totals: { runs: 0, uniqueUrls: 0 }, visibility: { current: null }, models: [] },
      empty: { totals: { runs: 3 } },
    });
  });

  it('cuts the series into the days of a time zone', async () => {
    const { brandAnalytics } = await world.data(
      `{ brandAnalytics(${window}, timeZone: "Europe/Berlin") { visibility { series { date runs } } } }`,
    );
    expect(brandAnalytics.visibility.series).toEqual([
      { date: '2026-03-01', runs: 1 },
      { date: '2026-03-02', runs: 1 },
      { date: '2026-03-03', runs: 1 },
      { date: '2026-03-04', runs: 0 },
    ]);
  });

  it('sets the window of equal length before beside it', async () => {
    const { brandAnalytics } = await world.data(
      `{ brandAnalytics(${window}) { previous { range { start end } totals { runs } previous { totals { runs } } } } }`,
    );
    expect(brandAnalytics.previous).toEqual({
      range: { start: '2026-02-26T00:00:00.000Z', end: '2026-03-01T00:00:00.000Z' },
      totals: { runs: 1 },
      previous: { totals: { runs: 0 } },
    });
  });

  it('has nothing before year 1', async () => {
    const first = 'brandId: "acme-crm", start: "0001-01-01T00:00:00Z", end: "0001-01-02T00:00:00Z"';
    const { brandAnalytics } = await world.data(`{ brandAnalytics(${first}) { previous { totals { runs } } } }`);
    expect(brandAnalytics.previous).toBeNull();
  });

  it('judges figures by intervals of the level that is asked for', async () => {
    const { brandAnalytics } = await world.data(`{ brandAnalytics(${window}) {
      visibility { interval { low high level } wide: interval(level: 0.99) { low level } series { interval { high } } }
      shareOfVoice { interval { low } entries { interval { high } } } models { interval { low } } } }`);
    const { interval, wide, series } = brandAnalytics.visibility;
    expect(interval.level).toBe(0.95);
    expect(interval.low).toBeCloseTo(0.2077, 4);
    expect(interval.high).toBeCloseTo(0.9385, 4);
    expect(wide.low).toBeLessThan(interval.low);
    expect(series.map((day: { interval: unknown }) => day.interval)).toEqual([
      { high: 1 },
      null,
      { high: expect.any(Number) },
    ]);
  });
});

interface Expected {
  readonly mentions: number;
  readonly prompts: number;
  readonly positive?: number;
  readonly neutral?: number;
  readonly negative?: number;
  readonly mixed?: number;
  readonly average: number | null;
}

function entry(
  name: string,
  { mentions, prompts, positive = 0, neutral = 0, negative = 0, mixed = 0, average }: Expected,
) {
  const labelled = positive + neutral + negative + mixed;
  return {
    name,
    isBrand: name === 'Acme CRM',
    mentions,
    prompts,
    share: mentions / 6,
    sentiment: { positive, mixed, positiveShare: labelled === 0 ? null : positive / labelled },
    position: { average },
  };
}
