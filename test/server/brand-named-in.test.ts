// By what a request names, its reader is chosen: a guess from its beginning, which costs nothing and may be wrong.

import { expect, it } from 'vitest';
import { brandNamedIn } from '../../src/server/readers/remote-reading.js';

const bodyOf = (body: unknown) => new TextEncoder().encode(typeof body === 'string' ? body : JSON.stringify(body));

it.each([
  ['a variable', { query: 'query ($brandId: ID!) { brand(id: $brandId) { name } }', variables: { brandId: 'acme' } }],
  ['a literal', { query: '{ brandAnalytics(brandId: "acme", last: "7d") { runs } }' }],
  ['an alias below an id', { query: '{ a: brand(id: "acme") { id name } b: brand(id: "other") { id } }' }],
  ['an argument of a tool', { method: 'tools/call', params: { name: 'get_brand', arguments: { brandId: 'acme' } } }],
])('finds %s', (_, body) => {
  expect(brandNamedIn('http://x/graphql', bodyOf(body))).toBe('acme');
});

it('finds a variable in an address', () => {
  const url = `http://x/graphql?query=%7Bx%7D&variables=${encodeURIComponent('{"brandId":"acme"}')}`;
  expect(brandNamedIn(url, null)).toBe('acme');
});

it.each([
  ['nothing', ''],
  ['no name', '{"query":"{ models { id } }"}'],
  ['a name far behind', `${' '.repeat(20_000)}{"brandId":"acme"}`],
])('finds none in %s', (_, body) => {
  expect(brandNamedIn('http://x/graphql?variables=%', bodyOf(body))).toBeNull();
  expect(brandNamedIn('http://x/graphql?variables=%', null)).toBeNull();
});

it('takes no longer for a body that is made for it', () => {
  expect(brandNamedIn('', bodyOf('id'.repeat(8_000)))).toBeNull();
  expect(brandNamedIn('', bodyOf(`${'id: '.repeat(4_000)}`))).toBeNull();
});
