// What a request for a long list is refused for, over REST and over GraphQL, with every fault in one answer.

import { describe, expect, it } from 'vitest';
import { recordAll, smallWorld, smallWorldIds } from '../support/records.js';
import { sharedApp } from '../support/shared.js';

const { brand } = smallWorldIds;
const domains = `/api/v1/brands/${brand}/citations/domains?start=2026-03-01T00:00:00Z&end=2026-03-06T00:00:00Z`;

const { app } = await sharedApp((db) => recordAll(db, smallWorld()));

describe('what is refused', () => {
  it.each([
    ['orderBy=colour', 'orderBy must be one of citations, runs, prompts, change; given was "colour".'],
    ['orderBy=RUNS', 'orderBy must be one of citations, runs, prompts, change; given was "RUNS".'],
    ['direction=up', 'direction must be one of asc, desc; given was "up".'],
    ['outcome=lost', 'outcome must be one of all, mentioned, absent, gap; given was "lost".'],
    ['category=own,mine', 'category must be one of own, competitor, other; given was "mine".'],
    ['category=own,,other', 'category must be one of own, competitor, other; given was "".'],
    ['limit=0', 'limit must be a whole number of at least 1, in decimal digits; given was "0".'],
    [`search=${'x'.repeat(201)}`, 'search must have 1 to 200 characters'],
    ['search=a%00', 'none of them NUL'],
    ['timeZone=UTC', 'There is no parameter "timeZone" here'],
    ['order=runs', 'There is no parameter "order" here: did you mean orderBy?'],
    ['orderBy=runs&orderBy=runs', 'orderBy was given more than once: give it once.'],
  ])('over REST: %s', async (more, message) => {
    const { status, body } = await app.get(`${domains}&${more}`);
    expect([status, body.code]).toEqual([400, 'validation_error']);
    expect(body.message).toContain(message);
  });

  it('is reported together, over REST and over GraphQL', async () => {
    const { body } = await app.get(
      `/api/v1/brands/${brand}/citations/urls?start=2026-03-01&end=x&search=&orderBy=y&limit=0&model=z`,
    );
    for (const name of ['start', 'end', 'search', 'orderBy', 'limit', 'model']) expect(body.message).toContain(name);
    const { body: graphql } =
      await app.graphql(`{ brandAnalytics(brandId: "${brand}", start: "x", end: "y", model: "z") {
      citedUrls(limit: 0, search: "") { data { url } } previous { queryFanout(page: 0) { data { query } } } } }`);
    expect(graphql.errors).toHaveLength(1);
    const { faults } = graphql.errors[0].extensions;
    expect(faults.map(({ field }: { readonly field: string }) => field)).toEqual([
      'limit',
      'search',
      'page',
      'start',
      'end',
      'model',
    ]);
    expect(graphql.data).toEqual({ brandAnalytics: null });
  });

  it('names the orders that exist, by variable too', async () => {
    const { body } = await app.graphql(
      `query ($by: SourceOrder) { brandAnalytics(brandId: "${brand}", start: "2026-03-01T00:00:00Z", end: "2026-03-06T00:00:00Z") { citedUrls(orderBy: $by) { data { url } } } }`,
      { by: 'PROMPT' },
    );
    expect(body.errors[0].extensions.code).toBe('validation_error');
    expect(body.errors[0].message).toContain('PROMPTS');
  });
});
