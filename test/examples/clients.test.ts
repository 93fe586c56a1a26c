// The clients that people have, as they come from npm: the examples run as processes of their own, and what they send is looked at on its way.

import { execFile } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { ApolloClient, gql, HttpLink, InMemoryCache } from '@apollo/client';
import { PersistedQueryLink } from '@apollo/client/link/persisted-queries';
import { generatePersistedQueryIdsFromManifest } from '@apollo/persisted-query-lists';
import { type GraphQLField, isInterfaceType, isNonNullType, isObjectType } from 'graphql';
import { beforeEach, describe, expect, it } from 'vitest';
import { possibleTypes, typePolicies } from '../../examples/clients/apollo-client.js';
import { keys } from '../../examples/clients/urql-client.js';
import { schema } from '../../src/schema/index.js';
import type { Listening } from '../../src/server/transport/http.js';
import { type TestApp, testApp } from '../support/app.js';
import { temporaryFolder } from '../support/folder.js';
import { fillTables, prompts } from '../support/rows.js';
import { sharedDatabase } from '../support/shared.js';

/** A request as it was sent: its method, whether it had a text, and what the server answered. */
interface Seen {
  readonly method: string;
  readonly params: Readonly<Record<string, unknown>>;
  readonly status: number;
}

let app: TestApp;
let server: Listening;
let front: Awaited<ReturnType<typeof openFront>>;

const ofPrompt = (promptId: string, count: number, first: number) =>
  Array.from({ length: count }, (_, index) => ({
    promptId,
    at: new Date(Date.now() - (first + index + 1) * 3_600_000).toISOString(),
    model: `model-${1 + (index % 2)}`,
    names: index % 4 === 0 ? [] : ([[0, 1, 1]] as const),
  }));

const db = await sharedDatabase((db) =>
  fillTables(db, [
    ...ofPrompt(prompts.best, 40, 0),
    ...ofPrompt(prompts.cheap, 8, 40),
    ...ofPrompt(prompts.bare, 4, 48),
  ]),
);

beforeEach(async () => {
  app = await testApp(db);
  server = await app.listen({ host: '127.0.0.1', port: 0 });
  front = await openFront();
  return async () => {
    await front[Symbol.asyncDispose]();
    await server[Symbol.asyncDispose]();
  };
});

async function bodyOf(request: IncomingMessage): Promise<string> {
  let text = '';
  for await (const chunk of request) text += chunk;
  return text;
}

/** A front to the server that keeps what is sent. */
async function openFront() {
  const seen: Seen[] = [];
  const proxy = createServer(async (request, response) => {
    const { method = '', url = '' } = request;
    const body = await bodyOf(request);
    const params = body ? JSON.parse(body) : Object.fromEntries(new URL(url, server.url).searchParams);
    const { 'content-length': _, connection: __, host: ___, ...headers } = request.headers;
    // safe because no header of these clients is sent twice
    const sent = headers as Record<string, string>;
    const reply = await fetch(`${server.url}${url}`, { method, headers: sent, ...(body ? { body } : {}) });
    seen.push({ method, params, status: reply.status });
    const type = reply.headers.get('content-type') ?? '';
    response.writeHead(reply.status, { 'Content-Type': type }).end(await reply.text());
  });
  await new Promise<void>((resolve) => proxy.listen(0, '127.0.0.1', resolve));
  const { port } = proxy.address() as AddressInfo; // safe because it listens on a port
  const close = () => {
    proxy.closeAllConnections();
    return new Promise<void>((resolve) => proxy.close(() => resolve()));
  };
  return { url: `http://127.0.0.1:${port}`, seen, [Symbol.asyncDispose]: close };
}

/** What a client prints. Whatever it warns of fails. */
async function run(file: string): Promise<string> {
  const env = { ...process.env, SIGHTLINE_URL: front.url, SIGHTLINE_KEY: app.adminKey, NO_COLOR: '1' };
  const node = promisify(execFile)(process.execPath, ['--import', 'tsx', `examples/clients/${file}`], { env });
  const { stdout, stderr } = await node;
  expect(stderr).toBe('');
  return stdout;
}

/** The requests in short: `GET hash 404`, `POST text 200`. */
const inShort = () =>
  front.seen.map(({ method, params, status }) => {
    const { query, extensions } = params;
    return `${method} ${query ? 'text' : ''}${extensions && query ? ' and ' : ''}${extensions ? 'hash' : ''} ${status}`;
  });

const asked = (method: string) => ['GET hash 404', `${method} text and hash 200`];
const known = 'GET hash 200';

describe('Apollo Client', () => {
  const expected = async () => {
    const output = await run('apollo.ts');
    expect(output).toMatch(/^15 runs of "best crm", the oldest of 2\S+Z$/m);
    expect(output).toMatch(/^Acme CRM: visibility 75\.0 %$/m);
    const rows = [...output.matchAll(/^ {2}(\d\S+) % (.*)$/gm)].map(([, percent, prompt]) => [percent, prompt]);
    expect(rows.map(([, prompt]) => prompt).sort()).toEqual(['best crm', 'cheap crm', 'crm']);
  };

  it('registers each document once and then asks by GET, puts pages together in its cache, and sends no text later', async () => {
    await expected();
    expect(inShort()).toEqual([...asked('POST'), ...asked('POST'), known, known, ...asked('POST'), known]);
    front.seen.length = 0;
    await expected();
    expect(new Set(inShort())).toEqual(new Set([known]));
    expect(front.seen).toHaveLength(6);
  });

  it('sends documents that the operator supplied by the ids of their manifest', async () => {
    const body = 'query Names {\n  brands {\n    id\n    name\n    __typename\n  }\n}';
    const manifest = {
      format: 'apollo-persisted-query-manifest',
      version: 1,
      operations: [{ id: 'names', name: 'Names', type: 'query' as const, body }],
    };
    await using folder = await temporaryFolder();
    const file = join(folder.path, 'manifest.json');
    await writeFile(file, JSON.stringify(manifest));
    const own = await testApp(db, { persistedDocuments: file });
    await using listening = await own.listen({ host: '127.0.0.1', port: 0 });
    const link = new PersistedQueryLink(generatePersistedQueryIdsFromManifest({ loadManifest: async () => manifest }));
    const headers = { authorization: `Bearer ${own.adminKey}` };
    const http = new HttpLink({ uri: `${listening.url}/graphql`, headers });
    const client = new ApolloClient({ link: link.concat(http), cache: new InMemoryCache() });
    const { data } = await client.query({ query: gql`query Names { brands { id name } }` });
    expect(data).toMatchObject({ brands: [{ name: 'Acme CRM' }, { name: 'Acme Desk' }, { name: 'Other' }] });
    client.stop();
  });
});

describe("Apollo's cache", () => {
  const paged = (field: GraphQLField<unknown, unknown>) => field.args.some(({ name }) => /^(page|after)$/.test(name));
  const objects = Object.values(schema.getTypeMap()).filter(isObjectType);
  const fields = objects.flatMap((type) => Object.values(type.getFields()).map((field) => ({ type, field })));

  it('has a merge for every field with pages, and keeps what other arguments select apart', () => {
    const pages = fields.filter(({ field, type }) => paged(field) && !type.name.startsWith('__'));
    expect(pages.length).toBeGreaterThan(5);
    for (const { type, field } of pages) {
      const policy = typePolicies[type.name]?.fields?.[field.name];
      const others = field.args.map(({ name }) => name).filter((name) => !/^(page|after|limit)$/.test(name));
      expect(policy, field.name).toHaveProperty('merge');
      expect(Object.assign({ keyArgs: [] }, policy).keyArgs.toSorted(), field.name).toEqual(others.toSorted());
    }
  });

  it('names nothing that the schema does not have', () => {
    const named = Object.entries(typePolicies).flatMap(([type, { fields: own = {} }]) => [
      type,
      ...Object.keys(own).map((field) => `${type}.${field}`),
    ]);
    const known = new Set(
      [...objects, ...fields].map((each) => ('field' in each ? `${each.type.name}.${each.field.name}` : each.name)),
    );
    expect(named.filter((name) => !known.has(name))).toEqual([]);
  });

  it('adds up the fields of everything that has no identity', () => {
    const single = fields.flatMap(({ type, field }) => {
      const named = isNonNullType(field.type) ? field.type.ofType : field.type;
      const isOwn = isObjectType(named) && !named.name.startsWith('__') && !type.name.startsWith('__');
      return isOwn && !('id' in named.getFields()) && !('data' in named.getFields()) ? [named.name] : [];
    });
    const unknown = new Set(single.filter((name) => !typePolicies[name]?.merge && !typePolicies[name]?.keyFields));
    expect([...unknown]).toEqual(['Pagination']);
  });

  it('knows the types of every interface', () => {
    const interfaces = Object.values(schema.getTypeMap()).filter(isInterfaceType);
    expect(interfaces.length).toBeGreaterThan(3);
    for (const type of interfaces) {
      const types = schema.getPossibleTypes(type).map(({ name }) => name);
      expect(possibleTypes[type.name]?.toSorted(), type.name).toEqual(types.toSorted());
    }
  });

  it('keeps runs of one id in two brands apart', () => {
    const cache = new InMemoryCache({ typePolicies });
    const run = (brandId: string, model: string) => ({ __typename: 'Run', id: 'one', brandId, model });
    const query = gql`{ ours: promptRun(promptId: "1", runId: "one") { id brandId model }
      theirs: promptRun(promptId: "2", runId: "one") { id brandId model } }`;
    const data = { ours: run('a', 'x'), theirs: run('b', 'y') };
    cache.writeQuery({ query, data });
    expect(cache.readQuery({ query })).toEqual(data);
  });
});

describe('urql', () => {
  it('keeps runs of one id in two brands apart', () => {
    const keyOf = (data: object) => keys.Run?.({ __typename: 'Run', id: 'one', ...data });
    expect([keyOf({ brandId: 'a' }), keyOf({ brandId: 'b' })]).toEqual(['a:one', 'b:one']);
  });

  it('registers each document once and then asks by GET, page by page', async () => {
    const output = await run('urql.ts');
    expect(output.match(/^page \d/gm)).toEqual(['page 1', 'page 2', 'page 3']);
    expect(new Set(output.match(/^ {2}2.*Z/gm)).size).toBe(15);
    expect(inShort()).toEqual([...asked('GET'), ...asked('GET'), known, known]);
  });
});

describe('graphql-request', () => {
  it("shows a brand's figures and pages through its runs", async () => {
    const stdout = await run('graphql-request.ts');
    expect(stdout).toContain('Acme CRM, ');
    expect(stdout).toContain('visibility 75.0 % of 52 runs');
    expect(stdout).toContain('Acme CRM: 100.0 %, 39 mentions');
    expect(stdout.match(/^page/gm)).toHaveLength(3);
    expect(new Set(stdout.match(/^ {2}2.*Z/gm)).size).toBe(15);
    expect(new Set(inShort())).toEqual(new Set(['POST text 200']));
  });
});
