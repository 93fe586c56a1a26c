// What the server says of itself: probes, metrics, traces, and its headers for browsers.

import { describe, expect, it } from 'vitest';
import { testApp } from '../support/app.js';
import { testDatabase } from '../support/database.js';
import { fillTables } from '../support/rows.js';
import { sharedApp } from '../support/shared.js';

const metricsToken = 'token-of-the-metrics';
const window = 'start: "2026-03-01T00:00:00Z", end: "2026-03-02T00:00:00Z"';

const { app, db } = await sharedApp((db) => fillTables(db, [{ at: '2026-03-01T10:00:00Z', names: [[0, 1, 1]] }]), {
  config: { metricsToken, corsOrigins: ['https://app.example.com'] },
});

describe('readiness', () => {
  it('is there while the schema is this build’s, and gone with a migration that it does not know', async () => {
    await using own = await testDatabase();
    const probed = await testApp(own);
    const ready = async () => (await probed.get('/health/ready', null)).status;
    expect(await ready()).toBe(200);
    const copy = `insert into _prisma_migrations (id, checksum, migration_name, finished_at) values ('x', 'x', '9999_newer', now())`;
    await own.pool.query(copy);
    expect(await ready()).toBe(503);
    await own.pool.query(`delete from _prisma_migrations where id = 'x'`);
    expect(await ready()).toBe(200);
    await own.pool.query(`delete from _prisma_migrations where migration_name = '0001_tables'`);
    const { status, body } = await probed.get('/health/ready', null);
    expect([status, body.message]).toEqual([503, 'The schema of the database is not that of this version.']);
  });

  it('ends when the server is about to leave, while requests are still answered', async () => {
    const leaving = await testApp(db);
    leaving.leave();
    expect((await leaving.get('/health/ready', null)).status).toBe(503);
    expect((await leaving.get('/api/v1/models')).status).toBe(200);
    await leaving[Symbol.asyncDispose]();
    expect((await leaving.get('/api/v1/models')).status).toBe(503);
    expect((await leaving.get('/health/live', null)).status).toBe(200);
  });
});

/** The value of a metric with these labels, in this order. */
async function metric(name: string, labels = ''): Promise<number | undefined> {
  const { text } = await app.get('/metrics', metricsToken);
  const line = text.split('\n').find((each) => each.startsWith(`${name}${labels && `{${labels}}`} `));
  return line === undefined ? undefined : Number(line.split(' ').at(-1));
}

describe('metrics', () => {
  it('are not there unless they have a token', async () => {
    const plain = await testApp(db);
    expect((await plain.get('/metrics')).status).toBe(404);
  });

  it('are for whoever has the token, and for nobody else', async () => {
    for (const key of [null, app.adminKey, `${metricsToken}x`, metricsToken.slice(1)]) {
      const { status, headers, text } = await app.get('/metrics', key);
      expect([status, headers.get('www-authenticate')]).toEqual([401, 'Bearer']);
      expect(text).not.toContain('sightline_');
    }
    expect((await app.get('/api/v1/models', metricsToken)).status).toBe(401);
    const { status, headers } = await app.get('/metrics', metricsToken);
    expect([status, headers.get('content-type')]).toEqual([200, expect.stringMatching(/^text\/plain/)]);
  });

  it('count requests by part, operation and status', async () => {
    await app.get('/api/v1/models');
    await app.graphql(`{ brandAnalytics(brandId: "acme-crm", ${window}) { visibility { current } } }`);
    await app.graphql('{ a: models { id } b: brands { id } }');
    await app.graphql('{ __schema { queryType { name } } }');
    await app.graphql('query One { models { id } } query Two { ...f } fragment f on Query { ... { brands { id } } }');
    await app.get('/api/v1/models', 'a-key-that-is-none');
    const requests = (labels: string) => metric('sightline_requests_total', labels);
    expect(await requests('api="rest",operation="models",status="200"')).toBe(1);
    expect(await requests('api="graphql",operation="brandAnalytics",status="200"')).toBe(1);
    expect(await requests('api="graphql",operation="several",status="200"')).toBe(1);
    expect(await requests('api="graphql",operation="introspection",status="200"')).toBe(1);
    expect(await requests('api="rest",operation="none",status="401"')).toBeGreaterThan(0);
    expect(await metric('sightline_auth_failures_total')).toBeGreaterThan(0);
    expect(await metric('sightline_request_duration_seconds_count', 'api="rest",operation="models"')).toBe(1);
  });

  it('take no label from a client', async () => {
    await app.get('/one/%22of/a/client');
    await app.graphql('query OfAClient { ofAClient ofAClient2: models { id } }');
    await app.graphql('{ ofAClient { id } }');
    await app.send('/api/v1/models', { method: 'OFACLIENT' });
    const { text } = await app.get('/metrics', metricsToken);
    expect(text).not.toMatch(/client/i);
  });

  it('report the pool, the queue of reads, the process and the age of the oldest mark', async () => {
    expect(await metric('sightline_pool_connections', 'state="idle"')).toBeGreaterThan(0);
    for (const name of ['pool_waiting', 'reads_running', 'reads_waiting', 'reads_refused_total']) {
      expect(await metric(`sightline_${name}`)).toBe(0);
    }
    expect(await metric('process_resident_memory_bytes')).toBeGreaterThan(1_000_000);
    await db.pool.query('delete from mark');
    expect(await metric('sightline_oldest_mark_seconds')).toBe(0);
    await db.pool.query(
      `insert into mark (brand_id, quarter, made_at) values ('acme-crm', 1, now() - interval '1 hour')`,
    );
    expect(await metric('sightline_oldest_mark_seconds')).toBeGreaterThan(3_500);
    await db.pool.query('delete from mark');
  });
});

describe('a trace', () => {
  const trace = '0af7651916cd43dd8448eb211c80319c';
  const ask = async (traceparent: string) => {
    const { headers } = await app.send('/api/v1/models', { headers: { traceparent } });
    const line = app.logged.find(({ requestId }) => requestId === headers.get('x-request-id'));
    return { response: headers.get('traceresponse'), traceId: line?.traceId };
  };

  it('is logged and answered with a span of our own', async () => {
    const { response, traceId } = await ask(`00-${trace}-b7ad6b7169203331-01`);
    expect(traceId).toBe(trace);
    expect(response).toMatch(new RegExp(`^00-${trace}-(?!b7ad6b7169203331)[0-9a-f]{16}-01$`));
    expect((await ask(`42-${trace}-b7ad6b7169203331-00-more`)).traceId).toBe(trace);
  });

  it.each([
    'nonsense',
    `ff-${trace}-b7ad6b7169203331-01`,
    `00-${trace}-b7ad6b7169203331-01-more`,
    `00-${'0'.repeat(32)}-b7ad6b7169203331-01`,
    `00-${trace}-${'0'.repeat(16)}-01`,
    `00-${trace.toUpperCase()}-b7ad6b7169203331-01`,
  ])('that reads %s is ignored', async (traceparent) => {
    expect(await ask(traceparent)).toEqual({ response: null, traceId: undefined });
  });
});

describe('browsers', () => {
  const headersFor = async (origin: string, init: RequestInit = {}, asked = app) => {
    const { status, headers } = await asked.send('/api/v1/models', { ...init, headers: { origin, ...init.headers } });
    const cors = [...headers].filter(([name]) => name.startsWith('access-control'));
    return { status, vary: headers.get('vary'), cors: Object.fromEntries(cors) };
  };
  const preflight = { method: 'OPTIONS', headers: { 'access-control-request-method': 'GET' } };

  it('may send requests from an origin of the list, and get what they may read', async () => {
    const { status, vary, cors } = await headersFor('https://app.example.com');
    expect([status, vary]).toEqual([200, expect.stringMatching(/(^|, )Origin$/)]);
    expect(cors).toEqual({
      'access-control-allow-origin': 'https://app.example.com',
      'access-control-expose-headers': expect.stringMatching(/RateLimit.*Retry-After|Retry-After.*RateLimit/),
    });
  });

  it('are answered before a key is sent where they ask whether they may', async () => {
    const { status, headers } = await app.send(
      '/graphql',
      { ...preflight, headers: { ...preflight.headers, origin: 'https://app.example.com' } },
      null,
    );
    expect(status).toBe(204);
    expect(headers.get('access-control-allow-headers')).toMatch(/Authorization/);
    expect(headers.get('access-control-allow-methods')).toMatch(/POST/);
    expect(headers.get('access-control-allow-credentials')).toBeNull();
  });

  it('may send the headers of the Model Context Protocol', async () => {
    const headers = { origin: 'https://app.example.com', 'access-control-request-method': 'POST' };
    const asked = await app.send('/mcp', { method: 'OPTIONS', headers }, null);
    const allowed = (asked.headers.get('access-control-allow-headers') ?? '').toLowerCase().split(',');
    expect([asked.status, allowed]).toEqual([
      204,
      expect.arrayContaining(['mcp-protocol-version', 'mcp-session-id', 'last-event-id', 'mcp-method', 'mcp-name']),
    ]);
  });

  it.each([
    ['https://app.example.com', 200],
    ['http://sightline.test', 200],
    ['https://sightline.test', 200],
    [null, 200],
    ['https://evil.example', 403],
    ['http://sightline.test:8080', 403],
    ['null', 403],
  ])('whose page is of %s get %d from the Model Context Protocol', async (origin, status) => {
    const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/list', params: {} });
    const headers = {
      ...{ 'content-type': 'application/json', accept: 'application/json, text/event-stream', host: 'sightline.test' },
      ...(origin === null ? {} : { origin }),
    };
    const reply = await app.send('/mcp', { method: 'POST', headers, body });
    expect(reply.status).toBe(status);
    if (status === 403) expect(reply.body.error.message).toMatch(/CORS_ORIGINS/);
  });

  it.each([
    'https://app.example.com:444',
    'http://app.example.com',
    'https://evil.example',
    'null',
    'https://APP.example.com',
  ])('are not let ask from %s', async (origin) => {
    const { vary, cors } = await headersFor(origin);
    expect(cors).toEqual({});
    expect(vary).toMatch(/Origin/);
    expect((await headersFor(origin, preflight)).cors).toEqual({});
  });

  it('are not let ask from anywhere unless there is a list', async () => {
    const plain = await testApp(db);
    const { vary, cors } = await headersFor('https://app.example.com', {}, plain);
    expect([vary, cors]).toEqual(['Authorization', {}]);
  });

  it.each(['/', '/graphql', '/api/v1/models', '/health/live', '/metrics', '/nothing'])(
    'get headers that restrict the answer at %s',
    async (path) => {
      const { headers } = await app.send(path);
      expect(headers.get('x-content-type-options')).toBe('nosniff');
      expect(headers.get('x-frame-options')).toBe('DENY');
      expect(headers.get('referrer-policy')).toBe('no-referrer');
      expect(headers.get('cross-origin-resource-policy')).toBe('same-origin');
      expect(headers.get('content-security-policy')).toMatch(/default-src 'none'.*frame-ancestors 'none'/);
    },
  );
});
