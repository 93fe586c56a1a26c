// A filter that names what nothing carries selects nothing, and the answer says so: over REST beside its data or in a header, over GraphQL in its extensions.

import { describe, expect, it } from 'vitest';
import { noticesHeader } from '../../src/server/rest/export/notices.js';
import { routes } from '../../src/server/rest/routes.js';
import { testApp } from '../support/app.js';
import { testDatabase } from '../support/database.js';
import { recordAll, smallWorld, smallWorldIds } from '../support/records.js';
import { fillTables, prompts, uuid } from '../support/rows.js';
import { sharedApp } from '../support/shared.js';

const { app, db } = await sharedApp((db) => fillTables(db, [{ at: '2026-03-01T10:00:00Z', names: [[0, 1, 1]] }]));

const brand = '/api/v1/brands/acme-crm';
const prompt = `/api/v1/prompts/${prompts.best}`;
const march = 'start=2026-03-01T00:00:00Z&end=2026-03-02T00:00:00Z';
const dates = 'start: "2026-03-01T00:00:00Z", end: "2026-03-02T00:00:00Z"';
const noTag = (tag: string) => `No prompt has the tag "${tag}"; its tags are crm, smb.`;
const noProvider = 'No answer has the provider "x"; its providers are provider.';
const noMarket = 'No answer has the market "US"; there are no markets.';
const noCompany = 'No answer of this brand names the company "Hooli".';

it.each([
  ['/analytics', `${march}&tags=crm,smB`, [noTag('smB')]],
  ['/analytics', `${march}&tags=x,y`, [noTag('x'), noTag('y')]],
  ['/analytics', `${march}&tags=crm,smb`, undefined],
  ['/analytics', march, undefined],
  ['/prompt-performance', `${march}&tags=x`, [noTag('x')]],
  ['/citations/urls', `${march}&tags=x`, [noTag('x')]],
  ['/runs', `${march}&tags=x&company=Hooli`, [noCompany, noTag('x')]],
  ['/runs', `${march}&company=Acme%20CRM`, undefined],
  ['/runs', `${march}&company=Globex`, undefined],
  ['/prompts', 'tags=x', [noTag('x')]],
  ['/analytics', `${march}&tags=x&providers=x&markets=US`, [noMarket, noProvider, noTag('x')]],
  ['/runs', `${march}&providers=provider,x`, [noProvider]],
  [`${prompt}/analytics`, `${march}&providers=x&markets=US`, [noMarket, noProvider]],
  [`${prompt}/runs`, `${march}&providers=x&company=Hooli`, [noProvider, noCompany]],
  [`${prompt}/runs`, `${march}&company=Acme%20CRM`, undefined],
  [`${prompt}/snapshot`, 'date=2026-03-01&markets=US', [noMarket]],
])('over REST: %s with %s', async (path, query, notices) => {
  const whole = path.startsWith(prompt) ? path : brand + path;
  for (const _ of ['computed', 'kept']) {
    const { status, body } = await app.get(`${whole}?${query}`);
    expect([status, body.notices]).toEqual([200, notices]);
  }
});

const lists = routes.flatMap(({ path, list }) => (list === undefined ? [] : [path]));

it.each(lists)('in a header of %s as CSV and NDJSON, as in its JSON', async (path) => {
  const at = path.replace(':brandId', 'acme-crm');
  const asked = (accept: string, more: string, init: RequestInit = {}) => {
    const by = path.endsWith('/breakdown') ? '&by=model' : '';
    return app.send(`${at}?${march}${by}${more}`, { ...init, headers: { accept, ...init.headers } });
  };
  const missing = '&tags=ü%F0%9F%98%80,x&markets=US';
  const { body, headers } = await asked('application/json', missing);
  expect(body.notices).toEqual([noMarket, noTag('x'), noTag('ü😀')]);
  expect(headers.has('notices')).toBe(false);
  for (const accept of ['text/csv', 'application/x-ndjson'])
    for (const method of ['GET', 'HEAD']) {
      const reply = await asked(accept, missing, { method });
      expect(reply.status).toBe(200);
      expect(reply.headers.get('notices')).toMatch(/^[ -~]+$/);
      expect(JSON.parse(reply.headers.get('notices') ?? '')).toEqual(body.notices);
      expect((await asked(accept, '', { method })).headers.has('notices')).toBe(false);
      const copies = { 'if-none-match': reply.headers.get('etag') ?? '' };
      expect((await asked(accept, missing, { method, headers: copies })).status).toBe(304);
    }
});

it('in a header for pages of other origins', async () => {
  await using foreign = await testApp(db, { corsOrigins: ['https://app.example.com'] });
  const { headers } = await foreign.send('/api/v1/models', { headers: { origin: 'https://app.example.com' } });
  expect(headers.get('access-control-expose-headers')).toMatch(/\bNotices\b/);
});

describe('the header', () => {
  const read = (notices: readonly string[]) => {
    const { Notices = '[]' } = noticesHeader(notices);
    expect(Notices).toMatch(/^[ -~]{0,2000}$/);
    return JSON.parse(Notices);
  };

  it('is absent where there is nothing to say', () => expect(noticesHeader([])).toEqual({}));

  it.each<[string, readonly string[]]>([
    ['a few', ['a', 'b "c" \\ \r\n \u007f \u2028', 'ü😀\ud83d']],
    ['as many as fit', [...'ab'].map((letter) => letter.repeat(996))],
  ])('holds %s as they are', (_, notices) => {
    expect(read(notices)).toEqual(notices);
  });

  it.each<[string, readonly string[], number]>([
    ['one is too long', ['😀'.repeat(5_000)], 1],
    ['there are too many', Array.from({ length: 500 }, (_, place) => `No prompt has the tag "${place}".`), 50],
    ['the last one does not fit', [...'abc'].map((letter) => letter.repeat(900)), 3],
  ])('ends with what is cut where %s', (_, notices, least) => {
    const cut = read(notices);
    expect(cut.length).toBeGreaterThanOrEqual(least);
    expect(cut.slice(0, -1)).toEqual(notices.slice(0, cut.length - 1));
    expect(cut.at(-1)).toMatch(/^.+…$/u);
    expect(notices[cut.length - 1]).toContain(cut.at(-1).slice(0, -1));
    expect(cut.at(-1)).not.toMatch(/[\ud800-\udbff]…$/);
  });
});

it('over GraphQL, once for all fields that name it', async () => {
  const { body } = await app.graphql(`{
    a: brandAnalytics(brandId: "acme-crm", ${dates}, tags: ["x"]) { totals { runs } }
    b: brandAnalytics(brandId: "acme-crm", ${dates}, tags: ["x", "crm"]) { totals { runs } }
    brand(id: "acme-crm") { analytics(${dates}, tags: ["x"]) { totals { runs } } prompts(tags: ["x"]) { pagination { total } } }
    prompt(promptId: "${prompts.best}") { id }
  }`);
  expect(body.data).toMatchObject({ a: { totals: { runs: 0 } }, b: { totals: { runs: 1 } } });
  expect(body.extensions.notices).toEqual([noTag('x')]);
});

it('whatever else the request may still read', async () => {
  await using db = await testDatabase();
  const tags = Array.from({ length: 3_000 }, (_, place) => `tag ${place} ${'x'.repeat(40)}`);
  const records = tags.map((tag, place) => ({
    ...{ type: 'prompt', id: uuid(1_000 + place), brandId: smallWorldIds.brand, text: 'a prompt', tags: [tag] },
  }));
  await recordAll(db, [...smallWorld(), ...records]);
  const { graphql } = await testApp(db, { maxAnswerBytes: 60_000 });
  const { body } = await graphql(
    `{ brandAnalytics(brandId: "${smallWorldIds.brand}", ${dates}, tags: ["smB"]) { totals { runs } } }`,
  );
  expect([body.data, body.extensions.notices]).toEqual([
    { brandAnalytics: { totals: { runs: 0 } } },
    [expect.stringMatching(/^No prompt has the tag "smB"; its tags are crm, smb, tag 0 .* and 2982 more\.$/)],
  ]);
});
