// The Model Context Protocol, through the client of its SDK over real HTTP: every tool is listed and called, and answers what REST does.

import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import Ajv2020 from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import { describe, expect, it } from 'vitest';
import { storeKey } from '../support/app.js';
import { recordAll, smallWorld, smallWorldIds } from '../support/records.js';
import { shared, sharedApp } from '../support/shared.js';

const { brand, otherBrand, organization, prompts } = smallWorldIds;
const window = { start: '2026-03-01T00:00:00Z', end: '2026-03-06T00:00:00Z' };
const runId = '0c9d0000-0000-4000-8000-000000000000';

const { db, app } = await sharedApp((db) => recordAll(db, smallWorld()));
const server = await shared(app.listen({ host: '127.0.0.1', port: 0, graceMs: 0 }));
const url = new URL('/mcp', server.url);
/** A client with the key of the admin, and the tools that it is told of. */
const client = await shared(connect());
const { tools } = await client.listTools();

const ajv = addFormats.default(new Ajv2020.default({ strict: false }));

async function connect(key = app.adminKey) {
  const client = new Client({ name: 'test', version: '1' });
  await client.connect(
    new StreamableHTTPClientTransport(url, { requestInit: { headers: { authorization: `Bearer ${key}` } } }),
  );
  return Object.assign(client, { [Symbol.asyncDispose]: () => client.close() });
}

/** Each tool with arguments, and the REST request that must answer the same. */
const calls: Readonly<Record<string, readonly [arguments_: Record<string, unknown>, rest: string]>> = {
  list_brands: [{}, '/brands'],
  get_brand: [{ brandId: brand }, `/brands/${brand}`],
  list_prompts: [{ brandId: brand, search: 'cheap' }, `/brands/${brand}/prompts?search=cheap`],
  list_models: [{}, '/models'],
  summarize_brand: [
    { brandId: brand, ...window, tags: ['crm', 'smb'] },
    `/brands/${brand}/analytics?${query({ tags: 'crm,smb' })}`,
  ],
  get_change: [{ brandId: brand, ...window }, `/brands/${brand}/analytics?${query({ compare: 'previous' })}`],
  summarize_prompt: [
    { promptId: prompts.best, ...window, bucket: 'week' },
    `/prompts/${prompts.best}/analytics?${query({ bucket: 'week' })}`,
  ],
  list_annotations: [{ brandId: brand, ...window }, `/brands/${brand}/annotations?${query()}`],
  get_breakdown: [
    { brandId: brand, ...window, by: ['tag', 'model'], minRuns: 2 },
    `/brands/${brand}/breakdown?${query({ by: 'tag,model', minRuns: '2' })}`,
  ],
  get_signals: [
    { brandId: brand, ...window, kinds: ['visibility', 'source'], level: 0.5 },
    `/brands/${brand}/signals?${query({ kinds: 'visibility,source', level: '0.5' })}`,
  ],
  list_prompt_performance: [
    { brandId: brand, ...window, outcome: 'gap' },
    `/brands/${brand}/prompt-performance?${query({ outcome: 'gap' })}`,
  ],
  list_cited_domains: [
    { brandId: brand, ...window, category: ['competitor', 'other'] },
    `/brands/${brand}/citations/domains?${query({ category: 'competitor,other' })}`,
  ],
  list_cited_urls: [
    { brandId: brand, ...window, page: 1, limit: 2 },
    `/brands/${brand}/citations/urls?${query({ page: '1', limit: '2' })}`,
  ],
  list_web_queries: [{ brandId: brand, ...window }, `/brands/${brand}/query-fanout?${query()}`],
  list_answers: [
    { brandId: brand, ...window, company: 'Globex', limit: 3 },
    `/brands/${brand}/runs?${query({ company: 'Globex', limit: '3' })}`,
  ],
  list_prompt_answers: [{ promptId: prompts.best, ...window }, `/prompts/${prompts.best}/runs?${query()}`],
  get_answer: [{ promptId: prompts.best, runId }, `/prompts/${prompts.best}/runs/${runId}`],
  get_prompt_day: [{ promptId: prompts.best, date: '2026-03-01' }, `/prompts/${prompts.best}/snapshot?date=2026-03-01`],
};

function query(more: Record<string, string> = {}): URLSearchParams {
  return new URLSearchParams({ ...window, ...more });
}

/** A query string in which `filter` selects by what nothing carries. */
function filtered(search: string | undefined, filter: string): URLSearchParams {
  const parameters = new URLSearchParams(search);
  parameters.set(filter, 'nobody');
  return parameters;
}

/** As it was sent; nothing is valid where there is none. */
const schemaOf = (schema: unknown): object => (typeof schema === 'object' && schema ? schema : { not: {} });

const said = (result: { content?: unknown }) => (result.content as { text: string }[])[0]?.text ?? '';

describe('assistants over MCP', () => {
  it('find every tool, read-only, with a schema of what it takes and returns', async () => {
    expect(tools.map(({ name }) => name).sort()).toEqual(Object.keys(calls).sort());
    for (const { annotations, description, inputSchema, outputSchema } of tools) {
      expect(annotations?.readOnlyHint).toBe(true);
      expect(description).toMatch(/\.$/);
      for (const property of Object.values(inputSchema.properties ?? {}))
        expect(property).toHaveProperty('description');
      expect(JSON.stringify(outputSchema)).not.toContain('#/components');
    }
    expect(client.getInstructions()).toContain('null means that there is no data');
    expect(client.getServerCapabilities()).toEqual({ tools: { listChanged: false } });
  });

  it.each(Object.keys(calls))('call %s, which answers as REST does and as it is described', async (name) => {
    const [arguments_, path] = calls[name] ?? [{}, ''];
    const tool = tools.find((each) => each.name === name);
    const result = await client.callTool({ name, arguments: arguments_ });
    expect(result.isError, said(result)).toBeFalsy();
    const { status, body } = await app.get(`/api/v1${path}`);
    expect(status).toBe(200);
    const { brandId, brandName, range, change } = body;
    expect(result.structuredContent).toEqual(name === 'get_change' ? { brandId, brandName, range, change } : body);
    expect(JSON.parse(said(result))).toEqual(result.structuredContent);
    expect(ajv.validate(schemaOf(tool?.outputSchema), result.structuredContent), ajv.errorsText()).toBe(true);
    expect(ajv.validate(schemaOf(tool?.inputSchema), arguments_), ajv.errorsText()).toBe(true);
  });

  it('learn from every tool with a filter what nothing carries, as over REST', async () => {
    const noted: string[] = [];
    for (const { name, inputSchema } of tools) {
      const [arguments_, path] = calls[name] ?? [{}, ''];
      const filter = ['providers', 'tags'].find((each) => inputSchema.properties?.[each]);
      if (filter === undefined) continue;
      const given = { ...arguments_, [filter]: ['nobody'] };
      const result = await client.callTool({ name, arguments: given });
      const [at, search] = path.split('?');
      const { body } = await app.get(`/api/v1${at}?${filtered(search, filter)}`);
      expect(body.notices, name).toEqual([expect.stringContaining('"nobody"')]);
      expect(result.structuredContent, name).toHaveProperty('notices', body.notices);
      noted.push(name);
    }
    expect(noted.length).toBeGreaterThan(10);
  });

  it('compare with the window before where they name none', async () => {
    const call = (more: object) =>
      client.callTool({ name: 'get_change', arguments: { brandId: brand, ...window, ...more } });
    const { structuredContent } = await call({});
    expect(structuredContent).toHaveProperty('change.visibility');
    expect((await call({ compare: '' })).structuredContent).toEqual(structuredContent);
    expect((await call({ compare: '', compareStart: '', compareEnd: '' })).structuredContent).toEqual(
      structuredContent,
    );
  });

  it('compare with another window where they name one', async () => {
    const other = { compareStart: window.start, compareEnd: '2026-03-03T00:00:00Z' };
    for (const comparison of [other, { compare: 'year' }]) {
      const result = await client.callTool({
        name: 'get_change',
        arguments: { brandId: brand, ...window, ...comparison },
      });
      const { body } = await app.get(`/api/v1/brands/${brand}/analytics?${query(comparison)}`);
      expect((result.structuredContent as { change: unknown }).change).toEqual(body.change);
    }
  });

  it.each([
    ['get_change', { brandId: brand, ...window, compare: 'none' }, ['compare']],
    ['list_answers', { brandId: '../../models', ...window }, ['not_found']],
    ['get_brand', { brandId: otherBrand }, ['not_found']],
  ] as const)('get from %s of %j what would be right', async (name, arguments_, words) => {
    const { token } = await storeKey(db, { organizationId: organization });
    await using narrow = await connect(token);
    const result = await narrow.callTool({ name, arguments: arguments_ });
    expect(result.isError).toBe(true);
    for (const word of words) expect(said(result)).toContain(word);
  });

  it('see only what their key reaches', async () => {
    const { token } = await storeKey(db, { organizationId: organization });
    await using narrow = await connect(token);
    const { structuredContent } = await narrow.callTool({ name: 'list_brands', arguments: {} });
    expect(structuredContent).toMatchObject({ data: [{ id: brand }] });
    expect(JSON.stringify(structuredContent)).not.toContain(otherBrand);
  });

  it('are refused without a valid key, and with other methods', async () => {
    await expect(connect('wrong')).rejects.toThrow();
    const { status, headers } = await app.get('/mcp');
    expect([status, headers.get('allow')]).toEqual([405, 'POST, OPTIONS']);
  });

  it('leave a line in the log with the operation and its cost', async () => {
    await client.callTool({ name: 'get_answer', arguments: { promptId: prompts.best, runId } });
    const line = app.logged.findLast(({ path, operation }) => path === '/mcp' && operation === 'promptRun');
    expect(line).toMatchObject({ status: 200, keyId: 'admin-1', cost: expect.any(Number) });
  });

  it('cannot hold a stream open', async () => {
    const { status, text } = await app.send('/mcp', {
      method: 'POST',
      headers: { 'content-type': 'application/json', accept: 'application/json, text/event-stream' },
      body: JSON.stringify({
        jsonrpc: '2.0',
        id: 1,
        method: 'subscriptions/listen',
        params: { notifications: { toolsListChanged: true } },
      }),
    });
    // Its answer ends: `send` has read it to its end.
    expect([status, text]).not.toEqual([200, '']);
  });
});
