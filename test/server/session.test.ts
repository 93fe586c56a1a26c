// Signing in: a cookie in place of a key, for this server's own pages alone, until its user signs out or its key ends.

import { describe, expect, it } from 'vitest';
import { hashOf } from '../../src/auth/key.js';
import { revokeKey } from '../../src/auth/store.js';
import { storeKey, testApp, toReply } from '../support/app.js';
import { fillTables } from '../support/rows.js';
import { sharedApp } from '../support/shared.js';

const { app, db } = await sharedApp((db) => fillTables(db, [{ at: '2026-03-01T10:00:00Z' }]));
const asOwnPage = { 'sec-fetch-site': 'same-origin' };

const signIn = async (key: string, headers: Record<string, string> = {}) =>
  app.send('/session', { method: 'POST', headers }, key);
const cookieOf = ({ headers }: { readonly headers: Headers }) => (headers.get('set-cookie') ?? '').split(';')[0] ?? '';
const brands = (headers: Record<string, string>) =>
  app.send(
    '/graphql',
    {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...headers },
      body: JSON.stringify({ query: '{ brands { id } }' }),
    },
    null,
  );
const signedIn = async (key: string) => ({ ...asOwnPage, cookie: cookieOf(await signIn(key)) });

describe('signing in', () => {
  it('sets a cookie that no script, no other site and no other path of access can use', async () => {
    const { token } = await storeKey(db, { organizationId: 'acme' });
    const { status, text, headers } = await signIn(token);
    expect([status, text]).toEqual([204, '']);
    expect(headers.get('set-cookie')).toMatch(
      /^sightline_session=session_[0-9a-f]{64}; Path=\/; Max-Age=34560000; HttpOnly; SameSite=Strict$/,
    );
    expect((await signIn(token, { origin: 'https://sightline.test' })).headers.get('set-cookie')).toMatch(/; Secure$/);
    expect((await signIn(token, { host: 'localhost:4001' })).headers.get('set-cookie')).toMatch(
      /^sightline_session_4001=/,
    );
  });

  it('is of the key: it reads the same, counts for its limit, and records nothing', async () => {
    const { token } = await storeKey(db, { organizationId: 'acme', brandIds: ['acme-desk'], record: true });
    const cookie = await signedIn(token);
    const { body, headers } = await brands(cookie);
    expect(body.data.brands).toEqual([{ id: 'acme-desk' }]);
    expect(headers.get('x-ratelimit-remaining')).toBe('998');
    for (const [path, method] of [
      ['/api/v1/records', 'POST'],
      ['/mcp', 'POST'],
      ['/session', 'POST'],
    ] as const)
      expect((await app.send(path, { method, headers: cookie }, null)).status, path).toBe(401);
    const rest = await app.send('/api/v1/brands', { headers: cookie }, null);
    expect(rest.body).toEqual((await app.get('/api/v1/brands', token)).body);
  });

  it('gives nothing away in a header: whatever it could do there, a key is needed', async () => {
    const [, token = ''] = cookieOf(await signIn(app.adminKey)).split('=');
    for (const [path, method] of [
      ['/api/v1/brands', 'GET'],
      ['/graphql', 'POST'],
      ['/api/v1/records', 'POST'],
      ['/mcp', 'POST'],
      ['/session', 'POST'],
      ['/session', 'DELETE'],
    ] as const) {
      for (const authorization of [`Bearer ${token}`, `bearer   ${token}`, ` Bearer ${token} `]) {
        const { status, headers } = await app.send(path, { method, headers: { ...asOwnPage, authorization } }, null);
        expect([path, status, headers.get('www-authenticate')]).toEqual([path, 401, 'Bearer']);
      }
    }
    expect((await brands({ ...asOwnPage, cookie: `sightline_session=${token}` })).status).toBe(200);
  });

  it('is not what a key in the cookie is', async () => {
    const cookie = `sightline_session=${app.adminKey}`;
    expect((await brands({ ...asOwnPage, cookie })).status).toBe(401);
  });

  it('works with an admin key, as long as it is one', async () => {
    const cookie = await signedIn(app.adminKey);
    expect((await brands(cookie)).body.data.brands).toHaveLength(3);
    const other = await testApp(db, { adminKeys: ['another-admin-key-of-the-tests'] });
    const reply = await toReply(
      await other.fetch(new Request('http://sightline.test/api/v1/brands', { headers: cookie })),
    );
    expect([reply.status, reply.body.message]).toEqual([401, 'The API key is invalid.']);
    await other[Symbol.asyncDispose]();
  });

  it('needs a valid key, and counts as an attempt', async () => {
    for (const key of ['nothing', `sightline_${'0'.repeat(16)}_${'0'.repeat(64)}`, `session_${'0'.repeat(64)}`]) {
      const { status, headers } = await signIn(key);
      expect([key, status, headers.get('set-cookie')]).toEqual([key, 401, null]);
    }
    const own = await testApp(db, { authFailuresPerMinute: 2 });
    const guess = async () => {
      const cookie = `sightline_session=session_${Math.random()}`;
      return (
        await own.fetch(new Request('http://sightline.test/api/v1/brands', { headers: { ...asOwnPage, cookie } }))
      ).status;
    };
    expect([await guess(), await guess(), await guess()]).toEqual([401, 401, 429]);
    await own[Symbol.asyncDispose]();
  });
});

describe('a session', () => {
  it('is taken from pages of this server alone', async () => {
    const { cookie } = await signedIn(app.adminKey);
    const status = async (headers: Record<string, string>) => (await brands({ cookie, ...headers })).status;
    expect(await status(asOwnPage)).toBe(200);
    for (const site of ['cross-site', 'same-site', 'none', ''])
      expect([site, await status({ 'sec-fetch-site': site, origin: 'http://sightline.test' })]).toEqual([site, 401]);
    // Where browsers do not say so, by the page.
    expect(await status({ origin: 'http://sightline.test' })).toBe(200);
    expect(await status({ referer: 'https://sightline.test/' })).toBe(200);
    for (const page of [
      'https://evil.example',
      'http://sightline.test.evil.example',
      'http://sightline.test:81',
      'null',
      '',
    ])
      expect([page, await status({ origin: page }), await status({ referer: page })]).toEqual([page, 401, 401]);
    expect(await status({})).toBe(401);
    expect(await status({ ...asOwnPage, authorization: 'Bearer wrong' })).toBe(401);
  });

  it('ends when its user signs out, and the others go on', async () => {
    const { token } = await storeKey(db, { organizationId: 'acme' });
    const [one, other] = [await signedIn(token), await signedIn(token)];
    const { status, headers } = await app.send('/session', { method: 'DELETE', headers: one }, null);
    expect([status, headers.get('set-cookie')]).toEqual([
      204,
      expect.stringMatching(/^sightline_session=; .*Max-Age=0/),
    ]);
    const ended = await brands(one);
    expect([ended.status, ended.body.errors[0].message]).toEqual([401, 'The session has ended. Sign in again.']);
    expect((await brands(other)).status).toBe(200);
    expect(
      (await app.send('/session', { method: 'DELETE', headers: { ...other, 'sec-fetch-site': 'cross-site' } }, null))
        .status,
    ).toBe(401);
    expect((await brands(other)).status).toBe(200);
  });

  it('ends with its key: revoked, expired, or gone', async () => {
    const [revoked, gone] = [
      await storeKey(db, { organizationId: 'acme' }),
      await storeKey(db, { organizationId: 'acme' }),
    ];
    const expired = await storeKey(db, { organizationId: 'acme' });
    const cookies = [await signedIn(revoked.token), await signedIn(expired.token), await signedIn(gone.token)];
    await revokeKey(db, revoked.id);
    await db.pool.query('delete from api_key where id = $1', [gone.id]);
    await db.pool.query(`update api_key set expires_at = now() - interval '1 second' where id = $1`, [expired.id]);
    for (const cookie of cookies) expect((await brands(cookie)).status).toBe(401);
    expect((await db.pool.query('select from session where key_id = $1', [revoked.id])).rowCount).toBe(0);
  });

  it('is stored as a hash, a thousand of a key', async () => {
    const { id, token } = await storeKey(db, { organizationId: 'acme' });
    const hash = hashOf(token.split('_')[2] ?? '');
    const [, first = ''] = cookieOf(await signIn(token)).split('=');
    const stored = await db.pool.query('select * from session where key_id = $1', [id]);
    expect(stored.rows).toEqual([{ hash: hashOf(first), key_id: id, key_hash: hash, created_at: expect.any(Date) }]);
    await db.pool.query(
      `insert into session select sha256(n::text::bytea), $1, $2, now() + n * interval '1 second' from generate_series(1, 999) as n`,
      [id, hash],
    );
    await signIn(token);
    const { rows } = await db.pool.query(
      'select count(*)::int, bool_or(hash = $2) as has from session where key_id = $1',
      [id, hashOf(first)],
    );
    expect(rows).toEqual([{ count: 1000, has: false }]);
  });

  it('is nothing that a malformed cookie can break', async () => {
    for (const cookie of [
      'sightline_session',
      'sightline_session=',
      'sightline_session=%',
      '=;;==; sightline_session=%00',
      `sightline_session=${'x'.repeat(5_000)}`,
    ])
      expect([cookie.slice(0, 40), (await brands({ ...asOwnPage, cookie })).status]).toEqual([
        cookie.slice(0, 40),
        401,
      ]);
  });
});
