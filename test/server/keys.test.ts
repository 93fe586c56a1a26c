// Organization keys at work: which brands they list, from when they work, and until when.

import { describe, expect, it } from 'vitest';
import { revokeKey } from '../../src/auth/store.js';
import { storeKey } from '../support/app.js';
import { fillTables } from '../support/rows.js';
import { sharedApp } from '../support/shared.js';

const { app, db } = await sharedApp((db) => fillTables(db, []));

const rest = (path: string, key: string) => app.get(`/api/v1${path}`, key);

describe('a key', () => {
  it('lists the brands that it may read, and no other', async () => {
    const brands = async (key: string) => (await rest('/brands', key)).body.data.map(({ id }: { id: string }) => id);
    const [acme, other] = [
      await storeKey(db, { organizationId: 'acme' }),
      await storeKey(db, { organizationId: 'other' }),
    ];
    const narrowed = await storeKey(db, { organizationId: 'acme', brandIds: ['acme-desk'] });
    expect(await brands(acme.token)).toEqual(['acme-crm', 'acme-desk']);
    expect(await brands(other.token)).toEqual(['other-brand']);
    expect(await brands(narrowed.token)).toEqual(['acme-desk']);
    expect(await brands(app.adminKey)).toEqual(['acme-crm', 'acme-desk', 'other-brand']);
  });

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
    expect((await app.graphql('{ models { id } }', {}, token)).status).toBe(401);
  });
});
