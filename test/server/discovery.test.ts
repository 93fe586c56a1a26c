// What there is to ask about, over REST: the same as over GraphQL, and nothing of another organization.

import { describe, expect, it } from 'vitest';
import { type Reply, storeKey } from '../support/app.js';
import { fillTables, prompts } from '../support/rows.js';
import { sharedApp } from '../support/shared.js';

const { db, app } = await sharedApp((db) =>
  fillTables(db, [{ at: '2026-03-01T10:00:00Z' }, { at: '2026-03-02T10:00:00Z' }]),
);
const acme = await storeKey(db, { organizationId: 'acme' });
const narrowed = await storeKey(db, { organizationId: 'acme', brandIds: ['acme-desk'] });

const fields = 'id name organizationId competitors { name } firstRunAt lastRunAt runs tags';
const crm = {
  id: 'acme-crm',
  name: 'Acme CRM',
  organizationId: 'acme',
  competitors: [{ name: 'Globex' }, { name: 'Initech' }],
  firstRunAt: '2026-03-01T10:00:00.000Z',
  lastRunAt: '2026-03-02T10:00:00.000Z',
  runs: 2,
  tags: ['crm', 'smb'],
};

describe('/api/v1/brands', () => {
  it('lists the brands that the key may read', async () => {
    const { status, body } = await app.get('/api/v1/brands', acme.token);
    expect(status).toBe(200);
    expect(body.data.map(({ id }: { id: string }) => id)).toEqual(['acme-crm', 'acme-desk']);
    expect(body.data[0]).toEqual(crm);
    expect((await app.get('/api/v1/brands', narrowed.token)).body.data).toHaveLength(1);
    const { body: graphql } = await app.graphql(`{ brands { ${fields} } }`);
    const pagination = { page: 1, limit: 20, total: graphql.data.brands.length, totalPages: 1 };
    expect((await app.get('/api/v1/brands')).body).toEqual({ data: graphql.data.brands, pagination });
  });

  it('are paged, and found by a part of their names', async () => {
    const ids = async (query: string) => {
      const { data, pagination } = (await app.get(`/api/v1/brands?${query}`, acme.token)).body;
      return [data.map(({ id }: { id: string }) => id), pagination.total];
    };
    expect(await ids('limit=1')).toEqual([['acme-crm'], 2]);
    expect(await ids('limit=1&page=2')).toEqual([['acme-desk'], 2]);
    expect(await ids('page=3')).toEqual([[], 2]);
    expect(await ids('search=DESK')).toEqual([['acme-desk'], 1]);
    expect(await ids('search=globex')).toEqual([[], 0]);
    const { body } = await app.graphql(
      '{ some: brandList(search: "desk") { data { id name } } none: brandList(limit: 0, search: "") { pagination { total } } }',
    );
    expect(body.data).toEqual({ some: { data: [{ id: 'acme-desk', name: expect.any(String) }] }, none: null });
    expect(body.errors[0].extensions.faults.map(({ field }: { field: string }) => field)).toEqual(['search', 'limit']);
  });

  it('shows one of them', async () => {
    expect((await app.get('/api/v1/brands/acme-crm', acme.token)).body).toEqual(crm);
  });

  it("lists one's prompts", async () => {
    const all = await app.get('/api/v1/brands/acme-crm/prompts', acme.token);
    expect(all.body).toEqual({
      data: [
        { id: prompts.best, text: 'best crm', tags: ['crm', 'smb'] },
        { id: prompts.cheap, text: 'cheap crm', tags: ['crm'] },
        { id: prompts.bare, text: 'crm', tags: [] },
      ],
      pagination: { page: 1, limit: 20, total: 3, totalPages: 1 },
    });
    const some = await app.get('/api/v1/brands/acme-crm/prompts?tags=smb,%20crm&search=CHEAP&page=1&limit=1000');
    expect(some.body.data).toEqual([all.body.data[1]]);
    expect(some.body.pagination).toEqual({ page: 1, limit: 100, total: 1, totalPages: 1 });
  });

  it('reports all that is wrong with the parameters at once', async () => {
    const search = 'x'.repeat(1_001);
    const { status, body } = await app.get(
      `/api/v1/brands/acme-crm/prompts?tags=a,,b&search=${search}&page=abc&limit=0`,
    );
    expect([status, body.code]).toEqual([400, 'validation_error']);
    for (const name of ['tags', 'search', 'page', 'limit']) expect(body.message).toMatch(new RegExp(`\\b${name} must`));
  });
});

describe('what a key may not read', () => {
  const comparable = ({ status, text }: Reply) => [status, text.replaceAll('other-brand', 'other-brunt')];

  it.each(['', '/prompts', '/prompts?page=0'])('is as little there as what does not exist: %s', async (rest) => {
    const [theirs, none] = ['other-brand', 'other-brunt'].map((id) =>
      app.get(`/api/v1/brands/${id}${rest}`, acme.token),
    );
    expect(comparable(await (theirs as Promise<Reply>))).toEqual(comparable(await (none as Promise<Reply>)));
    expect((await app.get(`/api/v1/brands/acme-crm${rest}`, narrowed.token)).status).toBe(
      rest.includes('?') ? 400 : 404,
    );
  });
});

describe('/api/v1/me', () => {
  it('says which key this is, what it may read and how often, and no secret', async () => {
    const { status, body, text } = await app.get('/api/v1/me', narrowed.token);
    expect(status).toBe(200);
    expect(body).toEqual({
      kind: 'organization',
      keyId: narrowed.id,
      organization: { id: 'acme', name: 'Acme Inc.' },
      brandIds: ['acme-desk'],
      rateLimitPerMinute: 1000,
    });
    expect(text).not.toContain(narrowed.token.slice(-20));
    expect((await app.get('/api/v1/me')).body).toMatchObject({ kind: 'admin', organization: null, brandIds: null });
    expect((await app.get('/api/v1/me', null)).status).toBe(401);
  });
});
