// Who asks, from the header: every way to be refused, and what a key lets in.

import { describe, expect, it } from 'vitest';
import { createAuthenticate } from '../../src/auth/authenticate.js';
import { createAuthorization } from '../../src/auth/authorization.js';
import { generateKey } from '../../src/auth/key.js';
import { insertKey, listKeys, missingOwners, revokeKey } from '../../src/auth/store.js';
import { AppError } from '../../src/errors.js';
import { storeKey } from '../support/app.js';
import { fillTables } from '../support/rows.js';
import { sharedDatabase } from '../support/shared.js';

const adminKeys = ['first-admin-key-of-two', 'second-admin-key-of-two'];
const now = new Date('2026-03-01T12:00:00Z');

const db = await sharedDatabase((db) => fillTables(db, []));

const authenticate = async (header: string | null) => {
  const open = createAuthorization(db, { rateLimitPerMinute: 100, adminRateLimitPerMinute: 0 });
  return (await createAuthenticate({ adminKeys, open })(header, { address: '192.0.2.1', now }, null)).viewer;
};

async function refusal(header: string | null): Promise<AppError> {
  const error = await authenticate(header).catch((reason: unknown) => reason);
  if (error instanceof AppError) return error;
  throw new Error('It was let in.');
}

describe('an admin key', () => {
  it('reads everything, whichever of the configured ones it is', async () => {
    expect(await authenticate(`Bearer ${adminKeys[0]}`)).toEqual({ kind: 'admin', keyId: 'admin-1' });
    expect(await authenticate(`Bearer ${adminKeys[1]}`)).toEqual({ kind: 'admin', keyId: 'admin-2' });
  });

  it('is known by the scheme in any case and with blanks around', async () => {
    expect(await authenticate(`  bearer   ${adminKeys[0]} `)).toMatchObject({ kind: 'admin' });
  });
});

describe('an organization key', () => {
  it('reads its organization', async () => {
    const { id, token } = await storeKey(db, { organizationId: 'acme' });
    expect(await authenticate(`Bearer ${token}`)).toEqual({
      kind: 'organization',
      keyId: id,
      organizationId: 'acme',
      brandIds: null,
    });
  });

  it('reads only the brands that it is narrowed to', async () => {
    const { token } = await storeKey(db, { organizationId: 'acme', brandIds: ['acme-crm'] });
    expect(await authenticate(`Bearer ${token}`)).toMatchObject({ brandIds: ['acme-crm'] });
  });

  it('reads nothing when it is narrowed to no brand', async () => {
    const { token } = await storeKey(db, { organizationId: 'acme', brandIds: [] });
    expect(await authenticate(`Bearer ${token}`)).toMatchObject({ brandIds: [] });
  });

  it('is refused from the moment that it expires', async () => {
    const { token } = await storeKey(db, { organizationId: 'acme', expiresAt: now });
    expect((await refusal(`Bearer ${token}`)).message).toMatch(/expired at 2026-03-01T12:00:00.000Z/);
    const later = await storeKey(db, { organizationId: 'acme', expiresAt: new Date(now.getTime() + 1) });
    expect(await authenticate(`Bearer ${later.token}`)).toMatchObject({ keyId: later.id });
  });

  it('is refused once it is revoked, for good and from the same moment', async () => {
    const { id, token } = await storeKey(db, { organizationId: 'acme' });
    const at = await revokeKey(db, id);
    expect((await refusal(`Bearer ${token}`)).message).toMatch(/revoked/);
    expect(await revokeKey(db, id)).toEqual(at);
    expect(await revokeKey(db, 'no-such-key')).toBeNull();
  });
});

describe('what is refused', () => {
  it.each([
    ['no header', null],
    ['an empty header', ''],
    ['another scheme', `Basic ${adminKeys[0]}`],
    ['no token', 'Bearer '],
    ['an unknown token', 'Bearer nobody-knows-this-token'],
    ['a part of an admin key', `Bearer ${adminKeys[0]?.slice(0, -1)}`],
    ['both admin keys at once', `Bearer ${adminKeys.join(',')}`],
    ['a well-formed key that was never made', `Bearer ${generateKey().token}`],
  ])('%s', async (_, header) => {
    const error = await refusal(header);
    expect(error.code).toBe('unauthorized');
    expect(error.headers['WWW-Authenticate']).toBe('Bearer');
  });

  it('a wrong secret, in the words for a key that was never made', async () => {
    const { id } = await storeKey(db, { organizationId: 'acme' });
    const wrong = await refusal(`Bearer sightline_${id}_${'0'.repeat(64)}`);
    const unknown = await refusal(`Bearer ${generateKey().token}`);
    expect(wrong.message).toBe(unknown.message);
  });
});

describe('the store', () => {
  it('lists every key without its hash', async () => {
    const { id } = await storeKey(db, { organizationId: 'other' });
    const found = (await listKeys(db)).find((key) => key.id === id);
    expect(found).toMatchObject({ organizationId: 'other', name: 'test', brandIds: null, revokedAt: null });
    expect(found).not.toHaveProperty('hash');
  });

  it('says which brands are not of the organization', async () => {
    expect(await missingOwners(db, 'acme', ['acme-crm', 'other-brand', 'none'])).toEqual({
      organization: false,
      brandIds: ['other-brand', 'none'],
    });
    expect((await missingOwners(db, 'nobody', [])).organization).toBe(true);
  });

  it('keeps no key of an organization that is not there', async () => {
    const key = { ...generateKey(), organizationId: 'nobody', name: 'x', brandIds: null, expiresAt: null };
    await expect(insertKey(db, key)).rejects.toThrow();
  });
});
