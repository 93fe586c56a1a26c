// Of what a GraphQL request consists: nothing that a client sends is silently dropped, and a refusal says what is expected.

import { describe, expect, it } from 'vitest';
import { fillTables } from '../support/rows.js';
import { sharedApp } from '../support/shared.js';

const { app } = await sharedApp((db) => fillTables(db, []));

const json = 'application/json';
const query = '{ models { id } }';
const post = (body: unknown, search = '') =>
  app.send(`/graphql${search}`, { method: 'POST', headers: { 'content-type': json }, body: JSON.stringify(body) });
const get = (...params: readonly (readonly [string, string])[]) =>
  app.get(`/graphql?${new URLSearchParams(params.map(([name, value]) => [name, value]))}`);

const refusalOf = async (reply: ReturnType<typeof post>) => {
  const { status, body } = await reply;
  expect(body).not.toHaveProperty('data');
  return [status, body.errors[0].extensions.code, body.errors[0].message];
};
const invalid = (message: string) => [400, 'validation_error', message];

describe('a parameter', () => {
  it.each([
    ['variable', 'variables'],
    ['operation_name', 'operationName'],
    ['documentID', 'documentId'],
    ['Query', 'query'],
  ])('%s is refused, and %s named', async (name, nearest) => {
    const expected = invalid(`There is no parameter "${name}" here: did you mean ${nearest}?`);
    expect(await refusalOf(get(['query', query], [name, '{"m":"m1"}']))).toEqual(expected);
    expect(await refusalOf(post({ query, [name]: { m: 'm1' } }))).toEqual(expected);
  });

  it('that resembles none is refused, and all are named', async () => {
    expect(await refusalOf(get(['query', query], ['page', '2']))).toEqual(
      invalid(
        'There is no parameter "page" here: those that exist are query, variables, operationName, extensions, documentId.',
      ),
    );
  });

  it.each(['query', 'variables', 'operationName', 'extensions', 'documentId'])(
    '%s is refused if it is given twice',
    async (name) => {
      const others = name === 'query' ? [] : [['query', query] as const];
      const value = name === 'query' ? query : '{}';
      expect(await refusalOf(get(...others, [name, value], [name, value]))).toEqual(
        invalid(`${name} was given more than once: give it once.`),
      );
    },
  );

  it('in the query string of a POST is refused', async () => {
    for (const search of ['?variables={}', '?m=m1', '?query={models{id}}'])
      expect(await refusalOf(post({ query }, search))).toEqual(
        invalid('A POST to this path takes no query string: send its parameters in the body.'),
      );
    expect((await post({ query }, '?')).status).toBe(200);
  });

  it('of GraphiQL is left to its page', async () => {
    const search = `?${new URLSearchParams({ query, variables: '{}', theme: 'dark' })}`;
    const { status, headers } = await app.send(`/graphql${search}`, { headers: { accept: 'text/html' } }, null);
    expect([status, headers.get('content-type')]).toEqual([200, 'text/html; charset=utf-8']);
  });
});
