import { describe, expect, it } from 'vitest';
import type { Viewer } from '../../src/auth/viewer.js';
import { rollBrands } from '../../src/tiles/roll/rolling.js';
import { sharedWorld } from '../support/ask.js';
import { uuid } from '../support/rows.js';

const acme: Viewer = { kind: 'organization', keyId: 'k1', organizationId: 'acme', brandIds: null };
const everything =
  '{ id name organizationId competitors { name } firstRunAt lastRunAt runs tags prompts { data { id } pagination { total } } }';
const world = await sharedWorld([
  { at: '2025-12-31T23:59:59.999Z' },
  { at: '2026-02-28T00:00:00Z' },
  { at: '2026-03-01T00:00:00Z', brandId: 'other-brand' },
]);
await rollBrands(world.db);
await world.db.pool.query(
  `insert into prompt select ('00000000-0000-4000-8000-0000000010' || lpad(n::text, 2, '0'))::uuid, 'acme-desk', n,
     (array['100% desk', 'desk_top', 'Über Desk', 'back\\slash', 'plain'])[1 + n % 5], array['t' || n % 3, 'Z']
   from generate_series(1, 30) as n`,
);
await world.db.pool.query(
  `insert into run values ('acme-crm', '${uuid(77)}', '00000000-0000-4000-8000-000000000901', '2026-01-15T00:00:00Z', 'model-1', 'provider', true, 0, '{}', '{}', '{}')`,
);
await world.db.pool.query(
  `insert into mark values ('acme-crm', ${Date.parse('2026-01-15T00:00:00Z') / 900_000}, default, '{${uuid(77)}}')`,
);

describe.each([
  ['graphql-js', false],
  ['the compiled executor', true],
])('a brand under %s', (_name, compiled) => {
  it('has its runs, rolled or not, its span and its tags', async () => {
    const { brand } = await world.data('{ brand(id: "acme-crm") { firstRunAt lastRunAt runs tags organizationId } }', {
      compiled,
    });
    expect(brand).toEqual({
      firstRunAt: '2025-12-31T23:59:59.999Z',
      lastRunAt: '2026-02-28T00:00:00.000Z',
      runs: 3,
      tags: ['crm', 'smb'],
      organizationId: 'acme',
    });
  });

  it('has no run and no tag where it is new', async () => {
    await world.db.pool.query(`insert into brand values ('new', 'other', 'New', '{}', '{}') on conflict do nothing`);
    const { brand } = await world.data(
      '{ brand(id: "new") { firstRunAt runs tags prompts { pagination { totalPages } } } }',
      { compiled },
    );
    expect(brand).toEqual({ firstRunAt: null, runs: 0, tags: [], prompts: { pagination: { totalPages: 0 } } });
  });

  it('costs as many statements as all brands', async () => {
    await world.data(`{ brand(id: "acme-crm") ${everything} }`, { compiled });
    const one = world.statements.length;
    await world.data(`{ brands ${everything} }`, { compiled });
    expect(world.statements.length).toBe(one);
  });
});

describe('prompts', () => {
  const prompts = async (
    arguments_: string,
    selection = '{ data { text } pagination { page limit total totalPages } }',
  ) => (await world.data(`{ brand(id: "acme-desk") { prompts${arguments_} ${selection} } }`)).brand.prompts;
  const texts = async (arguments_: string) =>
    new Set((await prompts(arguments_)).data.map(({ text }: { text: string }) => text));

  it('come in the order of their numbers, page by page', async () => {
    const { data, pagination } = await prompts(
      '(page: 2, limit: 12)',
      '{ data { id } pagination { page limit total totalPages } }',
    );
    expect(data.map(({ id }: { id: string }) => Number(id.slice(-2)))).toEqual(
      [...Array(12).keys()].map((n) => n + 13),
    );
    expect(pagination).toEqual({ page: 2, limit: 12, total: 30, totalPages: 3 });
    expect(await prompts('(page: 9, limit: 1000)')).toEqual({
      data: [],
      pagination: { page: 9, limit: 100, total: 30, totalPages: 1 },
    });
  });

  it('are found by text in any case, letter by letter', async () => {
    expect(await texts('(search: "DESK")')).toEqual(new Set(['100% desk', 'desk_top', 'Über Desk']));
    expect(await texts('(search: "ÜBER")')).toEqual(new Set(['Über Desk']));
    expect(await texts('(search: "%")')).toEqual(new Set(['100% desk']));
    expect(await texts('(search: "_")')).toEqual(new Set(['desk_top']));
    expect(await texts('(search: "\\\\")')).toEqual(new Set(['back\\slash']));
    expect(await texts('(search: "ü")')).toEqual(new Set(['Über Desk']));
    expect((await prompts('(search: "ÜBER D", limit: 2)')).pagination).toMatchObject({ total: 6, totalPages: 3 });
    expect((await prompts('(search: "")')).pagination.total).toBe(30);
  });

  it('are found by any of their tags, case-sensitive', async () => {
    const total = async (tags: string) => (await prompts(`(tags: ${tags})`)).pagination.total;
    expect(await total('["t0"]')).toBe(10);
    expect(await total('["t0", "t1"]')).toBe(20);
    expect(await total('["z"]')).toBe(0);
    expect(await total('[]')).toBe(30);
    expect((await prompts('(tags: ["t0"], search: "plain")')).pagination.total).toBe(2);
  });

  it('are read only where they are selected', async () => {
    await prompts('', '{ pagination { limit } }');
    expect(world.statements).toHaveLength(1);
    await prompts('', '{ data { id } }');
    expect(world.statements).toHaveLength(2);
    const pages = [1, 2, 3].map((page) => `p${page}: prompts(page: ${page}) { data { id } pagination { total } }`);
    await world.data(`{ brands { ${pages.join(' ')} } }`);
    expect(world.statements).toHaveLength(3);
  });

  it.each([
    ['page: 0', 'page must be a whole number'],
    ['limit: -1', 'limit must be a whole number'],
    ['tags: ["a", " "]', 'tags must not hold an empty element'],
    [`search: "${'x'.repeat(1_001)}"`, 'search must have at most 1000 characters'],
    ['search: "a\\u0000"', 'search must have at most 1000 characters, none of them NUL'],
  ])('refuse { %s }', async (argument, message) => {
    const [error] = await world.refusals(`{ brand(id: "acme-desk") { prompts(${argument}) { data { id } } } }`);
    expect(error?.code).toBe('validation_error');
    expect(error?.message).toContain(message);
  });
});

describe('viewer', () => {
  const ask = async (viewer?: Viewer) =>
    (
      await world.data(
        '{ viewer { kind keyId organization { id name } brandIds rateLimitPerMinute } }',
        viewer ? { viewer } : {},
      )
    ).viewer;

  it('says of an admin key that it reads everything', async () => {
    expect(await ask()).toEqual({
      kind: 'ADMIN',
      keyId: 'admin',
      organization: null,
      brandIds: null,
      rateLimitPerMinute: null,
    });
  });

  it('says of an organization key whose it is and what it may read', async () => {
    const organization = { id: 'acme', name: 'Acme Inc.' };
    expect(await ask(acme)).toEqual({
      kind: 'ORGANIZATION',
      keyId: 'k1',
      organization,
      brandIds: null,
      rateLimitPerMinute: 1_000,
    });
    expect(await ask({ ...acme, brandIds: ['acme-desk'] })).toMatchObject({ organization, brandIds: ['acme-desk'] });
  });
});
