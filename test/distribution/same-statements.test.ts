// What a key cannot reach takes the statements of what does not exist, also those that a server sends to a cluster: their number and a clock tell nothing.
// Any PostgreSQL understands them.

import { expect, it } from 'vitest';
import { storeKey, testApp } from '../support/app.js';
import { graphqlWays, restWays, type Way } from '../support/isolation/walk.js';
import { type Ids, nowhere, ours, recordBrands, siblings, theirs } from '../support/isolation/world.js';
import { sharedDatabase } from '../support/shared.js';

const statements: string[] = [];
const db = await sharedDatabase(recordBrands, { onQuery: (sql) => statements.push(sql) });
const limits = { rateLimitPerMinute: 0, maxQueryCost: 1e9, maxQueryTokens: 100_000, maxQueryDepth: 100 };
const app = await testApp({ ...db, isDistributed: true }, limits);
const { token } = await storeKey(db, { organizationId: ours.organizationId, brandIds: [ours.brandId] });

async function statementsFor({ kind, ask }: Way, ids: Ids): Promise<readonly string[]> {
  statements.length = 0;
  if (kind === 'rest') expect((await app.send(ask(ids), {}, token)).status).toBe(404);
  else expect((await app.graphql(`{ field: ${ask(ids)} }`, {}, token)).status).toBe(200);
  return [...statements];
}

/** A thing is looked for before its format and its filters have a say. */
const ways = [...graphqlWays(), ...restWays()].filter(
  ({ takes, isNarrow, headers }) => takes.length > 0 && !isNarrow && headers === undefined,
);

it.each(ways.map((way) => [way.name, way] as const))('is so for %s', async (_, way) => {
  const missing = await statementsFor(way, nowhere);
  expect(missing.length).toBeGreaterThan(0);
  for (const ids of [theirs, siblings]) expect(await statementsFor(way, ids)).toEqual(missing);
});
