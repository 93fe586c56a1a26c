// Traces as a collector receives them from a server process: one for each request, with its document and its statements, and one for each roll.

import { readFile } from 'node:fs/promises';
import { expect, it } from 'vitest';
import { type Collector, openCollector, type ReceivedSpan } from '../support/collector.js';
import { testDatabase } from '../support/database.js';
import { recordAll, smallWorld } from '../support/records.js';
import { type ServerProcess, serverProcess } from '../support/server-process.js';

const key = 'admin-key-of-the-tests';
const trace = '0af7651916cd43dd8448eb211c80319c';
const parent = 'b7ad6b7169203331';
const analytics = '/api/v1/brands/acme-crm/analytics?start=2026-03-01T00:00:00Z&end=2026-03-02T00:00:00Z';

const asModule = (source: string) => `data:text/javascript;base64,${Buffer.from(source).toString('base64')}`;
/** Prints the address of every module that is loaded. */
const hooks = `export async function load(url, context, next) { process._rawDebug('loaded ' + url); return next(url, context); }`;
const register = `import { register } from 'node:module'; register('${asModule(hooks)}');`;
const printModules = { NODE_OPTIONS: `--import ${asModule(register)}` };

function start(databaseUrl: string, env: Readonly<Record<string, string>>): Promise<ServerProcess> {
  return serverProcess({ DATABASE_URL: databaseUrl, ADMIN_API_KEYS: key, ...env });
}

const sentTo = ({ url }: Collector) => ({ OTEL_EXPORTER_OTLP_ENDPOINT: url, OTEL_BSP_SCHEDULE_DELAY: '50' });

function get({ url }: ServerProcess, path: string, headers: Readonly<Record<string, string>> = {}): Promise<Response> {
  return fetch(url + path, { headers: { authorization: `Bearer ${key}`, ...headers } });
}

const named = (spans: readonly ReceivedSpan[], name: string) => spans.filter((span) => span.name === name);
const below = (spans: readonly ReceivedSpan[], { spanId }: ReceivedSpan) =>
  spans.filter(({ parentSpanId }) => parentSpanId === spanId);

it.each([0, 1])(
  'has a span for a request, below it one for its document, and below that one for each statement, with %i readers',
  async (readers) => {
    await using db = await testDatabase();
    await recordAll(db, smallWorld());
    await using collector = await openCollector();
    await using server = await start(db.url, {
      ...sentTo(collector),
      READERS: String(readers),
      OTEL_RESOURCE_ATTRIBUTES: 'deployment.environment.name=test',
      OTEL_EXPORTER_OTLP_HEADERS: 'x-collector-key=of-the-collector',
    });
    const response = await get(server, analytics, { traceparent: `00-${trace}-${parent}-01` });
    expect(response.status).toBe(200);
    await get(server, '/health/live');
    expect((await get(server, '/api/v1/brands/acme-crm?secret=argument')).status).toBe(400);
    // What is sent at the end is given up after a while.
    const names = ['GET /api/v1/brands/:brandId/analytics', 'query brandAnalytics', 'GET /api/v1/brands/:brandId'];
    await collector.until((received) => names.every((name) => named(received, name).length > 0));
    expect(await server.end()).toBe(0);

    const { spans } = collector;
    const [request] = named(spans, 'GET /api/v1/brands/:brandId/analytics');
    if (!request) throw new Error('The request has no span.');
    expect(request).toMatchObject({ traceId: trace, parentSpanId: parent, kind: 2, isFailed: false });
    expect(request.attributes).toMatchObject({
      'http.request.method': 'GET',
      'http.route': '/api/v1/brands/:brandId/analytics',
      'http.response.status_code': 200,
      'sightline.request_id': response.headers.get('x-request-id'),
    });
    expect(request.resource).toMatchObject({ 'service.name': 'sightline', 'deployment.environment.name': 'test' });
    expect(response.headers.get('traceresponse')).toBe(`00-${trace}-${request.spanId}-01`);
    const [document] = named(below(spans, request), 'query brandAnalytics');
    if (!document) throw new Error('The document has no span.');
    const statements = below(spans, document);
    expect(statements.length).toBeGreaterThan(0);
    for (const { kind, traceId, attributes, start, end } of statements) {
      expect([kind, traceId, attributes['db.system.name']]).toEqual([3, trace, 'postgresql']);
      // Spans are not compared with each other: each takes its start from the clock of the machine, whose steps are a millisecond.
      expect(start > 0n && end >= start).toBe(true);
    }
    expect(spans.some(({ name }) => name.includes('/health'))).toBe(false);
    expect(named(spans, 'GET /api/v1/brands/:brandId')[0]?.attributes['http.response.status_code']).toBe(400);
    expect(JSON.stringify(spans.map(({ attributes }) => attributes['db.query.text'] ?? ''))).not.toMatch(/acme|2026/);
    expect(JSON.stringify(spans, (_, value) => (typeof value === 'bigint' ? '' : value))).not.toMatch(
      /secret|admin-key/,
    );
    expect(collector.headers()['x-collector-key']).toBe('of-the-collector');
    const logged = server
      .said()
      .split('\n')
      .filter((line) => line.includes(request.traceId));
    expect(logged).toHaveLength(1);
  },
);

it('has a trace for each roll, and none for looking whether there is something to roll', async () => {
  await using db = await testDatabase();
  await recordAll(db, smallWorld());
  await using collector = await openCollector();
  await using _server = await start(db.url, sentTo(collector));
  const spans = await collector.until((received) => named(received, 'roll').length > 0);
  const [roll] = named(spans, 'roll');
  if (!roll) throw new Error('The roll has no span.');
  expect(roll).toMatchObject({ parentSpanId: '', attributes: { 'sightline.brand_id': 'acme-crm' } });
  expect(below(spans, roll).length).toBeGreaterThan(3);
  const isPart = ({ name, parentSpanId }: ReceivedSpan) => name === 'roll' || parentSpanId !== '';
  expect(spans.every(isPart)).toBe(true);
});

it('leaves sampling to the standard variables and to the client', async () => {
  await using db = await testDatabase();
  await using collector = await openCollector();
  const ask = async (env: Readonly<Record<string, string>>, flags: string) => {
    await using server = await start(db.url, { ...sentTo(collector), ...env });
    const response = await get(server, '/api/v1/models', { traceparent: `00-${trace}-${parent}-${flags}` });
    const sampled = response.headers.get('traceresponse')?.slice(-2);
    if (sampled === '01') await collector.until((received) => received.length > 0);
    expect(await server.end()).toBe(0);
    return sampled;
  };
  expect(await ask({}, '00')).toBe('00');
  expect(await ask({ OTEL_TRACES_SAMPLER: 'always_off' }, '01')).toBe('00');
  expect(collector.spans).toEqual([]);
  expect(await ask({ OTEL_TRACES_SAMPLER: 'always_on' }, '00')).toBe('01');
});

it('goes on without a collector, says so once in each thread, and ends', async () => {
  await using db = await testDatabase();
  const collector = await openCollector();
  await collector[Symbol.asyncDispose]();
  const readers = 1;
  await using server = await start(db.url, {
    ...{ ...sentTo(collector), OTEL_EXPORTER_OTLP_TIMEOUT: '200', READERS: `${readers}` },
  });
  for (let each = 0; each < 3; each++) expect((await get(server, '/api/v1/models')).status).toBe(200);
  expect(await server.end()).toBe(0);
  const said = server.said().match(/traces could not be sent to the collector/g) ?? [];
  expect(said.length).toBeGreaterThan(0);
  expect(said.length).toBeLessThanOrEqual(1 + readers);
});

it('loads the packages of OpenTelemetry only where traces are sent', async () => {
  await using db = await testDatabase();
  const isSdkLoaded = async (env: Readonly<Record<string, string>>) => {
    await using server = await start(db.url, { ...printModules, ...env });
    expect((await get(server, analytics)).status).toBe(404);
    await server.end();
    const loaded = [...server.said().matchAll(/^loaded (file:\S+)$/gm)].map(([, url = '']) => new URL(url));
    expect(loaded.some(({ pathname }) => pathname.endsWith('/dist/main.js'))).toBe(true);
    const texts = await Promise.all(loaded.map((url) => readFile(url, 'utf8')));
    return texts.some((text) => text.includes('BatchSpanProcessor'));
  };
  await using collector = await openCollector();
  expect(await isSdkLoaded({})).toBe(false);
  expect(await isSdkLoaded(sentTo(collector))).toBe(true);
});
