// Brands with a prompt and a run each, for tests of a cluster whose nodes fail.

import type { AnyRecord } from '../support/naive/record.js';

const promptOf = (place: number) => `6f1f0000-0000-4000-8000-00000000000${place}`;
let made = 0;

/** A run of the brand at `place`, on 1 March 2026. */
export function runOf(place: number): AnyRecord {
  made += 1;
  return {
    type: 'run',
    id: `0c9d0000-0000-4000-8000-${String(made).padStart(12, '0')}`,
    promptId: promptOf(place),
    model: 'chatgpt',
    provider: 'openai',
    webSearchEnabled: false,
    createdAt: '2026-03-01T09:00:00Z',
    answer: 'Nobody knows.',
    webQueries: [],
    citations: [{ url: 'https://example.org/' }],
    brandMentioned: true,
    competitorsMentioned: [],
    assessments: { brand: { mentioned: true, sentimentProbabilities: {} }, competitors: {} },
  };
}

/** An organization with these brands. */
export function worldOf(brandIds: readonly string[]): readonly AnyRecord[] {
  return [
    { type: 'organization', id: 'acme', name: 'Acme' },
    { type: 'model', id: 'chatgpt', label: 'ChatGPT' },
    ...brandIds.flatMap((id, place): AnyRecord[] => [
      { type: 'brand', id, organizationId: 'acme', name: id, aliases: [], domains: [] },
      { type: 'prompt', id: promptOf(place), brandId: id, text: 'who?', tags: [] },
      runOf(place),
    ]),
  ];
}
