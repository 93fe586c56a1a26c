// How many SQL statements a request costs that comes with an organization key: what many small round trips would add to every answer.

import { describe, expect, it } from 'vitest';
import { rollBrands } from '../../src/tiles/roll/rolling.js';
import { storeKey } from '../support/app.js';
import { recordAll, smallWorld, smallWorldIds } from '../support/records.js';
import { sharedApp } from '../support/shared.js';
import {
  extraAuthorization,
  extraBreakdown,
  extraComparing,
  extraReading,
  extraUnread,
  extraWithSizes,
} from '../support/statements/authorization.js';

const { brand, organization, prompts } = smallWorldIds;
const statements: string[] = [];
const { app, db } = await sharedApp((db) => recordAll(db, smallWorld()), { onQuery: (sql) => statements.push(sql) });
await rollBrands(db);
const { token } = await storeKey(db, { organizationId: organization });

const window = (day: number) => `start=2026-03-01T00:00:00Z&end=2026-03-0${day}T00:00:00Z`;

/** The statements that a request costs, after another question about the same data. */
async function statementsOf(pathOf: (window: string) => string): Promise<readonly string[]> {
  expect((await app.get(pathOf(window(6)), token)).status).toBe(200);
  statements.length = 0;
  expect((await app.get(pathOf(window(5)), token)).status).toBe(200);
  return [...statements];
}

function summaryOverGraphql(given: string): string {
  const { start, end } = Object.fromEntries(new URLSearchParams(given));
  const query = `{ brandAnalytics(brandId: "${brand}", start: "${start}", end: "${end}") { totals { runs } models { model runs } } }`;
  return `/graphql?${new URLSearchParams({ query })}`;
}

describe('a request with an organization key', () => {
  it.each([
    ['the analytics of a brand', (given: string) => `/api/v1/brands/${brand}/analytics?${given}`, 2 + extraReading],
    [
      'a breakdown',
      (given: string) => `/api/v1/brands/${brand}/breakdown?by=prompt,model&${given}`,
      2 + extraBreakdown,
    ],
    [
      'the analytics of a prompt',
      (given: string) => `/api/v1/prompts/${prompts.best}/analytics?${given}`,
      3 + extraReading,
    ],
    [
      'a page of runs of a prompt',
      (given: string) => `/api/v1/prompts/${prompts.best}/runs?${given}`,
      3 + extraReading,
    ],
    ['a page of runs of a brand', (given: string) => `/api/v1/brands/${brand}/runs?${given}`, 3 + extraReading],
    ['a summary over GraphQL', summaryOverGraphql, 3 + extraReading],
    ['a snapshot', () => `/api/v1/prompts/${prompts.best}/snapshot?date=2026-03-02`, 9],
    ['the models', () => '/api/v1/models', 1],
  ])('for %s', async (_, pathOf, max) => {
    const sent = await statementsOf(pathOf);
    expect(sent.length, sent.join('\n\n')).toBeLessThanOrEqual(max + extraAuthorization + extraComparing);
  });

  it.each([
    ['figures and pages', ['totals', 'pages']],
    ['pages and figures', ['pages', 'totals']],
  ])('reads %s in one snapshot, where one of them needs it', async (_, order) => {
    const given = `brandId: "${brand}", start: "2026-03-01T00:00:00Z", end: "2026-03-0`;
    const sent = await statementsOf((window) => {
      const day = window.slice(-11, -10);
      const fields: Record<string, string> = {
        totals: `brandAnalytics(${given}${day}T00:00:00Z") { totals { runs } }`,
        pages: `brandRuns(${given}${day}T00:00:00Z") { data { id } }`,
      };
      return `/graphql?${new URLSearchParams({ query: `{ ${order.map((name) => fields[name]).join(' ')} }` })}`;
    });
    const [begun, asked] = [/^begin isolation level repeatable read/, /^select 'proof'/].map((sql) =>
      sent.findIndex((each) => sql.test(each)),
    );
    expect(begun).toBeGreaterThan(-1);
    expect(asked).toBeGreaterThan(begun ?? 0);
  });

  it('costs one statement where its client has a current copy', async () => {
    const path = `/api/v1/brands/${brand}/analytics?${window(4)}`;
    const etag = (await app.get(path, token)).headers.get('etag') ?? '';
    statements.length = 0;
    expect((await app.send(path, { headers: { 'if-none-match': etag } }, token)).status).toBe(304);
    expect(statements).toHaveLength(1 + extraAuthorization);
  });

  it('costs one statement where its key is unknown or its brand is out of reach, and then another', async () => {
    const path = `/api/v1/brands/${smallWorldIds.otherBrand}/analytics?${window(4)}`;
    statements.length = 0;
    expect((await app.get(path, `sightline_${'0'.repeat(16)}_${'0'.repeat(64)}`)).status).toBe(401);
    expect(statements).toHaveLength(1 + extraAuthorization);
    statements.length = 0;
    expect((await app.get(path, token)).status).toBe(404);
    expect(statements).toHaveLength(2 + extraWithSizes + extraUnread);
  });
});
