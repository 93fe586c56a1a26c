import { describe, expect, it } from 'vitest';
import { sharedWorld } from '../support/ask.js';
import { prompts, uuid } from '../support/rows.js';

const dates = 'start: "2026-03-01T00:00:00Z", end: "2026-03-04T00:00:00Z"';
const world = await sharedWorld([
  { at: '2026-03-01T00:00:00Z', model: 'model-2' },
  { at: '2026-03-03T23:59:59.999Z' },
  {
    at: '2026-03-02T10:00:00.123Z',
    names: [
      [0, 1, 2],
      [3, 0, 1],
      [1, 0, 3],
    ],
    citations: ['https://www.b.example/2', 'https://a.example/1', 'https://www.b.example/2'],
    market: 'de-DE',
  },
  { at: '2026-03-02T10:00:00.123Z', model: 'model-2' },
  { at: '2026-03-04T00:00:00Z' },
  { at: '2026-02-28T23:59:59.999Z' },
  { at: '2026-03-02T10:00:00Z', promptId: prompts.cheap },
]);

const idsOf = (page: { data: { id: string }[] }) => page.data.map(({ id }) => Number(id.slice(-2)));

describe('promptRuns', () => {
  it('lists runs newest first, equal moments by id descending, in pages that neither overlap nor skip', async () => {
    const page = (n: number) => `p${n}: promptRuns(promptId: "${prompts.best}", ${dates}, page: ${n}, limit: 3) {
      data { id } pagination { page limit total totalPages } }`;
    const { p1, p2, p3 } = await world.data(`{ ${page(1)} ${page(2)} ${page(3)} }`);
    expect([idsOf(p1), idsOf(p2), idsOf(p3)]).toEqual([[2, 4, 3], [1], []]);
    expect(p3.pagination).toEqual({ page: 3, limit: 3, total: 4, totalPages: 2 });
  });

  it('has no probabilities of the sentiment of a company that is not mentioned', async () => {
    const selection = 'id assessments { brand { mentioned sentimentProbabilities { probability } } }';
    const { promptRuns, promptRun } = await world.data(`{
      promptRuns(promptId: "${prompts.best}", ${dates}) { data { ${selection} } }
      promptRun(promptId: "${prompts.best}", runId: "${uuid(1)}") { ${selection} }
    }`);
    const assessed = [...promptRuns.data, promptRun].map(({ assessments }) => assessments.brand);
    const unmentioned = { mentioned: false, sentimentProbabilities: [] };
    const mentioned = { mentioned: true, sentimentProbabilities: [{ probability: 0.75 }] };
    expect(assessed).toEqual([unmentioned, unmentioned, mentioned, unmentioned, unmentioned]);
  });

  it('answers all of a run', async () => {
    const { promptRun } = await world.data(`{ promptRun(promptId: "${prompts.best}", runId: "${uuid(3)}") {
      id promptId brandId model provider webSearchEnabled market brandMentioned competitorsMentioned webQueries citationCount createdAt
      assessments { brand { ...Whole } competitors { name assessment { ...Whole } } }
      answer { text } citations { index url domain title } } }
      fragment Whole on Assessment {
        mentioned probability reason sentiment sentimentProbabilities { label probability } position mentionCount
      }`);
    expect(promptRun).toEqual({
      id: uuid(3),
      promptId: prompts.best,
      brandId: 'acme-crm',
      model: 'model-1',
      provider: 'provider',
      webSearchEnabled: true,
      market: 'de-DE',
      brandMentioned: true,
      competitorsMentioned: ['Umbrella', 'Globex'],
      webQueries: ['best crm 2026'],
      citationCount: 3,
      createdAt: '2026-03-02T10:00:00.123Z',
      assessments: {
        brand: {
          mentioned: true,
          probability: null,
          reason: null,
          sentiment: null,
          sentimentProbabilities: [{ label: 'POSITIVE', probability: 0.75 }],
          position: null,
          mentionCount: null,
        },
        competitors: [
          {
            name: 'Globex',
            assessment: {
              mentioned: true,
              probability: null,
              reason: null,
              sentiment: 'MIXED',
              sentimentProbabilities: [],
              position: 2,
              mentionCount: 3,
            },
          },
        ],
      },
      answer: { text: 'Answer 3' },
      citations: [
        { index: 0, url: 'https://www.b.example/2', domain: 'b.example', title: null },
        { index: 1, url: 'https://a.example/1', domain: 'a.example', title: null },
        { index: 2, url: 'https://www.b.example/2', domain: 'b.example', title: null },
      ],
    });
  });

  it('answers a run whose text was never recorded', async () => {
    await world.db.pool.query('delete from answer where run_id = $1', [uuid(2)]);
    const { promptRun } = await world.data(`{ promptRun(promptId: "${prompts.best}", runId: "${uuid(2)}") {
      answer { text } webQueries assessments { brand { mentioned } competitors { name } } citations { url } } }`);
    expect(promptRun).toEqual({
      answer: { text: null },
      webQueries: [],
      assessments: { brand: { mentioned: false }, competitors: [] },
      citations: [],
    });
  });
});
