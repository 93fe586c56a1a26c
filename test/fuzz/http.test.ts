// Whatever a client sends over a socket, it gets a well-formed answer that is no 500, and the next client is served.

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type Choices, severally } from '../support/fuzz/choices.js';
import { rawRequestOf } from '../support/fuzz/raw-requests.js';
import { bodyOf, headersOf, requestOf } from '../support/fuzz/requests.js';
import { timeoutOf, volley, volleys } from '../support/fuzz/rounds.js';
import { openTarget } from '../support/fuzz/target.js';
import { badAnswers, badRawAnswers, type Sent } from '../support/fuzz/wire.js';
import { shared } from '../support/shared.js';

const target = await shared(openTarget());

/** Every answer to a request of this kind is well formed, and the server is what it was. */
async function holds(percent: number, build: (choices: Choices) => Sent): Promise<void> {
  const property = fc.asyncProperty(severally(build, volley), async (requests) => {
    expect(await badAnswers(target.url, requests)).toEqual([]);
  });
  await fc.assert(property, volleys(percent));
  await target.assertUnmoved();
}

describe('the server', () => {
  it(
    'answers every path, query string, header and method',
    () => holds(35, (choices) => requestOf(choices, target.adminKey)),
    timeoutOf(35),
  );

  it(
    'answers every body',
    () =>
      holds(10, (choices) => {
        const type = { 'content-type': 'application/json' };
        const headers = { ...type, ...headersOf(choices, target.adminKey) };
        return { method: 'POST', path: '/graphql', headers, body: bodyOf(choices) };
      }),
    timeoutOf(10),
  );

  it(
    'answers bytes that are hardly HTTP, or closes',
    async () => {
      let answered = 0;
      const raw = severally((choices) => rawRequestOf(choices, target.adminKey), volley);
      const property = fc.asyncProperty(raw, async (requests) => {
        const bad = await badRawAnswers(target.url, requests, (count) => {
          answered += count;
        });
        expect(bad).toEqual([]);
      });
      await fc.assert(property, volleys(15));
      expect(answered).toBeGreaterThan(0);
      await target.assertUnmoved();
    },
    timeoutOf(15),
  );
});
