// Of what a GraphQL request consists: nothing that a client sends is silently dropped, and a refusal says what is expected.

import { describe, expect, it } from 'vitest';
import { hashOf } from '../../src/server/graphql/persisted/document-store.js';
import { fillTables } from '../support/rows.js';
import { sharedApp } from '../support/shared.js';

const { app } = await sharedApp((db) => fillTables(db, []));

const json = 'application/json';
const graphqlResponse = 'application/graphql-response+json';
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

it('a variable of another type is named', async () => {
  const query =
    'query ($first: Int, $second: Int) { promptRuns(promptId: "p", last: "7d", limit: $first, page: $second) { data { id } } }';
  const { body } = await post({ query, variables: { first: 'one', second: 'two' } });
  expect(body.errors.map(({ message }: { message: string }) => message)).toEqual([
    'Variable "$first": Int cannot represent non-integer value: "one"',
    'Variable "$second": Int cannot represent non-integer value: "two"',
  ]);
});

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
    for (const name of ['variables', 'query', 'documentId'])
      expect(await refusalOf(post({ query }, `?${name}={}`))).toEqual(
        invalid(`${name} of a POST belongs into its body, not into its query string.`),
      );
    for (const search of ['?', '?operation=Models']) expect((await post({ query }, search)).status).toBe(200);
  });

  it('of GraphiQL is left to its page', async () => {
    const search = `?${new URLSearchParams({ query, variables: '{}', theme: 'dark' })}`;
    const { status, headers } = await app.send(`/graphql${search}`, { headers: { accept: 'text/html' } }, null);
    expect([status, headers.get('content-type')]).toEqual([200, 'text/html; charset=utf-8']);
  });
});

describe('an operation that is no query', () => {
  const sentence = (operation: string) => `Sightline only reads: there are no ${operation}s. Send a query.`;

  it.each(['mutation', 'subscription'])('is refused by GET with 405 and by POST: a %s', async (operation) => {
    for (const accept of [json, graphqlResponse]) {
      const document = `${operation} A { drop }`;
      const search = new URLSearchParams({ query: document });
      const got = await app.send(`/graphql?${search}`, { headers: { accept } });
      expect([got.status, got.headers.get('allow')]).toEqual([405, 'POST']);
      expect(got.body.errors).toEqual([{ message: sentence(operation), extensions: { code: 'method_not_allowed' } }]);
      const head = await app.send(`/graphql?${search}`, { method: 'HEAD', headers: { accept } });
      expect([head.status, head.headers.get('allow')]).toEqual([405, 'POST']);
      const sent = await app.send('/graphql', {
        method: 'POST',
        headers: { 'content-type': json, accept },
        body: JSON.stringify({ query: document }),
      });
      expect(sent.status).toBe(accept === json ? 200 : 400);
      expect(sent.body.errors).toMatchObject([
        { message: sentence(operation), extensions: { code: 'validation_error' } },
      ]);
    }
  });

  it('is no obstacle beside the query that is named', async () => {
    const both = `query A ${query} mutation B { drop }`;
    expect((await get(['query', both], ['operationName', 'B'])).status).toBe(405);
    const { body } = await get(['query', both], ['operationName', 'A']);
    expect(body.data.models).toHaveLength(6);
  });
});

describe('an operation name', () => {
  const several = `query A ${query} query B ${query}`;

  it.each([
    [
      several,
      undefined,
      'The document has several operations: name the one to execute with operationName; those that exist are A, B.',
    ],
    [several, 'C', 'The document has no operation "C"; those that exist are A, B.'],
    [query, 'C', 'The document has no operation "C", and its only operation has no name: omit operationName.'],
    ['fragment F on Model { id }', undefined, 'The document has no operation: begin it with a query.'],
    ['fragment F on Model { id }', 'C', 'The document has no operation: begin it with a query.'],
  ])('that does not name the operation of %s is refused: %s', async (document, operationName, message) => {
    const reply = await app.send('/graphql', {
      method: 'POST',
      headers: { 'content-type': json, accept: graphqlResponse },
      body: JSON.stringify({ query: document, operationName }),
    });
    expect([reply.status, reply.body.errors[0].extensions.code]).toEqual([400, 'validation_error']);
    expect(reply.body.errors[0].message).toBe(message);
  });

  it('that is wrong among hundreds is refused in a short message', async () => {
    const many = Array.from({ length: 300 }, (_, at) => `query Q${at} ${query}`).join(' ');
    const { body } = await post({ query: many, operationName: 'x'.repeat(5_000) });
    expect(body.errors[0].message.length).toBeLessThan(400);
    expect(body.errors[0].message).toMatch(/Q0, Q1, .*, Q19 and 280 more\.$/);
  });
});

describe('a request', () => {
  const expected =
    'Send query, the text of a document, or in place of it documentId or extensions.persistedQuery with the hash of one.';

  it('without a document says how one is sent', async () => {
    for (const reply of [
      post({}),
      post({ query: null }),
      post({ query: '' }),
      app.get('/graphql'),
      get(['variables', '{}']),
    ])
      expect(await refusalOf(reply)).toEqual(invalid(expected));
  });

  it.each([
    ['5', 'a number'],
    ['[]', 'an array'],
    ['[{"query":"{ models { id } }"}]', 'an array'],
    ['"x"', 'a string'],
    ['null', 'null'],
    ['true', 'a boolean'],
  ])('whose body is %s is refused', async (body, what) => {
    const reply = app.send('/graphql', { method: 'POST', headers: { 'content-type': json }, body });
    expect(await refusalOf(reply)).toEqual(
      invalid(`The body must be a JSON object such as {"query": "{ models { id } }"}; given was ${what}.`),
    );
  });

  it.each([
    [{ query, extensions: 'x' }, 'extensions must be a JSON object; given was a string.'],
    [{ extensions: 'x' }, 'extensions must be a JSON object; given was a string.'],
    [{ query, extensions: [1] }, 'extensions must be a JSON object; given was an array.'],
    [{ query, variables: 5 }, 'variables must be a JSON object; given was a number.'],
    [{ query: 5 }, 'query must be a string; given was a number.'],
    [{ query: [] }, 'query must be a string; given was an array.'],
    [{ query, operationName: {} }, 'operationName must be a string; given was a JSON object.'],
    [
      { query: 5, variables: [] },
      'query must be a string; given was a number. variables must be a JSON object; given was an array.',
    ],
  ])('that is %j is refused, and says what is expected', async (body, message) => {
    expect(await refusalOf(post(body))).toEqual(invalid(message));
  });

  it('whose GET has no object for extensions is refused alike', async () => {
    expect(await refusalOf(get(['query', query], ['extensions', '"x"']))).toEqual(
      invalid('extensions must be a JSON object; given was a string.'),
    );
  });
});

describe('documentId with extensions.persistedQuery', () => {
  const persistedQuery = (sha256Hash: string) => ({ extensions: { persistedQuery: { version: 1, sha256Hash } } });
  const [one, other] = [`query One ${query}`, `query Other ${query}`];

  it('is refused unless both name one document', async () => {
    for (const text of [one, other]) await post({ query: text, ...persistedQuery(hashOf(text)) });
    const same = await post({ documentId: `sha256:${hashOf(one)}`, ...persistedQuery(hashOf(one)) });
    expect(same.body.data.models).toHaveLength(6);
    for (const hash of [hashOf(other), hashOf('unknown')])
      expect(await refusalOf(post({ documentId: `sha256:${hashOf(one)}`, ...persistedQuery(hash) }))).toEqual(
        invalid('documentId and extensions.persistedQuery name different documents: send one of them.'),
      );
  });
});

describe('a path that does not exist', () => {
  it('is answered with those that do', async () => {
    const { status, body } = await app.get('/mcp/');
    expect(status).toBe(404);
    expect(body.message).toBe('There is nothing at /mcp/: GraphQL is at /graphql, REST under /api/v1, MCP at /mcp.');
  });
});
