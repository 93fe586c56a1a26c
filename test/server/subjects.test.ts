// The brands and prompts that the root fields of a document name.

import { buildSchema, getOperationAST, parse } from 'graphql';
import { expect, it } from 'vitest';
import { schema } from '../../src/schema/index.js';
import { givenIn } from '../../src/server/cost/field-lookup.js';
import { measure } from '../../src/server/cost/measure.js';
import { subjectsOf } from '../../src/server/graphql/kept-answers.js';

const big = '123456789012345678901';

it.each([
  ['as it is written', `{ brand(id: ${big}) { id } }`, {}, big],
  ['of a default', `query ($id: ID! = ${big}) { brand(id: $id) { id } }`, {}, big],
  ['of a variable', 'query ($id: ID! = 8) { brand(id: $id) { id } }', { id: 7 }, '7'],
  ['of a field in a fragment', '{ ...A } fragment A on Query { ... { brand(id: 7) { id } } }', {}, '7'],
])('the number %s is the id of a brand', (_, text, given, brandId) => {
  expect(subjectsIn(text, given)).toEqual({ subjects: [{ brandId }], areAll: true });
});

it('are not all where a field names none', () => {
  expect(subjectsIn('{ brand }', {}, buildSchema('type Query { brand: Int }'))).toMatchObject({ areAll: false });
  const subjects = [{ brandId: '7' }];
  expect(subjectsIn('{ viewer { kind } brand(id: 7) { id } }', {})).toEqual({ subjects, areAll: false });
});

it('are not all where an id is longer than any', () => {
  const subjectOf = (id: string) => subjectsIn('query ($id: ID!) { brand(id: $id) { id } }', { id });
  expect(subjectOf('🦊'.repeat(128))).toEqual({ subjects: [{ brandId: '🦊'.repeat(128) }], areAll: true });
  expect(subjectOf('🦊'.repeat(129))).toMatchObject({ areAll: false });
});

function subjectsIn(text: string, given: Readonly<Record<string, unknown>>, of = schema) {
  const document = parse(text);
  return subjectsOf(of, measure(of, document).roots, (value) => givenIn(value, getOperationAST(document), given));
}
