// The description of REST: well-formed by others' rules, complete by ours, and open to everybody.

import { buildSchema } from 'graphql';
import { describe, expect, it } from 'vitest';
import { createComponents } from '../../src/server/openapi/openapi-schemas.js';
import { routes } from '../../src/server/rest/routes.js';
import { operationOf } from '../../src/server/rest/shape.js';
import { arePackagesInstalled, requirePackage, unlessInstalled } from '../support/packages.js';
import { description, undescribed } from '../support/rest-description.js';
import { fillTables, prompts, uuid } from '../support/rows.js';
import { sharedApp } from '../support/shared.js';

const { app } = await sharedApp(
  (db) =>
    fillTables(db, [
      { at: '2026-03-01T10:00:00Z', names: [[0, 1, 1]], citations: ['https://a.example/x'] },
      { at: '2026-03-01T11:00:00Z', names: [] },
    ]),
  { config: { adminRateLimitPerMinute: 1_000 } },
);

const ids: Readonly<Record<string, string>> = { brandId: 'acme-crm', promptId: prompts.best, runId: uuid(1) };

/** The address of each route by its path as it is described, with the examples of what it requires. */
const asked = routes.map(({ path, parameters = [] }) => {
  const required = parameters.filter(({ name }) => ['start', 'end', 'date', 'by'].includes(name));
  const given = required.map(({ name, example }) => `${name}=${example}`).join('&');
  const place = path.slice(7).replace(/:(\w+)/g, (_, name) => ids[name] ?? name);
  return [path.slice(7).replace(/:(\w+)/g, '{$1}'), `${place}${given && '?'}${given}`] as const;
});

interface Problem {
  readonly ruleId: string;
  readonly message: string;
  readonly location: readonly { readonly pointer?: string }[];
}

interface Redocly {
  createConfig(config: { readonly extends: readonly string[] }): Promise<unknown>;
  lintFromString(options: { source: string; config: unknown; absoluteRef: string }): Promise<readonly Problem[]>;
}

describe('/api/v1/openapi.json', () => {
  it('is open to everybody, compressed, and confirmed by its tag', async () => {
    const { status, headers, body } = await app.get('/api/v1/openapi.json', null);
    expect(status).toBe(200);
    expect(headers.get('content-type')).toBe('application/json; charset=utf-8');
    expect(body).toEqual(JSON.parse(JSON.stringify(description)));
    const again = { headers: { 'if-none-match': headers.get('etag') ?? '' } };
    expect((await app.send('/api/v1/openapi.json', again, null)).status).toBe(304);
    const gzip = { method: 'HEAD', headers: { 'accept-encoding': 'gzip' } };
    expect((await app.send('/api/v1/openapi.json', gzip, null)).headers.get('content-encoding')).toBe('gzip');
    const posted = await app.send('/api/v1/openapi.json', { method: 'POST' }, null);
    expect([posted.status, posted.headers.get('allow')]).toEqual([405, 'GET, HEAD, OPTIONS']);
  });

  it.runIf(arePackagesInstalled)(
    `has nothing that Redocly's recommended rules find fault with${unlessInstalled}`,
    async () => {
      const { createConfig, lintFromString }: Redocly = requirePackage('@redocly/openapi-core');
      const config = await createConfig({ extends: ['recommended-strict'] });
      const found = await lintFromString({ source: JSON.stringify(description), config, absoluteRef: 'openapi.json' });
      expect(found.map(({ ruleId, message, location }) => [ruleId, message, location[0]?.pointer])).toEqual([]);
    },
  );

  it('names the values of parameters as REST writes them', () => {
    const text = JSON.stringify(description.paths);
    expect(text).toContain('`gap`: those that do not, but mention another company');
    expect(text).not.toMatch(/\b(?:MENTIONED|ABSENT|GAP)\b/);
  });

  it('says of no two operations the same', () => {
    const paths = description.paths as Readonly<Record<string, { get?: { summary: string } }>>; // safe because paths are made of these
    const summaries = Object.values(paths).flatMap(({ get }) => get?.summary ?? []);
    expect(summaries.filter((summary, at) => summaries.indexOf(summary) < at)).toEqual([]);
  });

  it('describes every route', () => {
    const described = Object.keys(description.paths as object); // safe because paths are an object
    expect(described).toEqual([...asked.map(([path]) => path), '/records']);
  });
});

describe.each(asked)('%s', (path, address) => {
  // biome-ignore lint/suspicious/noExplicitAny: the test says what it expects of it
  const operation = (description.paths as any)[path].get;

  it('answers as described', async () => {
    const { status } = await app.get(`/api/v1${address}`);
    expect(status).toBe(200);
  });

  it('shows an example that is described so', () => {
    const { example } = operation.responses[200].content['application/json'];
    const headers = new Headers({ 'x-request-id': 'x' });
    const text = JSON.stringify(example);
    expect(undescribed(`/api/v1${address}`, { status: 200, headers, text })).toEqual([]);
  });

  it('answers in every format that is described, and shows its columns', async () => {
    const { 'application/json': _, ...others } = operation.responses[200].content;
    for (const [accept, { example }] of Object.entries<{ example: string }>(others)) {
      const { status, headers, text } = await app.send(`/api/v1${address}`, { headers: { accept } });
      expect([status, headers.get('content-type')]).toEqual([200, `${accept}; charset=utf-8`]);
      if (accept === 'text/csv') expect(text.split('\r\n')[0]).toBe(example.split('\r\n')[0]);
    }
    expect(Object.keys(others)).toHaveLength(
      /citations|prompt-performance|fanout|breakdown|signals/.test(path) ? 2 : 0,
    );
  });

  it('takes whole numbers up to the largest that is described, or any', async () => {
    for (const { name, schema } of operation.parameters) {
      if (schema?.type !== 'integer') continue;
      const { minimum, maximum } = schema;
      const given = (value: number) => `${address}${address.includes('?') ? '&' : '?'}${name}=${value}`;
      const taken = async (value: number) => (await app.get(`/api/v1${given(value)}`)).status;
      expect([minimum, await taken(minimum), await taken(minimum - 1)], name).toEqual([1, 200, 400]);
      expect(await taken(maximum ?? 2 ** 40), name).toBe(200);
      expect(await taken((maximum ?? 2 ** 50) + 1), name).toBe(maximum === undefined ? 200 : 400);
    }
  });

  it('is refused as described', async () => {
    expect((await app.get(`/api/v1${address}`, null)).status).toBe(401);
    if (path.includes('{'))
      expect((await app.get(`/api/v1${address.replace(/acme-crm|-0{4}-/, '-1111-')}`)).status).toBe(404);
    if (operation.parameters.some(({ name }: { name: string }) => name === 'start')) {
      expect((await app.get(`/api/v1${address}&start=x`)).status).toBe(400);
    }
  });
});

describe('the check of answers', () => {
  it('notices a field too many, one too few, a type, a status and a header', async () => {
    const headers = new Headers({ 'x-request-id': 'x' });
    const check = (status: number, body: unknown, given = headers) =>
      undescribed('/api/v1/models', { status, headers: given, text: JSON.stringify(body) }).length;
    const good = { data: [{ id: 'a', label: 'A' }] };
    expect(check(200, good)).toBe(0);
    expect(check(200, { data: [{ id: 'a', label: 'A', more: 1 }] })).toBe(1);
    expect(check(200, { data: [{ id: 'a' }] })).toBe(1);
    expect(check(200, { data: [{ id: 'a', label: 1 }] })).toBe(1);
    expect(check(418, good)).toBe(1);
    expect(check(200, good, new Headers())).toBe(1);
  });
});

describe('a field that GraphQL deprecates', () => {
  it('is deprecated in the description of REST too, and no other', () => {
    const schema = buildSchema(`
      type Query { thing: Thing }
      type Thing { now: Int, before: Int @deprecated(reason: "Use \`now\`.") }
    `);
    const { body } = operationOf(schema, { path: '/thing', field: 'thing', selection: 'now before' });
    const components = createComponents();
    components.describe(body);
    expect(components.schemas.Thing).toMatchObject({
      properties: { now: { type: ['integer', 'null'] }, before: { deprecated: true } },
    });
    expect(JSON.stringify(components.schemas).match(/deprecated/g)).toHaveLength(1);
  });
});
