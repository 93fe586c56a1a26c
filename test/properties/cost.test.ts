// What a document costs bounds its answer, over an ordinary brand and an extreme one: the values of an answer are never more than its cost,
// and its bytes never more than a stated number for each unit.

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { maxBytesPerUnit } from '../../src/domain/budget.js';
import { testApp } from '../support/app.js';
import { extreme, fillExtreme } from '../support/extreme.js';
import { filledDatabase } from '../support/filled-database.js';
import { built } from '../support/fuzz/choices.js';
import { validRequest } from '../support/fuzz/documents.js';
import { recordAll, smallWorld, smallWorldIds } from '../support/records.js';
import { shared } from '../support/shared.js';

const db = await shared(filledDatabase('extreme', fillExtreme));
await recordAll(db, smallWorld());
const app = await shared(testApp(db, { maxQueryCost: 1_000_000, maxAnswerBytes: 1_000_000_000 }));

function valuesIn(data: unknown): number {
  if (Array.isArray(data)) return data.reduce((total: number, each) => total + valuesIn(each), 0);
  if (typeof data !== 'object' || data === null) return 1;
  return Object.values(data).reduce((total: number, each) => total + valuesIn(each), 0);
}

/** The same request about the extreme brand. */
function aboutExtreme(text: string): string {
  return text
    .replaceAll(smallWorldIds.brand, 'extreme')
    .replace(new RegExp(smallWorldIds.prompts.best, 'gi'), extreme.promptId);
}

describe('the cost of a document', () => {
  it('is at least the number of values in its answer, and bounds its bytes', async () => {
    let answered = 0;
    const property = fc.asyncProperty(built(validRequest), fc.boolean(), async (request, isExtreme) => {
      const body = JSON.stringify(request);
      const headers = { 'content-type': 'application/json' };
      const reply = await app.send('/graphql', {
        method: 'POST',
        headers,
        body: isExtreme ? aboutExtreme(body) : body,
      });
      expect(reply.status).toBeLessThan(500);
      const cost = reply.body.extensions?.cost.requested;
      if (cost === undefined || !reply.body.data) return;
      answered += 1;
      expect(valuesIn(reply.body.data)).toBeLessThanOrEqual(cost);
      expect(Buffer.byteLength(reply.text)).toBeLessThanOrEqual(cost * maxBytesPerUnit);
    });
    await fc.assert(property, { numRuns: Number(process.env.FUZZ_RUNS ?? 150) });
    expect(answered).toBeGreaterThan(0);
  });
});
