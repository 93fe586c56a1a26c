// What a document may ask for: how its cost is counted, who is told of it, and what is refused before anything is read.

import { getIntrospectionQuery } from 'graphql';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { storeKey, type TestApp, testApp } from '../support/app.js';
import { type TestDatabase, testDatabase } from '../support/database.js';
import { fillTables, prompts, uuid } from '../support/rows.js';

const statements: string[] = [];
let db: TestDatabase;
let app: TestApp;

beforeAll(async () => {
  db = await testDatabase({ onQuery: (sql) => statements.push(sql) });
  await fillTables(db, [{ at: '2026-03-01T10:00:00Z', names: [[0, 1, 1]] }]);
  app = await testApp(db);
});

afterAll(() => db[Symbol.asyncDispose]());

/** Of a month of 31 days and four companies. */
const sums = 200 + 2;
const march = 'start: "2026-03-01T00:00:00Z", end: "2026-04-01T00:00:00Z"';
const brand = `brandAnalytics(brandId: "acme-crm", ${march})`;
const runs = (args: string) => `promptRuns(promptId: "${prompts.best}", ${march}${args})`;

async function costOf(query: string, variables: Record<string, unknown> = {}): Promise<number> {
  const { body, headers } = await app.graphql(query, variables);
  expect(headers.get('x-query-cost')).toBe(String(body.extensions.cost.requested));
  expect(headers.get('x-query-cost-limit')).toBe(String(body.extensions.cost.limit));
  return body.extensions.cost.requested;
}

/** What is said of a document that is refused, with every SQL statement that was sent for it. */
async function refusal(query: string, at = app) {
  statements.length = 0;
  const { status, body } = await at.graphql(query);
  return { status, code: body.errors[0].extensions.code, message: body.errors[0].message, sql: [...statements] };
}

describe('the cost of a document', () => {
  it('counts one for each field', async () => {
    expect(await costOf('{ viewer { kind keyId organization { id } } }')).toBe(5);
  });

  it('multiplies what lies within a list by the number of elements that are stored', async () => {
    expect(await costOf('{ models { id label } }')).toBe(1 + 6 * 2);
    expect(await costOf('{ brand(id: "acme-crm") { competitors { name } } }')).toBe(2 + 2);
    expect(await costOf('{ brands { id competitors { name } } }')).toBe(1 + 3 * 2 + 2);
    // Three companies and the brand itself.
    expect(await costOf(`{ ${brand} { shareOfVoice { entries { name share } } } }`)).toBe(1 + sums + 2 + 4 * 2);
  });

  it('is the same for a brand that is out of reach and for one that does not exist', async () => {
    const { token } = await storeKey(db, { organizationId: 'other' });
    const ask = async (id: string) => {
      const query = `{ brandAnalytics(brandId: "${id}", ${march}) { shareOfVoice { entries { name } } } }`;
      return (await app.graphql(query, {}, token)).body.extensions.cost.requested;
    };
    expect(await ask('acme-crm')).toBe(await ask('nobody'));
    expect(await ask('other-brand')).toBeGreaterThan(await ask('nobody'));
  });

  it('grows with a key and a text of many bytes', async () => {
    expect(await costOf(`{ viewer { ${'a'.repeat(640)}: kind } }`)).toBe(2 + 10);
    const text = 'x'.repeat(1_000);
    await db.pool.query('update answer set text = $1', [text]);
    const run = `promptRun(promptId: "${prompts.best}", runId: "${uuid(1)}")`;
    expect(await costOf(`{ ${run} { answer { text } } }`)).toBe(3 + 20 + 15);
    expect(await costOf(`{ ${run} { answer { text again: text } } }`)).toBe(4 + 20 + 2 * 15);
  });

  it('takes the size from limit and the days of the window, written or by variable', async () => {
    const page = (limit: number) => 1 + 21 + 1 + limit * 2;
    expect(await costOf(`{ ${runs('')} { data { id model } } }`)).toBe(page(20));
    expect(await costOf(`{ ${runs(', limit: 7')} { data { id model } } }`)).toBe(page(7));
    const byVariable = `query ($n: Int = 9) { ${runs(', limit: $n')} { data { id model } } }`;
    expect(await costOf(byVariable, { n: 70 })).toBe(page(70));
    expect(await costOf(byVariable, { n: 7_000 })).toBe(page(100));
    expect(await costOf(byVariable)).toBe(page(9));
    expect(await costOf(`{ ${brand} { visibility { series { date } } } }`)).toBe(1 + 206 + 2 + 31);
    const window = `query ($start: DateTime!, $end: DateTime!) {
      brandAnalytics(brandId: "acme-crm", start: $start, end: $end) { visibility { series { date } } }
    }`;
    const [start, end] = ['2026-03-01T00:00:00Z', '2026-03-11T00:15:00Z'];
    expect(await costOf(window, { start, end })).toBe(1 + 202 + 2 + 11);
    expect(await costOf(window, { start: '2026-03-01T00:14:59Z', end: '2026-03-11T00:14:59Z' })).toBe(1 + 202 + 2 + 10);
  });

  it('counts a part of the summary once, however many fields need it, and again for the window before', async () => {
    const one = 'visibility { current }';
    const many = `${one} position { average } totals { runs }`;
    expect(await costOf(`{ ${brand} { ${one} } }`)).toBe(1 + sums + 2);
    expect(await costOf(`{ ${brand} { ${many} } }`)).toBe(1 + sums + 6);
    expect(await costOf(`{ ${brand} { ${many} previous { ${many} } } }`)).toBe(1 + (sums + 6) + 1 + (sums + 6));
    expect(await costOf(`{ ${brand} { totals { uniqueUrls } } }`)).toBe(1 + 515 + 2);
  });

  it('is multiplied by aliases, and the same through fragments', async () => {
    const selection = 'visibility { current series { date visibility } }';
    const once = await costOf(`{ ${brand} { ${selection} } }`);
    expect(await costOf(`{ a: ${brand} { ${selection} } b: ${brand} { ${selection} } }`)).toBe(2 * once);
    const spread = `{ a: ${brand} { ...F } b: ${brand} { ... on BrandAnalytics { ...F } } }`;
    expect(await costOf(`${spread} fragment F on BrandAnalytics { ${selection} }`)).toBe(2 * once);
  });

  it('counts what a run says at length', async () => {
    const page = (each: number) => 1 + 21 + 1 + 20 * each;
    expect(await costOf(`{ ${runs('')} { data { answer { text } } } }`)).toBe(page(1 + 20 + 1) + 15);
    expect(await costOf(`{ ${runs('')} { data { citations { url } } } }`)).toBe(page(1 + 5 + 1));
  });

  it('is of the operation that is named', async () => {
    const query = 'query A { models { id } } query B { viewer { kind } }';
    const body = JSON.stringify({ query, operationName: 'B' });
    const headers = { 'content-type': 'application/json' };
    expect((await app.send('/graphql', { method: 'POST', headers, body })).body.extensions.cost.requested).toBe(2);
  });

  it('is told with an answer that failed, and not where the document is unreadable', async () => {
    const failed = await app.graphql('{ brand(id: "nobody") { id } }');
    expect(failed.body.extensions).toEqual({ cost: { requested: 2, limit: 100_000 } });
    const unreadable = await app.graphql('{ brand(');
    expect(unreadable.body.extensions).toBeUndefined();
    expect(unreadable.headers.get('x-query-cost')).toBeNull();
  });
});

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

  it('tells nothing to those without a key', async () => {
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

describe('the tools that look into the schema', () => {
  it('are answered', async () => {
    const query = getIntrospectionQuery({
      inputValueDeprecation: true,
      schemaDescription: true,
      specifiedByUrl: true,
      directiveIsRepeatable: true,
      oneOf: true,
    });
    const { status, body } = await app.graphql(query);
    expect([status, body.errors]).toEqual([200, undefined]);
    expect(body.extensions.cost.requested).toBeLessThan(body.extensions.cost.limit / 2);
  });
});
