// What a document may ask for: what is refused before anything is read, with which message.

import { describe, expect, it } from 'vitest';
import { testApp } from '../support/app.js';
import { fillTables } from '../support/rows.js';
import { sharedApp } from '../support/shared.js';

const statements: string[] = [];
const { db, app } = await sharedApp((db) => fillTables(db, [{ at: '2026-03-01T10:00:00Z', names: [[0, 1, 1]] }]), {
  onQuery: (sql) => statements.push(sql),
});

const march = 'start: "2026-03-01T00:00:00Z", end: "2026-04-01T00:00:00Z"';
const brand = `brandAnalytics(brandId: "acme-crm", ${march})`;

/** What is said of a document that is refused, with every SQL statement that was sent for it. */
async function refusal(query: string, at = app) {
  statements.length = 0;
  const { status, body } = await at.graphql(query);
  return { status, code: body.errors[0].extensions.code, message: body.errors[0].message, sql: [...statements] };
}

describe('a document over a limit', () => {
  const chain = (count: number, each: (at: number) => string) =>
    Array.from({ length: count }, (_, at) => each(at)).join(' ');
  const whole = 'shareOfVoice { entries { name prompts } series { share } } totals { uniqueUrls }';

  it.each([
    [
      'costs too much',
      `{ ${chain(150, (at) => `a${at}: ${brand} { ${whole} }`)} }`,
      /^The document costs 1\d\d,\d{3}, and the limit is 100,000: /,
    ],
    [
      'has too many aliases',
      `{ ${chain(201, (at) => `a${at}: models { id }`)} }`,
      /^The document has 201 aliases, and the limit is 200: /,
    ],
    [
      'has too many directives',
      `{ models { id ${'@include(if: true) '.repeat(51)} } }`,
      /^The document has 51 directives, and the limit is 50: /,
    ],
    [
      'is too deep',
      `{ ${brand} { ${'previous { '.repeat(12)} brandId ${'} '.repeat(12)} } }`,
      /^The document nests 14 fields, and the limit is 12: /,
    ],
    [
      'has too many tokens',
      `{ models { ${'id '.repeat(5_000)} } }`,
      /^The document has more than 5,000 tokens, which is the limit: /,
    ],
    [
      'has aliases in a fragment that is spread often',
      `{ ${chain(30, () => '...F')} } fragment F on Query { ${chain(10, (at) => `a${at}: models { id }`)} }`,
      /^The document has 300 aliases, /,
    ],
    [
      'has fragments that double one another',
      `{ ...F0 } ${chain(100, (at) => `fragment F${at} on Query { ...F${at + 1} ...F${at + 1} }`)} fragment F100 on Query { models { id } }`,
      /^The document costs [\d,]+, and the limit is 100,000: /,
    ],
    [
      'doubles the window before',
      `{ ${brand} { ...P0 } } ${chain(60, (at) => `fragment P${at} on BrandAnalytics { visibility { series { date } } a: previous { ...P${at + 1} } b: previous { ...P${at + 1} } }`)} fragment P60 on BrandAnalytics { brandId }`,
      /^The document costs [\d,]+, .*The document nests 63 fields, .*The document has countless aliases, /,
    ],
    [
      'looks into the schema too deeply',
      '{ __schema { types { fields { type { fields { type { fields { name } } } } } } } }',
      /^The document nests the lists of introspection 3 deep, and the limit is 2: /,
    ],
    [
      'fans the schema out',
      `{ __schema { ${chain(60, (at) => `a${at}: types { fields { args { type { name } } type { fields { name } } } }`)} } }`,
      /^The document costs [\d,]+, /,
    ],
  ])('that %s is refused before any SQL', async (_, query, message) => {
    expect(await refusal(query)).toEqual({
      status: 400,
      code: 'query_too_complex',
      message: expect.stringMatching(message),
      sql: [],
    });
    expect((await refusal(query)).code).toBe('query_too_complex');
  });

  it('that is nested until nothing can read it is refused before any SQL', async () => {
    // Deep enough for the stack of any thread, compiled or not.
    const depth = 40_000;
    const patient = await testApp(db, { maxQueryTokens: 100_000 });
    expect(await refusal(`{ models(a: ${'['.repeat(depth)}${']'.repeat(depth)}) { id } }`, patient)).toEqual({
      status: 400,
      code: 'query_too_complex',
      message: 'The document is nested too deeply to be parsed. Use less nesting.',
      sql: [],
    });
  });

  it('is refused with 400 in the older media type too, with its cost', async () => {
    const query = `{ ${chain(201, (at) => `a${at}: models { id }`)} }`;
    const headers = { 'content-type': 'application/json', accept: 'application/json' };
    const reply = await app.send('/graphql', { method: 'POST', headers, body: JSON.stringify({ query }) });
    expect(reply.status).toBe(400);
    expect(reply.body.extensions.cost).toEqual({ requested: 201, limit: 100_000 });
    expect(reply.headers.get('x-query-cost')).toBe('201');
  });

  it('is held to the limits that are set', async () => {
    const strict = await testApp(db, { maxQueryCost: 10, maxQueryDepth: 2, maxQueryAliases: 0, maxQueryDirectives: 0 });
    const { message } = await refusal(
      '{ a: viewer { kind @skip(if: false) organization { a0 a1 a2 a3 a4 a5 a6 a7 } } }',
      strict,
    );
    expect(message).toMatch(
      /costs 11, and the limit is 10: .* nests 3 fields, and the limit is 2: .* 1 aliases, and the limit is 0: .* 1 directives, and the limit is 0: /,
    );
  });

  it('says nothing to those without a key', async () => {
    const { status, headers, body } = await app.graphql(`{ ${chain(201, (at) => `a${at}: models { id }`)} }`, {}, null);
    expect([status, body.errors[0].extensions.code, body.extensions]).toEqual([401, 'unauthorized', undefined]);
    expect(headers.get('x-query-cost')).toBeNull();
  });

  it('is not one that is wrong in other ways', async () => {
    const cyclic = await refusal('{ ...F } fragment F on Query { models { id } ...F }');
    expect([cyclic.code, cyclic.message]).toEqual([
      'validation_error',
      expect.stringMatching(/Cannot spread fragment/),
    ]);
    expect((await refusal('{ nothing { of { this } } ...Missing }')).code).toBe('validation_error');
    const reversed = `{ brandAnalytics(brandId: "acme-crm", start: "9999-01-01T00:00:00Z", end: "0001-01-01T00:00:00Z") { visibility { series { date } } } }`;
    expect((await refusal(reversed)).code).toBe('validation_error');
  });
});
