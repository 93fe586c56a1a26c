// Series of every company, entries within models, and series by week and month.

import { describe, expect, it } from 'vitest';
import { sharedWorld } from '../support/ask.js';
import { prompts, type RunSeed } from '../support/rows.js';

const window = 'brandId: "acme-crm", start: "2026-02-27T00:00:00Z", end: "2026-03-03T00:00:00Z"';
const run = (at: string, names: NonNullable<RunSeed['names']>, model = 'model-1'): RunSeed => ({
  ...{ at: `2026-${at}:00Z`, promptId: prompts.best, names, model },
});

const world = await sharedWorld([
  // A Friday, the Sunday after it, and the Monday and Tuesday after that.
  run('02-27T10:00', [
    [0, 1, 1],
    [1, 0, 2],
  ]),
  run('03-01T22:30', [[0, 3, 3]]),
  run('03-01T23:30', [[1, 0, 0]], 'model-2'),
  run('03-02T10:00', []),
  run('03-02T11:00', [
    [0, 1, 2],
    [1, 0, 1],
    [3, 0, 3],
  ]),
]);

describe('a series', () => {
  it('of any company has its mentions and its share of each day', async () => {
    const { brandAnalytics } = await world.data(`{ brandAnalytics(${window}) {
      shareOfVoice { entries { name series { date mentions share } } }
    } }`);
    const dates = ['2026-02-27', '2026-02-28', '2026-03-01', '2026-03-02'];
    const series = (...days: readonly (readonly [number, number | null])[]) =>
      days.map(([mentions, share], at) => ({ date: dates[at], mentions, share }));
    expect(brandAnalytics.shareOfVoice.entries).toEqual([
      { name: 'Acme CRM', series: series([1, 1 / 2], [0, null], [1, 1 / 2], [1, 1 / 3]) },
      { name: 'Globex', series: series([1, 1 / 2], [0, null], [1, 1 / 2], [1, 1 / 3]) },
      { name: 'Umbrella', series: series([0, 0], [0, null], [0, 0], [1, 1 / 3]) },
      { name: 'Initech', series: series([0, 0], [0, null], [0, 0], [0, 0]) },
    ]);
  });

  it('has one element for each week or month, dated by its first day in the window', async () => {
    const { brandAnalytics } = await world.data(`{ brandAnalytics(${window}, timeZone: "Europe/Berlin") {
      visibility {
        series(bucket: WEEK) { date visibility runs mentions interval { low } }
        days: series(bucket: DAY) { date }
        plain: series(bucket: null) { date }
      }
      shareOfVoice {
        series(bucket: MONTH) { date share runs mentions allMentions }
        entries { name series(bucket: WEEK) { date mentions share } }
      }
      sentiment { series(bucket: WEEK) { date positive neutral negative } }
      position { series(bucket: MONTH) { date average positions } }
    } }`);
    const { visibility, shareOfVoice, sentiment, position } = brandAnalytics;
    // 23:30 UTC of the Sunday is a Monday in Berlin.
    expect(visibility.series).toMatchObject([
      { date: '2026-02-27', visibility: 1, runs: 2, mentions: 2 },
      { date: '2026-03-02', visibility: 1 / 3, runs: 3, mentions: 1 },
    ]);
    expect(visibility.days).toHaveLength(5);
    expect(visibility.plain).toEqual(visibility.days);
    expect(shareOfVoice.series).toEqual([
      { date: '2026-02-27', share: 1 / 2, runs: 1, mentions: 1, allMentions: 2 },
      { date: '2026-03-01', share: 2 / 5, runs: 4, mentions: 2, allMentions: 5 },
    ]);
    expect(shareOfVoice.entries[1]).toEqual({
      name: 'Globex',
      series: [
        { date: '2026-02-27', mentions: 1, share: 1 / 3 },
        { date: '2026-03-02', mentions: 2, share: 2 / 4 },
      ],
    });
    expect(sentiment.series).toEqual([
      { date: '2026-02-27', positive: 1, neutral: 0, negative: 1 },
      { date: '2026-03-02', positive: 1, neutral: 0, negative: 0 },
    ]);
    expect(position.series).toEqual([
      { date: '2026-02-27', average: 1, positions: 1 },
      { date: '2026-03-01', average: 5 / 2, positions: 2 },
    ]);
  });

  it('is empty where a long window has no run', async () => {
    const { brandAnalytics } = await world.data(`{
      brandAnalytics(brandId: "acme-desk", start: "2000-01-01T00:00:00Z", end: "2100-01-01T00:00:00Z") {
        visibility { series(bucket: MONTH) { date } }
        shareOfVoice { entries { series(bucket: MONTH) { date } } }
      }
    }`);
    expect(brandAnalytics).toEqual({
      visibility: { series: [] },
      shareOfVoice: { entries: [{ series: [] }] },
    });
  });
});

describe('the entries of a model', () => {
  it('are those of its runs, and of every tracked competitor', async () => {
    const { brandAnalytics } = await world.data(`{ brandAnalytics(${window}) { models { model entries {
      name isBrand mentions prompts share runs allMentions sentiment { positive } position { average }
      series(bucket: MONTH) { date mentions share }
    } } } }`);
    const [first, second] = brandAnalytics.models;
    const months = (...of: readonly (readonly [number, number | null])[]) =>
      of.map(([mentions, share], at) => ({ date: ['2026-02-27', '2026-03-01'][at], mentions, share }));
    expect(first.entries).toEqual([
      {
        ...{ name: 'Acme CRM', isBrand: true, mentions: 3, prompts: 1, share: 3 / 6, runs: 4, allMentions: 6 },
        ...{ sentiment: { positive: 2 }, position: { average: 2 }, series: months([1, 1 / 2], [2, 2 / 4]) },
      },
      {
        ...{ name: 'Globex', isBrand: false, mentions: 2, prompts: 1, share: 2 / 6, runs: 4, allMentions: 6 },
        ...{ sentiment: { positive: 0 }, position: { average: 3 / 2 }, series: months([1, 1 / 2], [1, 1 / 4]) },
      },
      {
        ...{ name: 'Umbrella', isBrand: false, mentions: 1, prompts: 1, share: 1 / 6, runs: 4, allMentions: 6 },
        ...{ sentiment: { positive: 0 }, position: { average: 3 }, series: months([0, 0], [1, 1 / 4]) },
      },
      {
        ...{ name: 'Initech', isBrand: false, mentions: 0, prompts: 0, share: 0, runs: 4, allMentions: 6 },
        ...{ sentiment: { positive: 0 }, position: { average: null }, series: months([0, 0], [0, 0]) },
      },
    ]);
    expect(second.model).toBe('model-2');
    expect(
      second.entries.map(({ name, prompts, share, series }: Record<string, unknown>) => [name, prompts, share, series]),
    ).toEqual([
      ['Globex', 1, 1, months([0, null], [1, 1])],
      ['Acme CRM', 0, 0, months([0, null], [0, 0])],
      ['Initech', 0, 0, months([0, null], [0, 0])],
    ]);
  });
});
