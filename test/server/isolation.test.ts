// What a key cannot reach looks exactly like what does not exist: the same bytes, but for the request id.

import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { revokeKey } from '../../src/auth/store.js';
import { type Reply, storeKey, type TestApp, testApp } from '../support/app.js';
import { type TestDatabase, testDatabase } from '../support/database.js';
import { fillTables, prompts, uuid } from '../support/rows.js';

let db: TestDatabase;
let app: TestApp;
let acme: string;
let narrowed: string;
let other: string;

beforeAll(async () => {
  db = await testDatabase();
  await fillTables(db, [
    { at: '2026-03-01T10:00:00Z', names: [[0, 1, 1]] },
    { at: '2026-03-01T10:00:00Z', brandId: 'other-brand', promptId: prompts.theirs },
  ]);
  // No limit, so that its headers do not differ from request to request.
  app = await testApp(db, { rateLimitPerMinute: 0 });
  acme = (await storeKey(db, { organizationId: 'acme' })).token;
  narrowed = (await storeKey(db, { organizationId: 'acme', brandIds: ['acme-desk'] })).token;
  other = (await storeKey(db, { organizationId: 'other' })).token;
});

afterAll(() => db[Symbol.asyncDispose]());

const window = 'start=2026-03-01T00:00:00Z&end=2026-03-02T00:00:00Z';
const nowhere = { brand: 'other-brunt', prompt: uuid(799), run: uuid(798) };

/** Paths of another organization's things, with what stands for a thing that does not exist in the same place. */
const paths: readonly (readonly [string, string, string])[] = [
  ['a brand', '/brands/other-brand/analytics?WINDOW', '/brands/other-brunt/analytics?WINDOW'],
  ['runs', `/prompts/${prompts.theirs}/runs?WINDOW`, `/prompts/${nowhere.prompt}/runs?WINDOW`],
  ['a run', `/prompts/${prompts.theirs}/runs/${uuid(2)}`, `/prompts/${nowhere.prompt}/runs/${uuid(2)}`],
  [
    'a snapshot',
    `/prompts/${prompts.theirs}/snapshot?date=2026-03-01`,
    `/prompts/${nowhere.prompt}/snapshot?date=2026-03-01`,
  ],
];

const fields: readonly (readonly [string, string, string])[] = [
  ['a brand', 'brand(id: "other-brand") { id }', 'brand(id: "other-brunt") { id }'],
  [
    'analytics',
    'brandAnalytics(brandId: "other-brand", WINDOW) { brandId }',
    'brandAnalytics(brandId: "other-brunt", WINDOW) { brandId }',
  ],
  [
    'runs',
    `promptRuns(promptId: "${prompts.theirs}", WINDOW) { data { id } }`,
    `promptRuns(promptId: "${nowhere.prompt}", WINDOW) { data { id } }`,
  ],
  [
    'a run',
    `promptRun(promptId: "${prompts.theirs}", runId: "${uuid(2)}") { id }`,
    `promptRun(promptId: "${nowhere.prompt}", runId: "${uuid(2)}") { id }`,
  ],
  [
    'a snapshot',
    `promptSnapshot(promptId: "${prompts.theirs}", date: "2026-03-01") { runs }`,
    `promptSnapshot(promptId: "${nowhere.prompt}", date: "2026-03-01") { runs }`,
  ],
];

const rest = (path: string, key: string) => app.get(`/api/v1${path.replace('WINDOW', window)}`, key);
const graphql = (field: string, key: string) => {
  const arguments_ = 'start: "2026-03-01T00:00:00Z", end: "2026-03-02T00:00:00Z"';
  return app.graphql(`{ ${field.replace('WINDOW', arguments_)} }`, {}, key);
};

/** All of an answer but its request id, with the ids that were asked for made equal. */
function comparable({ status, headers, text }: Reply) {
  const named = [...headers].filter(([name]) => name !== 'x-request-id');
  const body = text.replaceAll(prompts.theirs, nowhere.prompt).replaceAll('other-brand', 'other-brunt');
  return { status, headers: named, body };
}

describe("another organization's", () => {
  it.each(paths)('%s is not there over REST', async (_, theirs, missing) => {
    const [out, none] = [await rest(theirs, acme), await rest(missing, acme)];
    expect(out.status).toBe(404);
    expect(comparable(out)).toEqual(comparable(none));
    expect((await rest(theirs, other)).status).toBe(200);
  });

  it.each(fields)('%s is not there over GraphQL', async (_, theirs, missing) => {
    const [out, none] = [await graphql(theirs, acme), await graphql(missing, acme)];
    expect(out.body.errors[0].extensions.code).toBe('not_found');
    expect(comparable(out)).toEqual(comparable(none));
    expect((await graphql(theirs, other)).body.errors).toBeUndefined();
  });

  it('run is not there under a prompt of our own', async () => {
    const [theirs, none] = [uuid(2), nowhere.run].map((id) => rest(`/prompts/${prompts.best}/runs/${id}`, acme));
    const [out, missing] = [await theirs, await none];
    expect(out?.status).toBe(404);
    expect(out?.text.replaceAll(uuid(2), nowhere.run)).toBe(missing?.text);
  });

  it('brand is not among those that the key may read', async () => {
    const brands = async (key: string) =>
      (await graphql('brands { id }', key)).body.data.brands.map(({ id }: { id: string }) => id);
    expect(await brands(acme)).toEqual(['acme-crm', 'acme-desk']);
    expect(await brands(other)).toEqual(['other-brand']);
    expect(await brands(app.adminKey)).toEqual(['acme-crm', 'acme-desk', 'other-brand']);
  });
});

describe('a narrowed key', () => {
  it('reads its own brands and no other of the organization', async () => {
    expect((await rest('/brands/acme-desk/analytics?WINDOW', narrowed)).status).toBe(200);
    const [out, none] = [
      await rest('/brands/acme-crm/analytics?WINDOW', narrowed),
      await rest('/brands/acme-crx/analytics?WINDOW', narrowed),
    ];
    expect(out.status).toBe(404);
    expect(out.text.replaceAll('acme-crm', 'acme-crx')).toBe(none.text);
    expect((await rest(`/prompts/${prompts.best}/runs?WINDOW`, narrowed)).status).toBe(404);
  });
});

describe('a key', () => {
  it('works from the moment it is made, and no longer once it is revoked', async () => {
    const { id, token } = await storeKey(db, { organizationId: 'acme' });
    expect((await rest('/models', token)).status).toBe(200);
    await revokeKey(db, id);
    const { status, headers, body } = await rest('/models', token);
    expect(status).toBe(401);
    expect(headers.get('www-authenticate')).toBe('Bearer');
    expect(body.code).toBe('unauthorized');
  });

  it('does not work once it has expired', async () => {
    const { token } = await storeKey(db, { organizationId: 'acme', expiresAt: new Date(Date.now() - 1) });
    expect((await rest('/models', token)).status).toBe(401);
    expect((await graphql('models { id }', token)).status).toBe(401);
  });
});
