// HTTP itself: who is let in, methods, media types, sizes, paths, headers.

import { describe, expect, it } from 'vitest';
import { storeKey, testApp } from '../support/app.js';
import { fillTables, prompts } from '../support/rows.js';
import { sharedApp } from '../support/shared.js';

const { app, db } = await sharedApp((db) => fillTables(db, []), { config: { maxBodyBytes: 1_000 } });

const json = { 'content-type': 'application/json' };

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
  ])('%s %s is refused before anything about it is said', async (method, path) => {
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
      errors: [{ message: expect.stringMatching(/^No API key/), extensions: { code: 'unauthorized' } }],
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

describe('the health endpoints', () => {
  it.each(['/health/live', '/health/ready'])('at %s answer GET and HEAD alone', async (path) => {
    expect((await app.send(path, { method: 'HEAD' }, null)).status).toBe(200);
    const options = await app.send(path, { method: 'OPTIONS' }, null);
    expect([options.status, options.headers.get('allow')]).toEqual([204, 'GET, HEAD, OPTIONS']);
    for (const method of ['POST', 'DELETE']) {
      const { status, headers, body } = await app.send(path, { method }, null);
      expect([status, headers.get('allow')]).toEqual([405, 'GET, HEAD, OPTIONS']);
      expect(body).toEqual({
        error: 'Method Not Allowed',
        message: `Method ${method} is not allowed here; use GET or HEAD.`,
        code: 'method_not_allowed',
      });
    }
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
    const { headers } = await app.get('/api/v1/models?secret=1', token); // refused, and logged all the same
    const line = app.logged.find(({ requestId }) => requestId === headers.get('x-request-id'));
    expect(line).toMatchObject({ method: 'GET', path: '/api/v1/models', status: 400, keyId: id });
    expect(line?.ms).toBeGreaterThan(0);
    expect(JSON.stringify(app.logged)).not.toMatch(new RegExp(`${token}|${app.adminKey}|secret=1`));
  });
});

describe('paths and methods of REST', () => {
  it.each([
    ...['/api/v1', '/api/v1/', '/api/v1/models/', '/api/v1/brands//analytics', '/api/v1/brands/acme-crm/nothing'],
    ...['/api/v2/models', '/Graphql', '//evil'],
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
  it('is in the headers of every answer of a key, and refuses what is over it', async () => {
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
