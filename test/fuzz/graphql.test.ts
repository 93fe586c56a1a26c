// Whatever document a client sends, valid, almost valid or meant to hurt, it gets a well-formed answer that is no 500, within bounds.

import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { built } from '../support/fuzz/choices.js';
import { graphqlRequestOf } from '../support/fuzz/documents.js';
import { rounds, timeoutOf } from '../support/fuzz/rounds.js';
import { openTarget, type Target } from '../support/fuzz/target.js';
import { problemsOf, send } from '../support/fuzz/wire.js';

let target: Target;

beforeAll(async () => {
  target = await openTarget();
});

afterAll(() => target[Symbol.asyncDispose]());

describe('GraphQL', () => {
  it(
    'answers every document and all variables',
    async () => {
      let answered = 0;
      const property = fc.asyncProperty(built(graphqlRequestOf), async (request) => {
        const answer = await send(target.url, {
          method: 'POST',
          path: '/graphql',
          headers: { authorization: `Bearer ${target.adminKey}`, 'content-type': 'application/json' },
          body: Buffer.from(JSON.stringify(request)),
        });
        if (answer.status === 200) answered++;
        const problems = problemsOf(answer);
        expect({ problems, answer: problems.length > 0 ? answer : null }).toEqual({ problems: [], answer: null });
      });
      await fc.assert(property, rounds(40));
      await target.assertUnmoved();
      // Were most documents refused before they ran, little would have been tried.
      expect(answered).toBeGreaterThan(0);
    },
    timeoutOf(40),
  );
});
