// What a document costs that goes from one type to another: nothing of a field above counts for a field below that has arguments of its own.

import { describe, expect, it } from 'vitest';
import { recordAll, smallWorld, smallWorldIds } from '../support/records.js';
import { sharedApp } from '../support/shared.js';

const { brand } = smallWorldIds;
const window = 'start: "2026-03-01T00:00:00Z", end: "2026-03-06T00:00:00Z"';
const { app } = await sharedApp((db) => recordAll(db, smallWorld()));

/** What a document costs before anything is charged for what was read. */
async function costOf(document: string): Promise<number> {
  const { body } = await app.graphql(document);
  expect(body.errors).toBeUndefined();
  return body.extensions.cost.requested;
}

describe('the cost of a field', () => {
  it('is not that of the limit of a list above it', async () => {
    const nested = (limit: string) =>
      `{ brand(id: "${brand}") { prompts(limit: 1) { data { analytics(${window}) { citedDomains${limit} { data { domain } } } } } } }`;
    expect(await costOf(nested(''))).toBe(await costOf(nested('(limit: 20)')));
  });
});
