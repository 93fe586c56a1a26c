// The dearest questions leave nothing out: what the interfaces themselves say that can be asked is asked.

import { describe, expect, it } from 'vitest';
import { graphKinds } from '../support/dearest/graphql.js';
import { mcpQuestions } from '../support/dearest/mcp.js';
import { restQuestions } from '../support/dearest/rest.js';
import { fullSize } from '../support/extreme-world.js';
import { sharedApp } from '../support/shared.js';

const { app } = await sharedApp(async () => {});

describe('the dearest questions', () => {
  it('ask every path of REST, every order of its lists, and with every parameter', async () => {
    const { body } = await app.get('/api/v1/openapi.json');
    const asked = restQuestions(fullSize).map(({ path }) => new URL(path, 'http://sightline.test'));
    for (const [path, { get }] of Object.entries<Described>(body.paths)) {
      if (!get) continue;
      const pattern = new RegExp(`^/api/v1${path.replace(/\{\w+\}/g, '[^/]+')}$`);
      const queries = asked.filter(({ pathname }) => pattern.test(pathname)).map(({ searchParams }) => searchParams);
      expect(queries.length, path).toBeGreaterThan(0);
      for (const { name, in: place, schema } of get.parameters ?? []) {
        if (place !== 'query') continue;
        const values = queries.flatMap((query) => query.getAll(name));
        expect(values.length, `${name} of ${path}`).toBeGreaterThan(0);
        if (name === 'orderBy') expect(values, path).toEqual(expect.arrayContaining([...(schema.enum ?? [])]));
      }
    }
  });

  it('call every tool', async () => {
    const list = { jsonrpc: '2.0', id: 1, method: 'tools/list', params: {} };
    const headers = { 'content-type': 'application/json', accept: 'application/json, text/event-stream' };
    const { text } = await app.send('/mcp', { method: 'POST', headers, body: JSON.stringify(list) });
    const tools: readonly { readonly name: string }[] = JSON.parse(text.slice(text.indexOf('{'))).result.tools;
    const called = mcpQuestions().map((question) => JSON.parse(question.body ?? '').params.name);
    expect(new Set(called)).toEqual(new Set(tools.map(({ name }) => name)));
  });

  it('ask every root field of GraphQL, and every order', async () => {
    const query = '{ __schema { queryType { fields { name } } types { name enumValues { name } } } }';
    const headers = { 'content-type': 'application/json' };
    const { body } = await app.send('/graphql', { method: 'POST', headers, body: JSON.stringify({ query }) });
    const { queryType, types }: Introspected = body.data.__schema;
    const documents = graphKinds(fullSize).map(({ question }) => JSON.parse(question(1).body ?? '').query as string);
    for (const { name } of queryType.fields)
      expect(
        documents.some((each) => each.startsWith(`{ a0: ${name}`)),
        name,
      ).toBe(true);
    const orders = types.filter(({ name }) => name.endsWith('Order')).flatMap(({ enumValues }) => enumValues ?? []);
    for (const { name } of orders)
      expect(
        documents.some((each) => each.includes(`orderBy: ${name}`)),
        name,
      ).toBe(true);
  });
});

interface Described {
  readonly get?: {
    readonly parameters?: readonly {
      readonly name: string;
      readonly in: string;
      readonly schema: { readonly enum?: readonly string[] };
    }[];
  };
}

interface Introspected {
  readonly queryType: { readonly fields: readonly { readonly name: string }[] };
  readonly types: readonly {
    readonly name: string;
    readonly enumValues: readonly { readonly name: string }[] | null;
  }[];
}
