// A document that is asked for again is compiled; what a client sees must not depend on it.

import { describe, expect, it } from 'vitest';
import { fillTables, prompts } from '../support/rows.js';
import { sharedApp } from '../support/shared.js';

const { app } = await sharedApp((db) => fillTables(db, [{ at: '2026-03-01T10:00:00Z', names: [[0, 1, 1]] }]));

const window = { start: '2026-03-01T00:00:00Z', end: '2026-03-02T00:00:00Z' };
const march = 'start: "2026-03-01T00:00:00Z", end: "2026-03-02T00:00:00Z"';

describe('a document asked for again', () => {
  it.each<readonly [string, string, Record<string, unknown>]>([
    ['plain', '{ models { id label } brands { id } }', {}],
    [
      'with variables',
      'query ($id: ID!, $start: DateTime!, $end: DateTime!) { brandAnalytics(brandId: $id, start: $start, end: $end) { visibility { current runs interval(level: 0.9) { low high } } models { model } } }',
      { id: 'acme-crm', ...window },
    ],
    [
      'with a wrong variable',
      'query ($start: DateTime!) { brandAnalytics(brandId: "x", start: $start, end: $start) { brandId } }',
      { start: 5 },
    ],
    ['with a missing variable', 'query ($id: ID!) { brand(id: $id) { id } }', {}],
    ['with a null for what must not be', 'query ($id: ID!) { brand(id: $id) { id } }', { id: null }],
    [
      'with default values of variables',
      'query ($limit: Int = 7) { promptRuns(promptId: "P", W, limit: $limit) { pagination { page limit } } }',
      {},
    ],
    [
      'with default values of arguments',
      'query ($limit: Int) { promptRuns(promptId: "P", W, limit: $limit) { pagination { page limit } } }',
      {},
    ],
    [
      'that skips and includes',
      'query ($yes: Boolean!) { models @skip(if: $yes) { id } brands @include(if: $yes) { id } }',
      { yes: true },
    ],
    [
      'that includes otherwise',
      'query ($yes: Boolean!) { models @skip(if: $yes) { id } brands @include(if: $yes) { id } }',
      { yes: false },
    ],
    [
      'whose selection depends on a variable',
      'query ($yes: Boolean!) { brandAnalytics(brandId: "acme-crm", W) { brandId totals @include(if: $yes) { runs } } }',
      { yes: true },
    ],
    [
      'with fragments and aliases',
      '{ a: brand(id: "acme-crm") { ...B } b: brand(id: "acme-desk") { ...B } } fragment B on Brand { __typename id name }',
      {},
    ],
    ['of which one field fails', '{ a: brand(id: "nobody") { id } b: brand(id: "acme-crm") { id } }', {}],
    [
      'whose arguments are at fault',
      '{ promptRuns(promptId: "x", start: "a", end: "b", page: 0) { data { id } } }',
      {},
    ],
    [
      'with an integer that is too large',
      'query ($page: Int) { promptRuns(promptId: "P", W, page: $page) { data { id } } }',
      { page: 3_000_000_000 },
    ],
    ['about the schema', '{ __type(name: "Run") { fields { name } } }', {}],
  ])('%s is answered alike', async (_, document, variables) => {
    const query = document.replace('"P"', `"${prompts.best}"`).replace('W', march);
    const first = await app.graphql(query, variables);
    for (let again = 0; again < 3; again += 1) {
      const { status, text } = await app.graphql(query, variables);
      expect(text).toBe(first.text);
      expect(status).toBe(first.status);
    }
  });

  it('runs the operation that is named, each time', async () => {
    const query = 'query A { models { id } } query B { brands { id } }';
    const ask = async (operationName?: string) => {
      const body = JSON.stringify({ query, operationName });
      return (await app.send('/graphql', { method: 'POST', headers: { 'content-type': 'application/json' }, body }))
        .body;
    };
    for (let again = 0; again < 3; again += 1) {
      expect(Object.keys((await ask('A')).data)).toEqual(['models']);
      expect(Object.keys((await ask('B')).data)).toEqual(['brands']);
      expect((await ask()).errors[0].extensions.code).toBe('validation_error');
    }
  });

  it('follows its variables, not those of the first time', async () => {
    const query = 'query ($id: ID!, $yes: Boolean!) { brand(id: $id) { id name @include(if: $yes) } }';
    const ask = async (id: string, yes: boolean) => (await app.graphql(query, { id, yes })).body.data.brand;
    for (let again = 0; again < 3; again += 1) {
      expect(await ask('acme-crm', true)).toEqual({ id: 'acme-crm', name: 'Acme CRM' });
      expect(await ask('acme-desk', false)).toEqual({ id: 'acme-desk' });
    }
  });
});
