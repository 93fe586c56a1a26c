// How the cost of a document is counted, and where it is reported.

import { getIntrospectionQuery } from 'graphql';
import { describe, expect, it } from 'vitest';
import { storeKey } from '../support/app.js';
import { fillTables, prompts, uuid } from '../support/rows.js';
import { sharedApp } from '../support/shared.js';

const { app, db } = await sharedApp((db) => fillTables(db, [{ at: '2026-03-01T10:00:00Z', names: [[0, 1, 1]] }]));

/** Of a month of 31 days and four companies. */
const sums = 200 + 3;
const march = 'start: "2026-03-01T00:00:00Z", end: "2026-04-01T00:00:00Z"';
const brand = `brandAnalytics(brandId: "acme-crm", ${march})`;
const runs = (args: string) => `promptRuns(promptId: "${prompts.best}", ${march}${args})`;

async function costOf(query: string, variables: Record<string, unknown> = {}): Promise<number> {
  const { body, headers } = await app.graphql(query, variables);
  expect(headers.get('x-query-cost')).toBe(String(body.extensions.cost.requested));
  expect(headers.get('x-query-cost-limit')).toBe(String(body.extensions.cost.limit));
  return body.extensions.cost.requested;
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

  it('takes the brands of a page for those that have most', async () => {
    // Of three brands, one has competitors: two.
    expect(await costOf('{ brandList(limit: 1) { data { competitors { name } } } }')).toBe(3 + 2);
    expect(await costOf('{ brandList(limit: 2) { data { competitors { name } } } }')).toBe(2 + 2 + 2);
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

  it('grows with what arguments are given, for each field that is given it', async () => {
    // 10 tags of 56 bytes, each with 8 more, and the list itself.
    const tags = Array.from({ length: 10 }, (_, at) => `${at}`.padEnd(56, 'x'));
    const given = (value: string) => `brandAnalytics(brandId: "acme-crm", ${march}, tags: ${value}) { brandId }`;
    const without = await costOf(`{ ${given('[]')} }`);
    expect(await costOf(`{ ${given(JSON.stringify(tags))} }`)).toBe(without + 10);
    const declared = 'query ($tags: [String!])';
    expect(await costOf(`${declared} { ${given('$tags')} }`, { tags })).toBe(without + 10);
    expect(await costOf(`${declared} { ${given('$tags')} again: ${given('$tags')} }`, { tags })).toBe(
      2 * (without + 10),
    );
    const byDefault = `query ($tags: [String!] = ${JSON.stringify(tags)})`;
    expect(await costOf(`${byDefault} { ${given('$tags')} }`)).toBe(without + 10);
    expect(await costOf(`${byDefault} { ${given('$tags')} }`, { tags: [] })).toBe(without);
    const within = tags.map((_, at) => `$t${at}`);
    const declaredEach = `query (${within.map((name) => `${name}: String!`).join(', ')})`;
    const each = Object.fromEntries(tags.map((tag, at) => [`t${at}`, tag]));
    expect(await costOf(`${declaredEach} { ${given(`[${within}]`)} }`, each)).toBe(without + 10 + 1);
    const spread = `fragment F on Query { ${given('$tags')} } ${declared} { ...F ...F }`;
    expect(await costOf(spread, { tags })).toBe(2 * (without + 10));
  });

  it('multiplies what arguments are given by the elements that they are given for', async () => {
    const listed = (search: string) => `{ brands { prompts(search: "${search}") { pagination { total } } } }`;
    // Three brands.
    expect(await costOf(listed('x'.repeat(640)))).toBe((await costOf(listed('x'))) + 3 * 10);
  });

  it('is found before anything is read, or parsed, for each field', async () => {
    const tags = Array.from({ length: 60_000 }, (_, at) => `tag ${at}`);
    const fields = Array.from(
      { length: 150 },
      (_, at) => `a${at}: brandAnalytics(brandId: "acme-crm", ${march}, tags: $tags) { brandId }`,
    );
    const { status, body } = await app.graphql(`query ($tags: [String!]) { ${fields.join(' ')} }`, { tags });
    expect([status, body.errors[0].extensions.code]).toEqual([400, 'query_too_complex']);
    expect(body.extensions.cost.requested).toBeGreaterThan(150 * 15_000);
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

  it('takes the days of the compared window from that which is named', async () => {
    const month = await costOf(`{ ${brand} { change { visibility { low } } } }`);
    const day = 'compareStart: "2026-03-01T00:00:00Z", compareEnd: "2026-03-02T00:00:00Z"';
    const compared = (named: string) => brand.replace(/\)$/, `, ${named})`);
    expect(await costOf(`{ ${compared(day)} { change { visibility { low } } } }`)).toBe(month - 9);
    expect(await costOf(`{ ${compared(day)} { previous { visibility { series { date } } } } }`)).toBe(
      1 + 1 + 200 + 2 + 1,
    );
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

  it('is reported with an answer that failed, and not where the document is unreadable', async () => {
    const failed = await app.graphql('{ brand(id: "nobody") { id } }');
    expect(failed.body.extensions).toEqual({ cost: { requested: 2, limit: 100_000 } });
    const unreadable = await app.graphql('{ brand(');
    expect(unreadable.body.extensions).toBeUndefined();
    expect(unreadable.headers.get('x-query-cost')).toBeNull();
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
