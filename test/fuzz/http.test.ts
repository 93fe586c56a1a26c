// Whatever a client sends over a socket, it gets a well-formed answer that is no 500, and the next client is served.

import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { built, type Choices } from '../support/fuzz/choices.js';
import { rawRequestOf } from '../support/fuzz/raw-requests.js';
import { bodyOf, headersOf, requestOf } from '../support/fuzz/requests.js';
import { rounds, timeoutOf } from '../support/fuzz/rounds.js';
import { openTarget, type Target } from '../support/fuzz/target.js';
import { problemsOf, type Sent, send, sendRaw } from '../support/fuzz/wire.js';

let target: Target;

beforeAll(async () => {
  target = await openTarget();
});

afterAll(() => target[Symbol.asyncDispose]());

/** Every answer to a request of this kind is well formed, and the server is what it was. */
async function holds(percent: number, build: (choices: Choices) => Sent): Promise<void> {
  const property = fc.asyncProperty(built(build), async (request) => {
    const answer = await send(target.url, request);
    const problems = problemsOf(answer, request.method === 'HEAD');
    expect({ problems, answer: problems.length > 0 ? answer : null }).toEqual({ problems: [], answer: null });
  });
  await fc.assert(property, rounds(percent));
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
      const property = fc.asyncProperty(
        built((choices) => rawRequestOf(choices, target.adminKey)),
        async (request) => {
          const answers = await sendRaw(target.url, request);
          answered += answers.length;
          const problems = answers.flatMap((answer) => problemsOf(answer, request.isHead));
          expect({ problems, answers: problems.length > 0 ? answers : [] }).toEqual({ problems: [], answers: [] });
        },
      );
      await fc.assert(property, rounds(15));
      expect(answered).toBeGreaterThan(0);
      await target.assertUnmoved();
    },
    timeoutOf(15),
  );
});
