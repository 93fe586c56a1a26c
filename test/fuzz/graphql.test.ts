// Whatever document a client sends, valid, almost valid or meant to hurt, it gets a well-formed answer that is no 500, within bounds.

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { severally } from '../support/fuzz/choices.js';
import { type GraphQLRequest, graphqlRequestOf } from '../support/fuzz/documents.js';
import { timeoutOf, volley, volleys } from '../support/fuzz/rounds.js';
import { openTarget } from '../support/fuzz/target.js';
import { badAnswers, type Sent } from '../support/fuzz/wire.js';
import { shared } from '../support/shared.js';

const target = await shared(openTarget());

function posted(request: GraphQLRequest): Sent {
  const headers = { authorization: `Bearer ${target.adminKey}`, 'content-type': 'application/json' };
  return { method: 'POST', path: '/graphql', headers, body: Buffer.from(JSON.stringify(request)) };
}

describe('GraphQL', () => {
  it(
    'answers every document and all variables',
    async () => {
      const property = fc.asyncProperty(severally(graphqlRequestOf, volley), async (requests) => {
        expect(await badAnswers(target.url, requests.map(posted))).toEqual([]);
      });
      await fc.assert(property, volleys(40));
      await target.assertUnmoved();
    },
    timeoutOf(40),
  );
});
