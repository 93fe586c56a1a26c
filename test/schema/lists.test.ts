// The look-ahead of long lists: what is selected is read, all at once, however many aliases and brands there are.

import { describe, expect, it } from 'vitest';
import { rollBrands } from '../../src/tiles/roll/rolling.js';
import { sharedWorld } from '../support/ask.js';

const dates = 'start: "2026-03-01T00:00:00Z", end: "2026-03-04T00:00:00Z"';
const brands = ['acme-crm', 'acme-desk', 'other-brand'];
const world = await sharedWorld([
  { at: '2026-03-01T10:00:00Z', names: [[0, 1, 1]], citations: ['https://a.example/1', 'https://b.example/2'] },
  { at: '2026-03-02T10:00:00Z', names: [[1, 1, 1]], citations: ['https://a.example/3'] },
  { at: '2026-02-27T10:00:00Z', citations: ['https://old.example/'] },
]);
await rollBrands(world.db);

const analytics = (selection: string, brand = 'acme-crm', more = '') =>
  `brandAnalytics(brandId: "${brand}", ${dates}${more}) { ${selection} }`;
const lists = `promptPerformance { data { prompt visibility previous { runs } } pagination { total } }
  citedDomains(orderBy: CHANGE) { data { domain urls prompts isNew } }
  citedUrls(outcome: MENTIONED, search: "EXAMPLE") { data { url title } pagination { total } }
  queryFanout { summary { coverage } data { query models } }`;

describe.each([
  ['graphql-js', false],
  ['the compiled executor', true],
])('lists under %s', (_name, compiled) => {
  const count = async (document: string) => {
    await world.data(`{ ${document} }`, { compiled });
    return world.statements.length;
  };

  it('read nothing where nothing is selected of them', async () => {
    const bare = await count(analytics('brandId'));
    expect(await count(analytics('citedUrls { __typename pagination { page limit } }'))).toBe(bare);
    expect(await count(analytics('citedUrls { data { url } }'))).toBeGreaterThan(bare);
  });

  it('are read in as many statements for five aliases as for one', async () => {
    const one = await count(analytics(lists));
    const five = [0, 1, 2, 3, 4].map((n) => `a${n}: ${analytics(lists, brands[n % 3])}`).join('\n');
    expect(await count(five)).toBe(one);
    expect(await count(analytics(`${lists} previous { ${lists} }`))).toBe(one);
  });

  it('are read once for aliases that ask the same, with all that any of them selects', async () => {
    const selection = `a: citedDomains(limit: 1) { data { domain } } b: citedDomains(limit: 1) { data { citations previous { citations } } }
      c: citedDomains(limit: 1, page: 2) { data { domain } }`;
    const { brandAnalytics } = await world.data(`{ ${analytics(selection)} }`, { compiled });
    expect(brandAnalytics).toEqual({
      a: { data: [{ domain: 'a.example' }] },
      b: { data: [{ citations: 2, previous: { citations: 0 } }] },
      c: { data: [{ domain: 'b.example' }] },
    });
  });

  it('follow fragments, directives and variables', async () => {
    const document = `query ($by: SourceOrder, $to: SortDirection, $in: [SourceCategory!], $yes: Boolean = true, $no: Boolean = false) {
      ${analytics('...Lists @include(if: $yes) citedDomains(orderBy: $by, direction: $to, category: $in) { data { citations } }')}
    }
    fragment Lists on BrandAnalytics {
      citedDomains(orderBy: $by, direction: $to, category: $in) { data { domain } pagination @skip(if: $no) { total } }
      citedUrls @include(if: $no) { data { url } }
    }`;
    const variables = { by: 'RUNS', to: 'ASC', in: ['OTHER'] };
    const { brandAnalytics } = await world.data(document, { variables, compiled });
    expect(brandAnalytics).toEqual({
      citedDomains: {
        data: [
          { domain: 'b.example', citations: 1 },
          { domain: 'a.example', citations: 2 },
        ],
        pagination: { total: 2 },
      },
    });
  });

  it('have lists of the window before, and those compare with the one before that', async () => {
    const { brandAnalytics } = await world.data(
      `{ ${analytics('previous { range { start } citedDomains { data { domain previous { citations } isNew } } }')} }`,
      { compiled },
    );
    expect(brandAnalytics.previous).toEqual({
      range: { start: '2026-02-26T00:00:00.000Z' },
      citedDomains: { data: [{ domain: 'old.example', previous: { citations: 0 }, isNew: false }] },
    });
  });

  it('have what only the compared window has, where that is asked for', async () => {
    const domains = (presence: string) =>
      `citedDomains(presence: ${presence}) { data { domain citations share urls prompts previous { citations } isNew } pagination { total } }`;
    const lost = { domain: 'old.example', citations: 0, share: 0, urls: 0, prompts: 0, isNew: false };
    const totals = 'LOST: citedUrls(presence: LOST) { pagination { total } }';
    const { brandAnalytics } = await world.data(
      `{ ${analytics(`lost: ${domains('LOST')} all: ${domains('ALL')} current: ${domains('CURRENT')} ${totals}`)} }`,
      { compiled },
    );
    const row = { ...lost, previous: { citations: 1 } };
    const { data } = brandAnalytics.current;
    expect(brandAnalytics.lost).toEqual({ data: [row], pagination: { total: 1 } });
    expect(brandAnalytics.all).toEqual({ data: [...data, row], pagination: { total: 3 } });
    expect(brandAnalytics.LOST).toEqual({ pagination: { total: 1 } });
  });

  it('go as far back as time does', async () => {
    const first = 'start: "0001-01-01T00:00:00Z", end: "9999-12-31T00:00:00Z"';
    const { brandAnalytics } = await world.data(
      `{ brandAnalytics(brandId: "acme-crm", ${first}) { citedDomains(limit: 1, orderBy: CHANGE) { data { citations previous { citations } isNew } } } }`,
      { compiled },
    );
    expect(brandAnalytics.citedDomains.data).toEqual([{ citations: 2, previous: { citations: 0 }, isNew: false }]);
  });
});
