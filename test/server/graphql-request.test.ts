// What a GraphQL request may look like: methods, media types, sizes, encodings.

import { describe, expect, it } from 'vitest';
import { storeKey } from '../support/app.js';
import { fillTables } from '../support/rows.js';
import { sharedApp } from '../support/shared.js';

const { app, db } = await sharedApp((db) => fillTables(db, []), { config: { maxBodyBytes: 1_000 } });

const json = { 'content-type': 'application/json' };
const post = (body: BodyInit, headers: Record<string, string> = json) =>
  app.send('/graphql', { method: 'POST', headers, body, duplex: 'half' } as RequestInit);
const query = '{"query":"{ models { id } }"}';

describe('a GraphQL request', () => {
  it('is answered by POST and by GET', async () => {
    expect((await post(query)).body.data.models).toHaveLength(6);
    const variables = encodeURIComponent('{"id":"acme-crm"}');
    const document = encodeURIComponent('query A($id: ID!) { brand(id: $id) { id } } query B { models { id } }');
    const { body } = await app.get(`/graphql?query=${document}&variables=${variables}&operationName=A`);
    expect(body.data).toEqual({ brand: { id: 'acme-crm' } });
  });

  it('is answered wherever its address ends', async () => {
    const { headers, body } = await app.send('/graphql?by=monitor/health', {
      method: 'POST',
      headers: json,
      body: query,
    });
    expect(body.data.models).toHaveLength(6);
    expect(headers.get('x-request-id')).not.toBeNull();
    const { status } = await app.get('/graphql?query={models{id}}&by=monitor/health');
    expect(status).toBe(400);
  });

  it('is answered in the media type that the client prefers', async () => {
    const type = async (accept: string) =>
      (await post(query, { ...json, accept })).headers.get('content-type')?.replace('; charset=utf-8', '');
    expect(await type('*/*')).toBe('application/json');
    expect(await type('application/graphql-response+json, application/json;q=0.9')).toBe(
      'application/graphql-response+json',
    );
    expect(await type('application/graphql-response+json;q=0.1, application/json')).toBe('application/json');
    expect(await type('image/png')).toBe('application/json');
  });

  it.each(['PUT', 'DELETE', 'PATCH'])('by %s is not allowed', async (method) => {
    const { status, headers, body } = await app.send('/graphql', { method });
    expect([status, headers.get('allow')]).toEqual([405, 'GET, HEAD, POST, OPTIONS']);
    expect(body.errors[0].extensions.code).toBe('method_not_allowed');
  });

  it.each([
    ['is not JSON', '{"query": '],
    ['is empty', ''],
  ])('whose body %s is refused', async (_, body) => {
    const reply = await post(body);
    expect(reply.status).toBe(400);
    expect(reply.body.errors[0].extensions.code).toBe('validation_error');
  });

  it('whose variables in the query string are not JSON is refused', async () => {
    const { status, body } = await app.get('/graphql?query={models{id}}&variables={');
    expect([status, body.errors[0].extensions.code]).toEqual([400, 'validation_error']);
  });

  it.each([
    'text/plain',
    'application/x-www-form-urlencoded',
    'multipart/form-data; boundary=x',
    'application/graphql',
    'application/json; charset=utf-16',
    '',
  ])('of content type "%s" is refused', async (type) => {
    const { status, body } = await post(new TextEncoder().encode(query), type ? { 'content-type': type } : {});
    expect(status).toBe(415);
    expect(body.errors[0].extensions.code).toBe('unsupported_media_type');
  });

  it('of a compressed body is refused', async () => {
    expect((await post(query, { ...json, 'content-encoding': 'gzip' })).status).toBe(415);
  });

  it('with a body over the limit is refused, with a Content-Length or without', async () => {
    const large = JSON.stringify({ query: `{ models { id } } #${'x'.repeat(1_000)}` });
    const streamed = new Blob([large.slice(0, 500), large.slice(500)]).stream();
    for (const body of [large, streamed]) {
      const reply = await post(body);
      expect(reply.status).toBe(413);
      expect(reply.body.errors[0]).toEqual({
        message: expect.stringMatching(/larger than 1000 bytes/),
        extensions: { code: 'payload_too_large' },
      });
    }
    const declared = await post(query, { ...json, 'content-length': '1001' });
    expect(declared.status).toBe(413);
  });

  it.each([
    ['does not parse', '{ models { id }', /Syntax Error/],
    ['selects what is not there', '{ models { name } }', /Cannot query field/],
    ['lacks an argument', '{ brand { id } }', /is required/],
  ])('whose document %s is refused', async (_, document, message) => {
    const { status, body } = await app.graphql(document);
    expect(status).toBe(400);
    expect(body.errors[0].message).toMatch(message);
    expect(body.errors[0].extensions).toEqual({ code: 'validation_error' });
    expect(body).not.toHaveProperty('data');
    const asJson = await post(JSON.stringify({ query: document }));
    expect(asJson.status).toBe(200);
    expect(asJson.body).toEqual(body);
  });

  it('whose variable has a wrong type is refused in our own words', async () => {
    const document = 'query ($s: DateTime!) { brandAnalytics(brandId: "acme-crm", start: $s, end: $s) { brandId } }';
    const { status, body } = await app.graphql(document, { s: 5 });
    expect(status).toBe(400);
    expect(body.errors[0]).toMatchObject({
      message: 'DateTime must be given as a string such as "2026-03-01T00:00:00Z"; given was 5.',
      extensions: { code: 'validation_error' },
    });
  });

  it('lets one field fail and the others be answered', async () => {
    const { status, body } = await app.graphql('{ a: brand(id: "nobody") { id } b: brand(id: "acme-crm") { id } }');
    expect(status).toBe(200);
    expect(body.data).toEqual({ a: null, b: { id: 'acme-crm' } });
    expect(body.errors).toHaveLength(1);
    expect(body.errors[0].path).toEqual(['a']);
  });

  it('may ask for the schema itself', async () => {
    const { token } = await storeKey(db, { organizationId: 'acme' });
    const { body } = await app.graphql('{ __schema { queryType { name } } }', {}, token);
    expect(body.data.__schema.queryType.name).toBe('Query');
  });
});
