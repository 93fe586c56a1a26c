// The configurations of nginx and Caddy, each before a real server: what clients get through them is what Sightline answers. Skipped where
// the proxy is not installed.

import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Listening } from '../../src/server/transport/http.js';
import { type TestApp, testApp } from '../support/app.js';
import { type TestDatabase, testDatabase } from '../support/database.js';
import { recordAll, smallWorld } from '../support/records.js';
import { isInstalled, type ProxyName, type ReverseProxy, startProxy } from '../support/reverse-proxy.js';

const window = 'start=2026-03-01T00:00:00Z&end=2026-04-01T00:00:00Z';
const analytics = `/api/v1/brands/acme-crm/analytics?${window}`;
const names: readonly ProxyName[] = ['nginx', 'caddy'];

describe.each(names)('%s', (name) => {
  if (!isInstalled(name)) {
    it.skip('is not installed here', () => {});
    return;
  }
  let db: TestDatabase;
  let app: TestApp;
  let server: Listening;
  let proxy: ReverseProxy;

  beforeAll(async () => {
    db = await testDatabase();
    await recordAll(db, smallWorld());
    app = await testApp(db, { trustedProxies: 1, authFailuresPerMinute: 5, metricsToken: 'token-of-the-metrics' });
    server = await app.listen({ host: '127.0.0.1', port: 0 });
    proxy = await startProxy(name, `127.0.0.1:${server.port}`);
  });
  afterAll(async () => {
    await proxy[Symbol.asyncDispose]();
    await server[Symbol.asyncDispose]();
    await db[Symbol.asyncDispose]();
  });

  const get = (path: string, headers: Readonly<Record<string, string>> = {}, url = proxy.url) =>
    fetch(url + path, { headers: { authorization: `Bearer ${app.adminKey}`, ...headers } });

  it('passes answers on, compressed and with an entity tag that confirms them', async () => {
    const direct = await (await get(analytics, {}, server.url)).text();
    const response = await get(analytics, { 'accept-encoding': 'gzip' });
    expect([response.status, response.headers.get('content-encoding')]).toEqual([200, 'gzip']);
    expect(await response.text()).toBe(direct);
    const etag = response.headers.get('etag') ?? '';
    expect((await get(analytics, { 'accept-encoding': 'gzip', 'if-none-match': etag })).status).toBe(304);
  });

  it('passes lists on whole, as they are sent', async () => {
    const path = `/api/v1/brands/acme-crm/citations/urls?${window}`;
    const accept = { accept: 'text/csv' };
    const direct = await (await get(path, accept, server.url)).text();
    expect(direct.split('\n').length).toBeGreaterThan(3);
    expect(await (await get(path, accept)).text()).toBe(direct);
  });

  it('passes GraphQL on, GraphiQL to a browser, and long addresses', async () => {
    const body = JSON.stringify({ query: '{ models { id } }' });
    const headers = { authorization: `Bearer ${app.adminKey}`, 'content-type': 'application/json' };
    const response = await fetch(`${proxy.url}/graphql`, { method: 'POST', headers, body });
    expect(await response.json()).toMatchObject({ data: { models: [{ id: 'chatgpt' }, { id: 'google-ai-mode' }] } });
    expect((await get('/graphql', { accept: 'text/html' })).headers.get('content-type')).toMatch(/html/);
    const long = await get(`${analytics}&${'x'.repeat(11_000)}=1`);
    expect([long.status, (await long.json()).code]).toEqual([400, 'validation_error']);
  });

  it('keeps what is for the inside from clients, and bodies that are too large', async () => {
    expect((await get('/metrics', { authorization: 'Bearer token-of-the-metrics' })).status).toBe(404);
    expect((await get('/health/ready')).status).toBe(404);
    const init = { method: 'POST', headers: { authorization: `Bearer ${app.adminKey}` }, body: 'x'.repeat(1_100_000) };
    expect((await fetch(`${proxy.url}/graphql`, init)).status).toBe(413);
  });

  it('passes records on that are larger than any other body', async () => {
    const record = { type: 'model', id: 'chatgpt', label: 'ChatGPT', padding: 'x'.repeat(1_100_000) };
    const headers = { authorization: `Bearer ${app.adminKey}`, 'content-type': 'application/x-ndjson' };
    const init = { method: 'POST', headers, body: JSON.stringify(record) };
    const response = await fetch(`${proxy.url}/api/v1/records`, init);
    expect([response.status, await response.json()]).toMatchObject([200, { recorded: { models: 1 } }]);
  });

  it('reports the address of the client, whatever the client says of it', async () => {
    const guess = async (index: number) => {
      const headers = { authorization: 'Bearer wrong', 'x-forwarded-for': `198.51.100.${index}` };
      return (await fetch(proxy.url + analytics, { headers })).status;
    };
    const statuses = [];
    for (let index = 0; index < 7; index++) statuses.push(await guess(index));
    expect(statuses).toEqual([401, 401, 401, 401, 401, 429, 429]);
  });
});
