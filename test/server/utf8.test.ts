// Bytes that are not UTF-8 are refused on every surface: read otherwise, they would select something else without a word.

import { expect, it } from 'vitest';
import { fillTables } from '../support/rows.js';
import { sharedApp } from '../support/shared.js';

const { app } = await sharedApp((db) => fillTables(db, []));

const march = 'start=2026-03-01T00:00:00Z&end=2026-03-02T00:00:00Z';
const latin1 = (text: string) => Buffer.from(text, 'latin1');
const json = { 'content-type': 'application/json', accept: 'application/json, text/event-stream' };

it.each([
  ['/api/v1/brands/acme-crm/query-fanout', 'search=caf%e9', 'search'],
  ['/api/v1/brands/acme-crm/analytics', 'tags=%zz', 'tags'],
  ['/api/v1/brands/acme-crm/analytics', 'models=%', 'models'],
])('a parameter of %s?%s', async (path, parameter, name) => {
  const { status, body } = await app.get(`${path}?${march}&${parameter}`);
  expect([status, body.message]).toEqual([400, `${name} is not percent-encoded UTF-8: write % as %25.`]);
  const whole = await app.get(`${path}?${march}&${parameter.replace(/%.*/, 'caf%C3%A9+%25')}`);
  expect(whole.body?.message ?? '').not.toMatch('percent-encoded');
});

it('a parameter of a GraphQL query string', async () => {
  const { status, body } = await app.get('/graphql?query=%7Bmodels%7Bid%7D%7D&operationName=%ff');
  expect([status, body.errors[0].message]).toEqual([
    400,
    'operationName is not percent-encoded UTF-8: write % as %25.',
  ]);
});

it('the body of a GraphQL request', async () => {
  const body = latin1('{"query":"{ models { id } }","variables":{"x":"caf\u00e9"}}');
  const reply = await app.send('/graphql', { method: 'POST', headers: json, body });
  expect([reply.status, reply.body.errors[0].message]).toEqual([400, 'The body is not valid UTF-8.']);
});

it('a message of the Model Context Protocol', async () => {
  const call = { name: 'list_prompts', arguments: { brandId: 'acme-crm', search: 'caf\u00e9' } };
  const message = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/call', params: call });
  const reply = await app.send('/mcp', { method: 'POST', headers: json, body: latin1(message) });
  expect([reply.status, reply.body.error]).toEqual([
    400,
    { code: -32_700, message: 'The message is not valid UTF-8.' },
  ]);
});
