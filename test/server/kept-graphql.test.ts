// GraphQL: the same document with the same variables at the same versions of what it names gets the same bytes, and over GET a tag to confirm them by.

import { beforeEach, describe, expect, it } from 'vitest';
import { schema } from '../../src/schema/index.js';
import { storeKey, testApp } from '../support/app.js';
import { lasting, openKept } from '../support/kept.js';
import { recordAll, smallWorldIds } from '../support/records.js';
import { versionStatements } from '../support/statements/authorization.js';

const { brand, organization, prompts, otherBrand, otherPrompt } = smallWorldIds;
const march = { start: '2026-03-01T00:00:00Z', end: '2026-03-06T00:00:00Z' };
const window = `start: "${march.start}", end: "${march.end}"`;

const { app, db, statements, recordRun, lastLogged } = await openKept();

beforeEach(() => recordRun());

const cacheOf = async (...asked: Parameters<typeof app.graphql>) => {
  const { body } = await app.graphql(...asked);
  return [body.errors, lastLogged().cache];
};

const analytics = `query A($id: ID!, $start: DateTime!, $end: DateTime!) {
  brandAnalytics(brandId: $id, start: $start, end: $end) { totals { runs } visibility { current } }
}`;
const variables = { id: brand, ...march };

const kept: Readonly<Record<string, string>> = {
  brandAnalytics: `{ brandAnalytics(brandId: "${brand}", ${window}) { brandName totals { runs } } }`,
  brandRuns: `{ brandRuns(brandId: "${brand}", ${window}) { total data { id answer { text } } } }`,
  promptRuns: `{ promptRuns(promptId: "${prompts.best}", ${window}) { data { id } pagination { total } } }`,
  promptRun: `{ promptRun(promptId: "${prompts.best}", runId: "0c9d0000-0000-4000-8000-000000000000") { id citations { url } } }`,
  promptSnapshot: `{ promptSnapshot(promptId: "${prompts.best.toUpperCase()}", date: "2026-03-01") { runs } }`,
  prompt: `{ prompt(promptId: "${prompts.best}") { text tags analytics(${window}) { totals { runs } } } }`,
  models: '{ models { id label } }',
  brand: `{ brand(id: "${brand}") { name competitors { name } prompts { data { text } } firstRunAt lastRunAt runs tags } }`,
};
const notKept: Readonly<Record<string, string>> = {
  brands: '{ brands { id runs } }',
  brandList: '{ brandList { data { id runs } } }',
  viewer: '{ viewer { keyId } }',
};

describe('a document sent again', () => {
  it.each(Object.entries(kept))('with %s is answered with the same bytes and headers', async (operation, document) => {
    const first = await app.graphql(document);
    expect([first.body.errors, lastLogged().cache]).toEqual([undefined, 'miss']);
    const { cost } = lastLogged();
    statements.length = 0;
    const again = await app.graphql(document);
    expect([again.text, lasting(again)]).toEqual([first.text, lasting(first)]);
    expect(lastLogged()).toMatchObject({ operation, cost, status: 200, cache: 'hit' });
    expect(statements).toEqual(versionStatements(operation === 'models' ? 'shared' : 'brand'));
  });

  it.each(Object.entries(notKept))('with %s is executed again', async (_, document) => {
    for (const _ of [1, 2]) expect(await cacheOf(document)).toEqual([undefined, undefined]);
    expect(await cacheOf(`{ models { id } ${document.slice(1)}`)).toEqual([undefined, undefined]);
  });

  it('with introspection is executed again', async () => {
    for (const document of ['{ __schema { queryType { name } } }', '{ __type(name: "Run") { name } models { id } }'])
      for (const _ of [1, 2]) expect(await cacheOf(document)).toEqual([undefined, undefined]);
  });

  it('of every root field it is decided whether its answers are kept', () => {
    const fields = Object.keys(schema.getQueryType()?.getFields() ?? {});
    expect([...Object.keys(kept), ...Object.keys(notKept)].sort()).toEqual(fields.sort());
  });

  it('gets the same bytes whatever the order of its variables, and others where they differ', async () => {
    const { id, start, end } = variables;
    expect(await cacheOf(analytics, { id, start, end })).toEqual([undefined, 'miss']);
    expect(await cacheOf(analytics, { end, start, id })).toEqual([undefined, 'hit']);
    expect(await cacheOf(analytics, { id, start, end: '2026-03-05T00:00:00Z' })).toEqual([undefined, 'miss']);
  });

  it('is another one with another operation name, media type or reach', async () => {
    const two = `query A { brand(id: "${brand}") { id } } query B { brand(id: "${brand}") { name } }`;
    const send = async (operationName: string, accept: string, key?: string) => {
      const headers = { 'content-type': 'application/json', accept };
      const body = JSON.stringify({ query: two, operationName });
      const { status, headers: sent } = await app.send('/graphql', { method: 'POST', headers, body }, key);
      return [status, sent.get('content-type'), lastLogged().cache];
    };
    const [plain, graphql] = ['application/json', 'application/graphql-response+json'];
    const { token } = await storeKey(db, { organizationId: organization });
    const typed = (type: string) => `${type}; charset=utf-8`;
    expect(await send('A', plain)).toEqual([200, typed(plain), 'miss']);
    expect(await send('A', plain)).toEqual([200, typed(plain), 'hit']);
    expect(await send('B', plain)).toEqual([200, typed(plain), 'miss']);
    expect(await send('A', graphql)).toEqual([200, typed(graphql), 'miss']);
    expect(await send('A', graphql, token)).toEqual([200, typed(graphql), 'miss']);
  });

  it('is computed again once any of the brands that it names, by any alias or fragment, has changed', async () => {
    const document = `query ($theirs: ID = "${otherBrand}", $with: Boolean!) {
      ours: brandAnalytics(brandId: "${brand}", ${window}) { totals { runs } }
      ...Theirs @include(if: $with)
    }
    fragment Theirs on Query { theirs: brandAnalytics(brandId: $theirs, ${window}) { totals { runs } } }`;
    const runs = async () => {
      const { body } = await app.graphql(document, { with: true });
      return [body.data.ours.totals.runs, body.data.theirs.totals.runs, lastLogged().cache];
    };
    const [ours, theirs] = await runs();
    expect(await runs()).toEqual([ours, theirs, 'hit']);
    await recordRun(otherPrompt);
    expect(await runs()).toEqual([ours, theirs + 1, 'miss']);
    await recordRun();
    expect(await runs()).toEqual([ours + 1, theirs + 1, 'miss']);
  });

  it.each([
    ['the text of a prompt', { type: 'prompt', id: prompts.best, brandId: brand, text: 'another text', tags: [] }],
    ['the name of the brand', { type: 'brand', id: brand, organizationId: organization, name: 'Another name' }],
    ['a competitor', { type: 'competitor', brandId: brand, name: 'Hooli' }],
    ['the label of a model', { type: 'model', id: 'chatgpt', label: 'Another label' }],
  ] as const)('is computed again once %s has changed that a run leads to', async (_, record) => {
    const selection = 'prompt { text } brand { name competitors { name } } modelInfo { label }';
    const document = `{ promptRun(promptId: "${prompts.best}", runId: "0c9d0000-0000-4000-8000-000000000000") { ${selection} } }`;
    const before = await app.graphql(document);
    expect([before.body.errors, lastLogged().cache]).toEqual([undefined, 'miss']);
    expect([(await app.graphql(document)).text, lastLogged().cache]).toEqual([before.text, 'hit']);
    await recordAll(db, [record]);
    const after = await app.graphql(document);
    expect(lastLogged().cache).toBe('miss');
    expect(after.body.data).not.toEqual(before.body.data);
  });

  it('with an error is executed again', async () => {
    const document = `{ brand(id: "${brand}") { id } nobody: brand(id: "nobody") { id } }`;
    const half = `{ brand(id: "${brand}") { id } run: promptRun(promptId: "${prompts.best}", runId: "${otherPrompt}") { id } }`;
    for (const query of [document, half]) {
      for (const _ of [1, 2]) {
        const { body } = await app.graphql(query);
        expect(body.errors[0].extensions.code).toBe('not_found');
        expect(lastLogged().cache).not.toBe('hit');
      }
    }
  });

  it.each([
    ['extensions that are no object', { extensions: 'x' }],
    ['an unknown parameter', { more: 1 }],
    ['variables that are no object', { variables: [1] }],
  ])('with %s is still refused', async (_, more) => {
    await app.graphql(kept.models ?? '');
    const headers = { 'content-type': 'application/json' };
    const body = JSON.stringify({ query: kept.models, ...more });
    expect((await app.send('/graphql', { method: 'POST', headers, body })).status).toBe(400);
  });

  it('with a number beyond all doubles is refused beside the answer without one', async () => {
    const level = `query ($id: ID!, $level: Float) {
      brandAnalytics(brandId: $id, ${window}) { visibility { interval(level: $level) { low } } }
    }`;
    const send = (text: string) => {
      const body = `{"query":${JSON.stringify(level)},"variables":{"id":"${brand}","level":${text}}}`;
      return app.send('/graphql', { method: 'POST', headers: { 'content-type': 'application/json' }, body });
    };
    expect([(await send('null')).status, (await send('null')).status, lastLogged().cache]).toEqual([200, 200, 'hit']);
    for (const beyond of ['1e400', '-1e400']) {
      const { body } = await send(beyond);
      expect(body.errors[0].extensions.code).toBe('validation_error');
      expect(lastLogged().cache).not.toBe('hit');
    }
  });

  it('is executed each time where no memory is given to answers, without a statement more', async () => {
    const forgetful = await testApp(db, { answerCacheBytes: 0 });
    for (const _ of [1, 2]) {
      statements.length = 0;
      await forgetful.graphql(kept.models ?? '');
      expect(statements.some((sql) => sql.includes('from version'))).toBe(false);
    }
  });

  it('by many at once is executed once', async () => {
    statements.length = 0;
    const replies = await Promise.all(Array.from({ length: 8 }, () => app.graphql(analytics, variables)));
    expect(new Set(replies.map(({ text }) => text)).size).toBe(1);
    expect(statements.filter((sql) => sql.startsWith("select 'proof'"))).toHaveLength(1);
  });
});

describe('GraphQL over GET', () => {
  const path = (query: string, more: Record<string, string> = {}) =>
    `/graphql?${new URLSearchParams({ query, variables: JSON.stringify(variables), ...more })}`;
  const ask = (etag: string) => app.send(path(analytics), { headers: { 'if-none-match': etag } });

  it('has an entity tag, by which a copy is confirmed with no more than its versions read', async () => {
    const first = await app.get(path(analytics));
    const etag = first.headers.get('etag') ?? '';
    expect(etag).toMatch(/^"[\w-]{43}"$/);
    expect(first.headers.get('cache-control')).toBe('private, no-cache');
    expect(first.headers.get('vary')).toBe('Authorization, Accept');
    statements.length = 0;
    for (const header of [etag, `W/${etag}, "x"`]) {
      const again = await ask(header);
      expect([again.status, again.text, again.headers.get('etag')]).toEqual([304, '', etag]);
    }
    expect(statements).toEqual([...versionStatements('brand'), ...versionStatements('brand')]);
    expect((await ask('*')).status).toBe(304);
    await recordRun();
    const after = await ask(etag);
    expect([after.status, after.body.data.brandAnalytics.totals.runs]).toEqual([
      200,
      first.body.data.brandAnalytics.totals.runs + 1,
    ]);
  });

  it('shares its answers with POST, which has no tag', async () => {
    const got = await app.get(path(analytics));
    const headers = { 'content-type': 'application/json', 'if-none-match': got.headers.get('etag') ?? '' };
    const body = JSON.stringify({ query: analytics, variables });
    const posted = await app.send('/graphql', { method: 'POST', headers, body });
    expect([posted.status, posted.text, lastLogged().cache]).toEqual([200, got.text, 'hit']);
    expect([posted.headers.get('etag'), posted.headers.get('cache-control')]).toEqual([null, 'private, no-store']);
  });

  it('answers HEAD as GET without a body', async () => {
    const got = await app.get(path(analytics));
    const head = await app.send(path(analytics), { method: 'HEAD' });
    expect([head.status, head.text, lasting(head)]).toEqual([200, '', lasting(got)]);
  });

  it.each([
    ['an error', `{ nobody: brand(id: "nobody") { id } }`],
    ['half an answer', `{ models { id } nobody: brand(id: "nobody") { id } }`],
    ['the brands of a key', '{ brands { id } }'],
    ['the key', '{ viewer { keyId } }'],
  ])('gives no tag to %s', async (_, query) => {
    for (const header of ['*', '"x"']) {
      const { status, headers } = await app.send(path(query), { headers: { 'if-none-match': header } });
      expect([status === 304, headers.get('etag')]).toEqual([false, null]);
    }
  });
});
