// The same question at the same version of its data gets the bytes that were computed for the first one who asked, and nobody else's.

import { beforeEach, describe, expect, it } from 'vitest';
import { storeKey, testApp } from '../support/app.js';
import { lasting, openKept, window } from '../support/kept.js';
import { smallWorldIds } from '../support/records.js';
import { versionStatements } from '../support/statements/authorization.js';

const { brand, organization, prompts } = smallWorldIds;
const under = `/api/v1/brands/${brand}`;
const analytics = `${under}/analytics?${window}`;
const domains = `${under}/citations/domains?${window}`;

const { app, db, statements, recordRun, lastLogged } = await openKept();

beforeEach(() => recordRun());

const tagged = [
  analytics,
  domains,
  `${under}/runs?${window}`,
  `/api/v1/prompts/${prompts.best}/analytics?${window}`,
  `/api/v1/prompts/${prompts.best}/runs?${window}`,
  `/api/v1/prompts/${prompts.best}/runs/0c9d0000-0000-4000-8000-000000000000`,
  `/api/v1/prompts/${prompts.best}/snapshot?date=2026-03-01`,
  '/api/v1/models',
];

describe('a question asked again', () => {
  it.each(tagged)('of %s is answered with the same bytes and headers, and reads the version alone', async (path) => {
    const first = await app.get(path);
    const logged = lastLogged();
    expect([first.status, logged.cache]).toEqual([200, 'miss']);
    statements.length = 0;
    const again = await app.get(path);
    expect([again.status, again.text, lasting(again)]).toEqual([200, first.text, lasting(first)]);
    expect(statements).toEqual(versionStatements(path.endsWith('/models') ? 'shared' : 'brand'));
    const { operation, cost, path: name } = logged;
    expect(lastLogged()).toMatchObject({ operation, cost, path: name, status: 200, cache: 'hit' });
  });

  it('is computed again once something of its brand is recorded', async () => {
    const before = await app.get(analytics);
    await recordRun();
    const after = await app.get(analytics);
    expect(after.body.totals.runs).toBe(before.body.totals.runs + 1);
    expect(after.headers.get('etag')).not.toBe(before.headers.get('etag'));
  });

  it('is counted by the rate limit, which the response reports', async () => {
    const { token } = await storeKey(db, { organizationId: organization });
    const left = async () => (await app.get(analytics, token)).headers.get('x-ratelimit-remaining');
    expect([await left(), await left(), await left()]).toEqual(['999', '998', '997']);
    expect(lastLogged()).toMatchObject({ cache: 'hit' });
  });

  it('is answered without a body to HEAD, and with its length', async () => {
    const { text } = await app.get(analytics);
    const head = await app.send(analytics, { method: 'HEAD' });
    expect([head.status, head.text, head.headers.get('content-length')]).toEqual([
      200,
      '',
      String(Buffer.byteLength(text)),
    ]);
    expect(lastLogged()).toMatchObject({ cache: 'hit' });
  });

  it('is computed each time where no memory is given to it', async () => {
    const forgetful = await testApp(db, { answerCacheBytes: 0 });
    const first = await forgetful.get(analytics);
    statements.length = 0;
    const again = await forgetful.get(analytics);
    expect([again.text, lasting(again)]).toEqual([first.text, lasting(first)]);
    expect(statements.length).toBeGreaterThan(1);
    expect(forgetful.logged.at(-1)).not.toHaveProperty('cache');
  });

  it('of which the answer does not fit is computed each time', async () => {
    const small = await testApp(db, { answerCacheBytes: 4_000 });
    for (const _ of [1, 2]) await small.get(analytics);
    expect(small.logged.at(-1)).toMatchObject({ cache: 'miss' });
  });
});

describe('what is not kept', () => {
  it.each([
    [`${under}/analytics`, 400],
    [`${analytics}&nothing=1`, 400],
    [analytics.replace(brand, 'nobody'), 404],
    [`/api/v1/prompts/${prompts.best}/runs/0c9d0000-0000-4000-8000-00000000ffff`, 404],
  ])('is the refusal of %s', async (path, status) => {
    for (const _ of [1, 2]) {
      expect((await app.get(path)).status).toBe(status);
      expect(lastLogged().cache).not.toBe('hit');
    }
  });

  it('is a list that is exported', async () => {
    const csv = () => app.send(domains, { headers: { accept: 'text/csv' } });
    const [json, first, again] = [await app.get(domains), await csv(), await csv()];
    expect([first.status, again.text]).toEqual([200, first.text]);
    expect(first.text).not.toBe(json.text);
    expect(lastLogged()).not.toHaveProperty('cache');
  });

  it.each([`${under}`, '/api/v1/brands', '/api/v1/me'])('is %s, which has no entity tag', async (path) => {
    for (const _ of [1, 2]) expect((await app.get(path)).headers.get('etag')).toBeNull();
    expect(lastLogged()).not.toHaveProperty('cache');
  });
});

describe('whose answer it is', () => {
  it('depends on what a key can read, and on nothing else of it', async () => {
    const key = async (organizationId: string, brandIds?: readonly string[]) =>
      (await storeKey(db, { organizationId, ...(brandIds ? { brandIds } : {}) })).token;
    const whole = await key(organization);
    const narrowed = await key(organization, [brand]);
    const outside = [await key(smallWorldIds.otherOrganization), await key(organization, [])];
    const cacheOf = async (token: string) => {
      const { status } = await app.get(analytics, token);
      return status === 200 ? lastLogged().cache : status;
    };
    const asked = [whole, narrowed, await key(organization), await key(organization, [brand]), ...outside];
    const seen: unknown[] = [];
    for (const token of asked) seen.push(await cacheOf(token));
    expect(seen).toEqual(['miss', 'miss', 'hit', 'hit', 404, 404]);
  });
});

describe('a question asked by many at once', () => {
  const reads = () => statements.filter((sql) => /^select '\w+' as kind, /.test(sql)).length;

  it('is computed once', async () => {
    statements.length = 0;
    const replies = await Promise.all(Array.from({ length: 8 }, () => app.get(analytics)));
    expect(new Set(replies.map(({ text }) => text)).size).toBe(1);
    expect(replies.map(({ status }) => status)).toEqual(replies.map(() => 200));
    expect(reads()).toBe(1);
  });

  it('is computed once also where all wait for the same look-up of its version', async () => {
    const before = app.logged.length;
    // While the versions of this question are looked up, those of the others wait for the next look-up together.
    await Promise.all([app.get(domains), ...Array.from({ length: 8 }, () => app.get(analytics))]);
    const caches = app.logged.slice(before).map(({ cache }) => cache);
    expect(caches.sort()).toEqual([...Array<string>(7).fill('hit'), 'miss', 'miss']);
  });

  it('does not make another key wait for the one that asked first', async () => {
    const { token } = await storeKey(db, { organizationId: organization });
    const own = await storeKey(db, { organizationId: organization });
    const before = app.logged.length;
    const asked = [token, token, own.token, own.token].map((each) => app.get(analytics, each));
    await Promise.all([app.get(domains), ...asked]);
    const caches = app.logged.slice(before).map(({ cache }) => cache);
    expect(caches.sort()).toEqual(['hit', 'hit', 'miss', 'miss', 'miss']);
  });
});
