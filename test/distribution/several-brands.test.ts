// One document about several brands answers for each what a document about it alone does, also where they are on several nodes of a cluster.

import { expect, inject, it } from 'vitest';
import { rollBrands } from '../../src/tiles/roll/rolling.js';
import { graphqlWays } from '../support/isolation/walk.js';
import { day, type Ids, rival } from '../support/isolation/world.js';
import { recordAll } from '../support/records.js';
import { sharedApp } from '../support/shared.js';

const uuid = (place: number, number: number) =>
  `${String(place).padStart(8, '0')}-0000-4000-8000-${String(number).padStart(12, '0')}`;
/** On a cluster more than the test cluster has shards. */
const count = inject('nodes').length > 1 ? 5 : 2;
const brands = Array.from({ length: count }, (_, place): Ids => {
  return { brandId: `brand-${place}`, promptId: uuid(place, 1), runId: uuid(place, 2) };
});

const runOf = ({ brandId, promptId, runId }: Ids) => ({
  type: 'run',
  id: runId,
  promptId,
  model: 'chatgpt',
  provider: `provider of ${brandId}`,
  createdAt: `${day}T10:00:00Z`,
  answer: `Answer about ${brandId}`,
  webQueries: [`query of ${brandId}`],
  citations: [{ url: `https://${brandId}.example/`, title: `Title of ${brandId}` }],
  brandMentioned: true,
  competitorsMentioned: [`Company of ${brandId}`, rival],
});

const { app } = await sharedApp(
  async (db) => {
    await recordAll(db, [
      { type: 'organization', id: 'organization', name: 'Organization' },
      { type: 'model', id: 'chatgpt', label: 'ChatGPT' },
      ...brands.flatMap((ids) => [
        { type: 'brand', id: ids.brandId, organizationId: 'organization', name: ids.brandId },
        { type: 'prompt', id: ids.promptId, brandId: ids.brandId, text: `best of ${ids.brandId}`, tags: ['shared'] },
        runOf(ids),
      ]),
    ]);
    await rollBrands(db);
    await recordAll(
      db,
      brands.map((ids) => ({ ...runOf(ids), id: ids.runId.replace(/2$/, '3'), createdAt: `${day}T11:00:00Z` })),
    );
  },
  { config: { maxQueryCost: 1e9, maxQueryTokens: 100_000 } },
);

const ways = graphqlWays().filter(({ takes }) => takes.length > 0);

it.each(ways.map((way) => [way.name, way] as const))('%s', async (_, { ask }) => {
  const together = await app.graphql(`{ ${brands.map((ids, place) => `q${place}: ${ask(ids)}`).join(' ')} }`);
  expect(together.body.errors).toBeUndefined();
  for (const [place, ids] of brands.entries()) {
    const alone = await app.graphql(`{ alone: ${ask(ids)} }`);
    expect(alone.body.errors).toBeUndefined();
    expect(alone.body.data.alone).not.toBeNull();
    expect(together.body.data[`q${place}`]).toEqual(alone.body.data.alone);
  }
});
