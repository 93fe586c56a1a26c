// HTTP itself: who is let in, methods, media types, sizes, paths, headers.

import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { storeKey, type TestApp, testApp } from '../support/app.js';
import { type TestDatabase, testDatabase } from '../support/database.js';
import { fillTables, prompts } from '../support/rows.js';

let db: TestDatabase;
let app: TestApp;

beforeAll(async () => {
  db = await testDatabase();
  await fillTables(db, []);
  app = await testApp(db, { maxBodyBytes: 1_000 });
});

afterAll(() => db[Symbol.asyncDispose]());

const json = { 'content-type': 'application/json' };
const post = (body: BodyInit, headers: Record<string, string> = json) =>
  app.send('/graphql', { method: 'POST', headers, body, duplex: 'half' } as RequestInit);
const query = '{"query":"{ models { id } }"}';

describe('without a key', () => {
  it.each([
    ['GET', '/api/v1/models'],
    ['GET', '/api/v1/no-such-thing'],
    ['GET', '/api/v1'],
    ['DELETE', '/api/v1/models'],
    ['OPTIONS', '/api/v1/models'],
    ['GET', '/api/v1/brands/x/analytics?start=1'],
    ['GET', '/graphql?query=nonsense('],
    ['PUT', '/graphql'],
  ])('%s %s is refused before anything about it is told', async (method, path) => {
    const { status, headers, body } = await app.send(path, { method }, null);
    expect(status).toBe(401);
    expect(headers.get('www-authenticate')).toBe('Bearer');
    const code = path.startsWith('/graphql') ? body.errors[0].extensions.code : body.code;
    expect(code).toBe('unauthorized');
  });

  it('a body is not even read', async () => {
    const { status, body } = await app.send(
      '/graphql',
      { method: 'POST', headers: json, body: 'x'.repeat(5_000) },
      null,
    );
    expect(status).toBe(401);
    expect(body).toEqual({
      errors: [{ message: expect.stringMatching(/^No key/), extensions: { code: 'unauthorized' } }],
    });
  });

  it('the health endpoints and the GraphiQL page are open', async () => {
    expect((await app.get('/health/live', null)).body).toEqual({ status: 'ok' });
    expect((await app.get('/health/ready', null)).body).toEqual({ status: 'ok' });
    const page = await app.send('/graphql', { headers: { accept: 'text/html,*/*;q=0.8' } }, null);
    expect(page.status).toBe(200);
    expect(page.headers.get('content-type')).toBe('text/html; charset=utf-8');
    expect(page.text).toContain('GraphiQL');
  });
});

describe('every answer', () => {
  it.each(['/api/v1/models', '/api/v1/none', '/none', '/graphql', '/health/live'])(
    'at %s carries a request id',
    async (path) => {
      const { headers } = await app.get(path);
      expect(headers.get('x-request-id')).toMatch(/^[\w-]{36}$/);
      expect(headers.get('x-content-type-options')).toBe('nosniff');
    },
  );

  it('repeats a request id that is sane, and no other', async () => {
    const id = async (given: string) =>
      (await app.send('/api/v1/models', { headers: { 'x-request-id': given } })).headers.get('x-request-id');
    expect(await id('trace-42_a')).toBe('trace-42_a');
    expect(await id('two words')).not.toBe('two words');
    expect(await id('x'.repeat(129))).toHaveLength(36);
  });

  it('is not to be stored by others', async () => {
    const { headers } = await app.get('/api/v1/me');
    expect(headers.get('cache-control')).toBe('private, no-store');
    expect(headers.get('vary')).toContain('Authorization');
    expect(headers.get('content-type')).toBe('application/json; charset=utf-8');
  });

  it('leaves one line in the log, without key or query', async () => {
    const { token, id } = await storeKey(db, { organizationId: 'acme' });
    const { headers } = await app.get('/api/v1/models?secret=1', token);
    const line = app.logged.find(({ requestId }) => requestId === headers.get('x-request-id'));
    expect(line).toMatchObject({ method: 'GET', path: '/api/v1/models', status: 200, keyId: id });
    expect(line?.ms).toBeGreaterThan(0);
    expect(JSON.stringify(app.logged)).not.toMatch(new RegExp(`${token}|${app.adminKey}|secret=1`));
  });
});

describe('paths and methods of REST', () => {
  it.each([
    '/api/v1',
    '/api/v1/',
    '/api/v1/models/',
    '/api/v1/brands//analytics',
    '/api/v1/brands/acme-crm/nothing',
    '/api/v2/models',
    '/Graphql',
    '//evil',
  ])('there is nothing at %s', async (path) => {
    const { status, body } = await app.get(path);
    expect(status).toBe(404);
    expect(body).toMatchObject({ error: 'Not Found', code: 'not_found' });
  });

  it.each(['POST', 'PUT', 'PATCH', 'DELETE'])('%s is not allowed, and Allow says what is', async (method) => {
    for (const path of ['/api/v1/models', `/api/v1/prompts/${prompts.best}/runs`]) {
      const { status, headers, body } = await app.send(path, { method });
      expect(status).toBe(405);
      expect(headers.get('allow')).toBe('GET, HEAD, OPTIONS');
      expect(body).toMatchObject({ error: 'Method Not Allowed', code: 'method_not_allowed' });
    }
  });

  it('HEAD is GET without a body', async () => {
    const { status, headers, text } = await app.send('/api/v1/models', { method: 'HEAD' });
    expect([status, text]).toEqual([200, '']);
    expect(headers.get('content-type')).toBe('application/json; charset=utf-8');
  });

  it('OPTIONS says what is allowed', async () => {
    const { status, headers } = await app.send('/api/v1/models', { method: 'OPTIONS' });
    expect([status, headers.get('allow')]).toEqual([204, 'GET, HEAD, OPTIONS']);
  });
});

describe('a GraphQL request', () => {
  it('is answered by POST and by GET', async () => {
    expect((await post(query)).body.data.models).toHaveLength(6);
    const variables = encodeURIComponent('{"id":"acme-crm"}');
    const document = encodeURIComponent('query A($id: ID!) { brand(id: $id) { id } } query B { models { id } }');
    const { body } = await app.get(`/graphql?query=${document}&variables=${variables}&operationName=A`);
    expect(body.data).toEqual({ brand: { id: 'acme-crm' } });
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
    ['is a batch', `[${query}]`],
    ['is no object', '"{ models { id } }"'],
    ['has no query', '{}'],
    ['has a query that is no string', '{"query": 5}'],
    ['has variables that are no object', '{"query": "{ models { id } }", "variables": [1]}'],
    ['has an operation name that is no string', '{"query": "{ models { id } }", "operationName": 1}'],
    ['has extensions that are no object', '{"query": "{ models { id } }", "extensions": "x"}'],
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

  it('with a body over the limit is refused, told in advance or not', async () => {
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
    const told = await post(query, { ...json, 'content-length': '1001' });
    expect(told.status).toBe(413);
  });

  it.each([
    ['does not parse', '{ models { id }', /Syntax Error/],
    ['selects what is not there', '{ models { name } }', /Cannot query field/],
    ['lacks an argument', '{ brand { id } }', /is required/],
    ['is a mutation', 'mutation { drop }', /not configured to execute|mutation/i],
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

describe('the GraphiQL page', () => {
  const ask = (headers: Record<string, string>) =>
    app.send('/graphql', { headers: { accept: 'text/html', ...headers } }, null);

  it('is sent compressed, and not again to who has it', async () => {
    const { headers } = await ask({ 'accept-encoding': 'br, gzip' });
    expect(headers.get('content-encoding')).toBe('br');
    const etag = headers.get('etag') ?? '';
    expect(etag).toMatch(/^W\/"/);
    const again = await ask({ 'if-none-match': etag });
    expect([again.status, again.text]).toEqual([304, '']);
  });
});

describe('the rate limit', () => {
  it('is told on every answer of a key, and refuses what is over it', async () => {
    const limited = await testApp(db, { rateLimitPerMinute: 3 });
    const { token } = await storeKey(db, { organizationId: 'acme' });
    const first = await limited.get('/api/v1/models', token);
    expect(first.headers.get('ratelimit-policy')).toBe('"minute";q=3;w=60');
    expect(first.headers.get('ratelimit')).toMatch(/^"minute";r=2;t=\d+$/);
    const missing = await limited.get('/api/v1/none', token);
    expect([missing.status, missing.headers.get('x-ratelimit-remaining')]).toEqual([404, '1']);
    await limited.graphql('{ models { id } }', {}, token);
    const rest = await limited.get('/api/v1/models', token);
    expect(rest.status).toBe(429);
    expect(rest.body).toMatchObject({ error: 'Too Many Requests', code: 'rate_limited' });
    expect(Number(rest.headers.get('retry-after'))).toBeGreaterThan(0);
    const graphql = await limited.graphql('{ models { id } }', {}, token);
    expect([graphql.status, graphql.body.errors[0].extensions.code]).toEqual([429, 'rate_limited']);
    expect((await limited.get('/api/v1/models')).headers.get('ratelimit')).toBeNull();
  });
});
