// A server whose answers are computed by threads answers as one that computes them itself, however often it is asked.

import { expect, it } from 'vitest';
import { hashOf } from '../../src/server/graphql/persisted/document-store.js';
import { recordAll, smallWorld } from '../support/records.js';
import { type ServerProcess, serverProcess } from '../support/server-process.js';
import { shared, sharedDatabase } from '../support/shared.js';

const adminKey = 'admin-key-of-the-readers';
const window = 'start=2026-03-01T00:00:00Z&end=2026-03-02T00:00:00Z';
const analytics = `/api/v1/brands/acme-crm/analytics?${window}`;
const answers = `/api/v1/brands/acme-crm/runs?${window}`;

const db = await sharedDatabase((db) => recordAll(db, smallWorld()));
const [own, one, two] = await Promise.all(
  ['0', '1', '2'].map((READERS) => shared(serverProcess({ DATABASE_URL: db.url, ADMIN_API_KEYS: adminKey, READERS }))),
);

const ask = ({ url }: ServerProcess, path: string, init: RequestInit = {}) =>
  fetch(url + path, { ...init, headers: { authorization: `Bearer ${adminKey}`, ...init.headers } });

const post = (body: unknown, more: Readonly<Record<string, string>> = {}) => ({
  method: 'POST',
  headers: { 'content-type': 'application/json', ...more },
  body: JSON.stringify(body),
});

interface Refusal {
  readonly extensions: { readonly code: string };
}

const brandQuery = `query Q($brandId: ID!) { brand(id: $brandId) { name } models { id } }`;
const mcpHeaders = { accept: 'application/json, text/event-stream', 'mcp-protocol-version': '2025-06-18' };
const callTool = (name: string, given: object) =>
  post({ jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name, arguments: given } }, mcpHeaders);

const requests: Readonly<Record<string, readonly [string, RequestInit?]>> = {
  figures: [analytics],
  'figures, only their head': [analytics, { method: 'HEAD' }],
  'whatever is there': [analytics, { headers: { 'if-none-match': '*' } }],
  'a page of answers': [answers],
  'what is shared': ['/api/v1/models'],
  'no brand': [`/api/v1/brands/none/analytics?${window}`],
  'wrong parameters': ['/api/v1/brands/acme-crm/analytics?start=then&ende=now'],
  'a list as CSV': [`/api/v1/brands/acme-crm/citations/urls?${window}`, { headers: { accept: 'text/csv' } }],
  'a list as lines': [`/api/v1/brands/acme-crm/queries?${window}`, { headers: { accept: 'application/x-ndjson' } }],
  'the head of a list': [
    `/api/v1/brands/acme-crm/queries?${window}`,
    { method: 'HEAD', headers: { accept: 'text/csv' } },
  ],
  'a document': ['/graphql', post({ query: brandQuery, variables: { brandId: 'acme-crm' } })],
  'a document by GET': [`/graphql?query=${encodeURIComponent('{ models { id } }')}`],
  'the same document by POST': ['/graphql', post({ query: '{ models { id } }' })],
  'the head of a document': [`/graphql?query=${encodeURIComponent('{ models { id } }')}`, { method: 'HEAD' }],
  'no document': ['/graphql', post({ query: '{ nothing' })],
  'a document of another type': ['/graphql', { method: 'POST', headers: { 'content-type': 'text/plain' }, body: '{}' }],
  'too dear a document': ['/graphql', post({ query: `{ ${'models { id } '.repeat(3_000)} }` })],
  'a tool': ['/mcp', callTool('get_brand', { brandId: 'acme-crm' })],
  'a tool for no brand': ['/mcp', callTool('get_brand', { brandId: 'none' })],
  'a page of another origin': ['/mcp', { ...post({}), headers: { origin: 'https://elsewhere.example' } }],
};

it.each(Object.entries(requests))('%s: the same answer, again and again', async (_, [path, init]) => {
  const headers = { 'x-request-id': 'same', ...init?.headers };
  const replies = [own, one, two].flatMap((server) => {
    if (!server) throw new Error('It does not run.');
    return Array.from({ length: 3 }, () => async () => {
      const response = await ask(server, path, { ...init, headers });
      const { date: _, ...sent } = Object.fromEntries(response.headers);
      return { status: response.status, headers: sent, body: await response.text() };
    });
  });
  const first = await replies[0]?.();
  for (const reply of replies.slice(1)) expect(await reply()).toEqual(first);
});

it('know what a client sent to any of them', async () => {
  const brandIds = Array.from({ length: 12 }, (_, index) => `brand-${index}`);
  for (const [index, brandId] of brandIds.entries()) {
    const query = `query Q${index}($brandId: ID!) { brand(id: $brandId) { name } }`;
    const extensions = { persistedQuery: { version: 1, sha256Hash: hashOf(query) } };
    const sent = async (body: object, id: string) => {
      if (!two) throw new Error('It does not run.');
      const response = await ask(two, '/graphql', post({ ...body, variables: { brandId: id } }));
      const { data, errors } = await response.json();
      return { data, codes: errors.map(({ extensions }: Refusal) => extensions.code) };
    };
    const none = { data: { brand: null }, codes: ['not_found'] };
    await sent({ query, extensions }, brandId);
    for (const id of brandIds) {
      expect(await sent({ extensions }, id)).toEqual(none);
      expect(await sent({ documentId: `sha256:${hashOf(query)}` }, id)).toEqual(none);
    }
  }
});
