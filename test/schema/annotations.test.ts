import { describe, expect, it } from 'vitest';
import { recordAll } from '../support/records.js';
import { sharedApp } from '../support/shared.js';

const annotation = (fields: object) => ({ type: 'annotation', brandId: 'crm', ...fields });
const { app, db } = await sharedApp((each) =>
  recordAll(each, [
    { type: 'organization', id: 'acme', name: 'Acme' },
    { type: 'brand', id: 'crm', organizationId: 'acme', name: 'CRM' },
    annotation({ id: 'price', at: '2026-03-02T00:00:00Z', text: 'New prices' }),
    annotation({
      id: 'fair',
      at: '2026-03-01T00:00:00Z',
      until: '2026-03-03T00:00:00Z',
      text: 'Fair',
      url: 'https://example.com',
    }),
  ]),
);
const path = '/api/v1/brands/crm/annotations';

describe('annotations', () => {
  it.each([
    ['2026-03-01', '2026-03-01', ['fair']],
    ['2026-03-02', '2026-03-02', ['fair', 'price']],
    ['2026-03-03', '2026-03-09', []],
    ['2026-02-01', '2026-02-28', []],
  ])('touch the days %s to %s', async (from, to, ids) => {
    const { body } = await app.get(`${path}?from=${from}&to=${to}`);
    expect(body.data.map(({ id }: { readonly id: string }) => id)).toEqual(ids);
  });

  it('are narrowed by no filter, and those of the compared window are its own', async () => {
    const { body } =
      await app.graphql(`{ brandAnalytics(brandId: "crm", from: "2026-03-02", to: "2026-03-03", tags: ["none"]) {
      annotations { id at until text url } previous { annotations { id } } } }`);
    expect(body.data.brandAnalytics).toEqual({
      annotations: [
        {
          id: 'fair',
          at: '2026-03-01T00:00:00.000Z',
          until: '2026-03-03T00:00:00.000Z',
          text: 'Fair',
          url: 'https://example.com',
        },
        { id: 'price', at: '2026-03-02T00:00:00.000Z', until: null, text: 'New prices', url: null },
      ],
      previous: { annotations: [{ id: 'fair' }] },
    });
  });

  it('change the entity tag of what they are read with', async () => {
    const ask = () => app.get(`${path}?last=7d`);
    const before = (await ask()).headers.get('etag');
    await recordAll(db, [annotation({ id: 'late', at: '2026-04-01T00:00:00Z', text: 'Later' })]);
    const between = (await ask()).headers.get('etag');
    await recordAll(db, [annotation({ id: 'late', deleted: true })]);
    expect(new Set([before, between, (await ask()).headers.get('etag'), null]).size).toBe(4);
  });

  it.each([
    [{ id: 'x', text: 'y' }, 'at'],
    [{ id: 'x', at: '2026-03-01', text: 'y' }, 'at'],
    [{ id: 'x', at: '2026-03-01T00:00:00Z' }, 'text'],
    [{ id: 'x', at: '2026-03-01T00:00:00Z', text: ' \n' }, 'text'],
    [{ id: 'x', at: '2026-03-01T00:00:00Z', text: 'y'.repeat(501) }, 'text'],
    [{ id: 'x', at: '2026-03-01T00:00:00Z', text: 'y', until: '2026-03-01T00:00:00Z' }, 'until'],
    [{ id: 'x', at: '2026-03-01T00:00:00Z', text: 'y', url: 'example.com' }, 'url'],
    [{ id: 'x', at: '2026-03-01T00:00:00Z', text: 'y', brandId: 'nowhere' }, 'brandId'],
    [{ at: '2026-03-01T00:00:00Z', text: 'y' }, 'id'],
    [{ id: 'x', deleted: 'yes' }, 'deleted'],
  ])('are rejected: %j', async (fields, field) => {
    const { rejected } = await recordAll(db, [annotation(fields)]);
    expect(rejected.flatMap(({ faults }) => faults.map((fault) => fault.field))).toEqual([field]);
  });
});
