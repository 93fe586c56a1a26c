import { describe, expect, it } from 'vitest';
import { sharedWorld } from '../support/ask.js';
import { prompts } from '../support/rows.js';

const world = await sharedWorld([
  { at: '2026-03-28T23:00:00Z', names: [[0, 1, 1]], citations: ['https://a.example/1'] },
  {
    at: '2026-03-29T21:45:00Z',
    model: 'model-2',
    names: [
      [1, 0, 1],
      [3, 0, 2],
    ],
  },
  { at: '2026-03-29T22:00:00Z', names: [[1, 0, 1]] },
  { at: '2026-03-29T12:00:00Z', promptId: prompts.cheap, names: [[0, 1, 1]] },
]);

const snapshot = (more: string, selection: string) =>
  world.data(`{ promptSnapshot(promptId: "${prompts.best}", date: "2026-03-29"${more}) { ${selection} } }`);

describe('promptSnapshot', () => {
  it("answers the figures of the prompt's runs of a local day of 23 hours", async () => {
    const { promptSnapshot } = await snapshot(
      ', timeZone: "Europe/Berlin"',
      `promptId brandId prompt date timeZone range { start end } runs brandMentions visibility
       competitors { name mentions share } models { model label runs visibility }
       totals { runs prompts citations uniqueDomains uniqueUrls } interval { low }`,
    );
    expect(promptSnapshot).toEqual({
      promptId: prompts.best,
      brandId: 'acme-crm',
      prompt: 'best crm',
      date: '2026-03-29',
      timeZone: 'Europe/Berlin',
      range: { start: '2026-03-28T23:00:00.000Z', end: '2026-03-29T22:00:00.000Z' },
      runs: 2,
      brandMentions: 1,
      visibility: 0.5,
      competitors: [
        { name: 'Globex', mentions: 1, share: 1 / 3 },
        { name: 'Umbrella', mentions: 1, share: 1 / 3 },
        { name: 'Initech', mentions: 0, share: 0 },
      ],
      models: [
        { model: 'model-1', label: 'Model 1', runs: 1, visibility: 1 },
        { model: 'model-2', label: 'Model 2', runs: 1, visibility: 0 },
      ],
      totals: { runs: 2, prompts: 1, citations: 1, uniqueDomains: 1, uniqueUrls: 1 },
      interval: { low: expect.any(Number) },
    });
  });

  it('takes the UTC day without a time zone, and restricts to a model', async () => {
    expect(await snapshot('', 'runs timeZone')).toEqual({ promptSnapshot: { runs: 2, timeZone: 'UTC' } });
    expect(await snapshot(', model: "model-2"', 'runs visibility')).toEqual({
      promptSnapshot: { runs: 1, visibility: 0 },
    });
  });

  it('is null where there is nothing to divide by', async () => {
    const { promptSnapshot } = await world.data(
      `{ promptSnapshot(promptId: "${prompts.bare}", date: "2026-03-29") { runs visibility interval { low } models { model }
        competitors { name share } totals { citations } } }`,
    );
    expect(promptSnapshot).toEqual({
      runs: 0,
      visibility: null,
      interval: null,
      models: [],
      competitors: [
        { name: 'Globex', share: null },
        { name: 'Initech', share: null },
      ],
      totals: { citations: 0 },
    });
  });
});
