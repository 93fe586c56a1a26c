// Documents sent as a hash or an id: found for every key, refused like the text itself, and never kept unless they are valid.

import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { hashOf } from '../../src/server/graphql/persisted/document-store.js';
import { storeKey, testApp } from '../support/app.js';
import { recordAll, smallWorld, smallWorldIds } from '../support/records.js';
import { sharedApp, sharedFolder } from '../support/shared.js';

const { brand, organization } = smallWorldIds;
const folder = await sharedFolder();

const supplied = `query Supplied { brand(id: "${brand}") { name } }`;
const file = join(folder, 'documents.json');
await writeFile(file, JSON.stringify({ 'names.v1': supplied }));
const { app, db } = await sharedApp((db) => recordAll(db, smallWorld()), { config: { persistedDocuments: file } });

const json = 'application/json';
const graphqlResponse = 'application/graphql-response+json';

interface Sent {
  readonly accept?: string;
  readonly key?: string;
  readonly ifNoneMatch?: string;
}

const post = (body: unknown, { accept = json, key }: Sent = {}) =>
  app.send(
    '/graphql',
    { method: 'POST', headers: { 'content-type': json, accept }, body: JSON.stringify(body) },
    key ?? app.adminKey,
  );

const get = (params: Record<string, unknown>, { accept = json, key, ifNoneMatch }: Sent = {}) => {
  const texts = Object.entries(params).map(([name, value]) => [
    name,
    typeof value === 'string' ? value : JSON.stringify(value),
  ]);
  const headers = { accept, ...(ifNoneMatch ? { 'if-none-match': ifNoneMatch } : {}) };
  return app.send(`/graphql?${new URLSearchParams(texts)}`, { headers }, key ?? app.adminKey);
};

const persistedQuery = (sha256Hash: unknown, version: unknown = 1) => ({
  extensions: { persistedQuery: { version, sha256Hash } },
});

/** A document that no other test sends. */
let number = 0;
const unique = (field = 'name') => {
  number += 1;
  return `query Of${number}($id: ID!) { brand(id: $id) { ${field} } }`;
};
const variables = { id: brand };
const notFound = '{"errors":[{"message":"PersistedQueryNotFound","extensions":{"code":"PERSISTED_QUERY_NOT_FOUND"}}]}';

describe('a document sent by its hash', () => {
  it.each([
    ['POST', post],
    ['GET', get],
  ])('by %s is asked for, registered, and from then on answered as its text is', async (_, send) => {
    const query = unique();
    const byHash = { variables, ...persistedQuery(hashOf(query)) };
    const unknown = await send(byHash);
    expect([unknown.status, unknown.text]).toEqual([200, notFound]);
    expect(unknown.headers.get('cache-control')).toBe('private, no-store');
    const registered = await send({ query, ...byHash });
    expect(registered.body.data).toEqual({ brand: { name: expect.any(String) } });
    const plain = await post({ query, variables });
    for (const again of [await post(byHash), await get(byHash)])
      expect([again.status, again.text]).toEqual([200, plain.text]);
    expect((await post({ query: '', ...byHash })).text).toBe(plain.text);
  });

  it('that is unknown has the status 404 in the media type of GraphQL', async () => {
    for (const send of [post, get]) {
      const reply = await send(persistedQuery(hashOf(unique())), { accept: graphqlResponse });
      expect([reply.status, reply.text]).toEqual([404, notFound]);
      expect(reply.headers.get('content-type')).toBe(`${graphqlResponse}; charset=utf-8`);
    }
  });

  it('has the entity tag of its text over GET, by which a copy is confirmed', async () => {
    const query = unique('name runs');
    const byHash = { variables, ...persistedQuery(hashOf(query)) };
    await post({ query, ...byHash });
    const etag = (await get({ query, variables })).headers.get('etag') ?? '';
    expect(etag).toMatch(/^"[\w-]{43}"$/);
    const first = await get(byHash);
    expect([first.status, first.headers.get('etag')]).toEqual([200, etag]);
    const copy = await get(byHash, { ifNoneMatch: etag });
    expect([copy.status, copy.text, copy.headers.get('etag')]).toEqual([304, '', etag]);
  });

  it('that another key registered is asked for again, and answered with what the own key can read', async () => {
    const query = unique();
    const byHash = { variables, ...persistedQuery(hashOf(query)) };
    await post({ query, ...byHash });
    const ours = await storeKey(db, { organizationId: organization });
    const theirs = await storeKey(db, { organizationId: organization, brandIds: [] });
    for (const key of [ours.token, theirs.token]) expect((await post(byHash, { key })).text).toBe(notFound);
    expect((await post({ query, ...byHash }, { key: ours.token })).body.data.brand.name).toEqual(expect.any(String));
    expect((await post(byHash, { key: ours.token })).body.data.brand.name).toEqual(expect.any(String));
    const { body } = await post({ query, ...byHash }, { key: theirs.token });
    expect([body.data, body.errors[0].extensions.code]).toEqual([{ brand: null }, 'not_found']);
    expect((await post(byHash, { key: 'wrong' })).status).toBe(401);
  });

  it('keeps its operation name, its limits and its cost', async () => {
    const query = `query A { brand(id: "${brand}") { id } } query B { models { id } }`;
    const byHash = persistedQuery(hashOf(query));
    await post({ query, operationName: 'A', ...byHash });
    expect((await get({ operationName: 'B', ...byHash })).body.data).toHaveProperty('models');
    const large = `query ($limit: Int!) { brand(id: "${brand}") { prompts(limit: $limit) { data { id } } } }`;
    await post({ query: large, variables: { limit: 1 }, ...persistedQuery(hashOf(large)) });
    const small = await testApp(db, { maxQueryCost: 1 });
    const body = JSON.stringify({ query: large, variables: { limit: 1 }, ...persistedQuery(hashOf(large)) });
    const send = () => small.send('/graphql', { method: 'POST', headers: { 'content-type': json }, body });
    expect((await send()).body.errors[0].extensions.code).toBe('query_too_complex');
  });
});

describe('a registration', () => {
  it.each([
    ['a syntax error', 'query {'],
    ['an unknown field', 'query { nothing }'],
    ['too many aliases', `{ ${Array.from({ length: 300 }, (_, at) => `a${at}: models { id }`).join(' ')} }`],
  ])('with %s is not kept', async (_, query) => {
    const byHash = persistedQuery(hashOf(query));
    expect((await post({ query, ...byHash })).body.errors[0].message).not.toBe('PersistedQueryNotFound');
    expect((await post(byHash)).text).toBe(notFound);
  });

  it('with the hash of another text is refused, and neither is kept', async () => {
    const [query, other] = [unique(), unique()];
    const { status, body } = await post({ query, variables, ...persistedQuery(hashOf(other)) });
    expect([status, body.errors[0].extensions.code]).toEqual([400, 'validation_error']);
    expect(body.errors[0].message).toContain(hashOf(query));
    for (const each of [query, other])
      expect((await post({ variables, ...persistedQuery(hashOf(each)) })).text).toBe(notFound);
  });

  it.each([
    ['version 2', persistedQuery(hashOf(supplied), 2)],
    ['no hash', persistedQuery(undefined)],
    ['a hash that is no string', persistedQuery(5)],
    ['an empty hash', persistedQuery('')],
    ['a text for the extension', { extensions: { persistedQuery: 'x' } }],
    ['a number for the extension', { extensions: { persistedQuery: 5 } }],
    ['a query that is no string', { query: 5, ...persistedQuery(hashOf(supplied)) }],
  ])('with %s is refused', async (_, body) => {
    for (const query of [{}, { query: supplied }]) {
      const reply = await post({ ...query, ...body });
      expect([reply.status, reply.body.errors[0].extensions.code]).toEqual([400, 'validation_error']);
    }
  });

  it('of a text that UTF-8 cannot say, whose hash other texts have as well, is none: it is no document', async () => {
    const halves = ['\ud800', '\udbff'].flatMap((half) => [
      `{ brand(id: "${half}") { id } models { id } }`,
      `{ models { id } } # ${half}`,
      `{ brand(id: """${half}""") { id } models { id } }`,
    ]);
    expect(new Set(halves.map(hashOf)).size).toBe(halves.length / 2);
    for (const query of halves) {
      const byHash = persistedQuery(hashOf(query));
      expect((await post({ query, ...byHash })).body.errors[0].message).toMatch(/^Syntax Error: Invalid character/);
      expect((await post(byHash)).text).toBe(notFound);
    }
  });

  it('without the extension is none', async () => {
    const query = unique();
    await post({ query, variables });
    await post({ query, variables, extensions: { persistedQuery: null } });
    expect((await post(persistedQuery(hashOf(query)))).text).toBe(notFound);
  });
});

describe('documentId', () => {
  it('finds what was registered, by its hash with a prefix', async () => {
    const query = unique();
    const documentId = `sha256:${hashOf(query)}`;
    expect((await post({ documentId, variables })).text).toBe(notFound);
    expect((await get({ documentId, variables }, { accept: graphqlResponse })).status).toBe(404);
    const plain = await post({ query, variables, ...persistedQuery(hashOf(query)) });
    for (const send of [post, get]) expect((await send({ documentId, variables })).text).toBe(plain.text);
    const { headers } = await get({ documentId, variables });
    const copy = await get({ documentId, variables }, { ifNoneMatch: headers.get('etag') ?? '' });
    expect([copy.status, copy.text]).toEqual([304, '']);
  });

  it('finds what the operator supplied, by its id and by its hash', async () => {
    const { text } = await post({ query: supplied });
    for (const documentId of ['names.v1', `sha256:${hashOf(supplied)}`])
      for (const send of [post, get]) expect((await send({ documentId })).text).toBe(text);
    for (const hash of ['names.v1', hashOf(supplied)]) {
      expect((await get(persistedQuery(hash))).text).toBe(text);
      expect((await post({ query: supplied, ...persistedQuery(hash) })).text).toBe(text);
    }
  });

  it.each([
    ['beside a query', { query: supplied, documentId: 'names.v1' }],
    ['that is no string', { documentId: 5 }],
    ['that is empty', { documentId: '' }],
  ])('%s is refused', async (_, body) => {
    const reply = await post(body);
    expect([reply.status, reply.body.errors[0].extensions.code]).toEqual([400, 'validation_error']);
    if (!('query' in body)) return;
    expect((await get(body)).status).toBe(400);
  });

  it('that is null is absent', async () => {
    expect((await post({ query: supplied, documentId: null })).status).toBe(200);
  });
});

describe('whatever is sent for an id', () => {
  it('is answered with the document, or refused', async () => {
    const anything = fc.oneof(fc.jsonValue(), fc.string({ unit: 'binary' }), fc.constantFrom('names.v1', '__proto__'));
    const parts = fc.record({ documentId: anything, version: anything, sha256Hash: anything, query: anything });
    await fc.assert(
      fc.asyncProperty(parts, fc.integer({ min: 0, max: 15 }), async (given, chosen) => {
        const [asId, asHash, asText, asValue] = [1, 2, 4, 8].map((bit) => (chosen & bit) > 0);
        const persisted = asValue ? given.version : { version: 1, sha256Hash: given.sha256Hash };
        const body = {
          ...(asId ? { documentId: given.documentId } : {}),
          ...(asHash ? { extensions: { persistedQuery: persisted } } : {}),
          ...(asText ? { query: given.query } : {}),
        };
        const reply = await post(body, { accept: graphqlResponse });
        expect([200, 400, 404]).toContain(reply.status);
        expect(reply.body).toHaveProperty(reply.status === 200 ? 'data' : 'errors');
      }),
      { numRuns: 300 },
    );
  });
});
