// What filters that select prompts add to the cost of a document, and that what is ordinary stays below the limit with them.

import { parse } from 'graphql';
import { describe, expect, it } from 'vitest';
import { schema } from '../../src/schema/index.js';
import { evaluate, type StoredSizes } from '../../src/server/cost/cost-sum.js';
import { measure } from '../../src/server/cost/measure.js';
import { routes } from '../../src/server/rest/routes.js';
import { documentOf } from '../../src/server/rest/shape.js';
import * as overview from '../../src/web/documents/overview.js';
import * as pages from '../../src/web/documents/pages.js';

const { documentOfCounts, countsOf, maxOffered, ...ofPages } = pages;
const { trendOf, ...ofOverview } = overview;

const [first, last] = [Date.parse('2025-04-01T00:00:00Z'), Date.parse('2026-03-31T12:00:00Z')];
const brand = { companies: 100, competitors: 10, prompts: 2_000, domains: 5_000, urls: 50_000, queries: 20_000 };
const large = { ...brand, first, last };
const sizes: StoredSizes = { models: 10, brands: 1, brandOf: () => large, largest: () => large };
const year = { start: '2025-04-01T00:00:00Z', end: '2026-04-01T00:00:00Z' };
const uuids = (count: number) =>
  Array.from({ length: count }, (_, at) => `00000000-0000-4000-8000-${String(at).padStart(12, '0')}`);

function costOf(document: string, variables: Readonly<Record<string, unknown>> = {}): number {
  const { sum, defaults } = measure(schema, parse(document));
  return evaluate(sum, { variables: { ...defaults, ...variables }, sizes, maxSeriesDays: 3_660, now: last });
}

const analytics = (filter: string, selection: string, declared = '') =>
  `query Q${declared} { brandAnalytics(brandId: "acme", start: "${year.start}", end: "${year.end}" ${filter}) { ${selection} } }`;
const sums = 'visibility { current }';

/** Of so many prompts, each part that is added up from their days. */
const ofPrompts = (count: number, days = 365) => Math.floor(0.05 * count + 0.001 * days * count);

describe('a filter that selects prompts', () => {
  const plain = costOf(analytics('', sums));

  it('costs as much as there are prompts and days, for each part that is kept of all prompts', () => {
    const branded = 'filter: { branded: false }';
    expect(costOf(analytics(branded, sums)) - plain).toBeCloseTo(ofPrompts(2_000), -1);
    const [all, some] = ['', branded].map((filter) => costOf(analytics(filter, `${sums} totals { uniqueUrls }`)));
    expect((some ?? 0) - (all ?? 0)).toBeCloseTo(2 * ofPrompts(2_000), -1);
    const previous = `previous { ${sums} }`;
    expect(costOf(analytics(branded, previous)) - costOf(analytics('', previous))).toBeCloseTo(ofPrompts(2_000), -1);
    const page = (filter: string) =>
      `{ brandRuns(brandId: "acme", start: "${year.start}", end: "${year.end}" ${filter}) { total } }`;
    expect(costOf(page(branded)) - costOf(page(''))).toBeCloseTo(ofPrompts(2_000), -1);
  });

  it('costs more the more often their days are looked for', () => {
    const cost = (by: string, filter = '') =>
      costOf(analytics(filter, `breakdown(by: [${by}]) { pagination { total } }`));
    const added = (by: string) => cost(by, 'filter: { branded: true }') - cost(by);
    // In both windows.
    expect(added('MODEL')).toBeCloseTo(2 * ofPrompts(2_000), -1);
    expect(added('DAY')).toBeGreaterThan(5 * added('MODEL'));
  });

  it('costs no more than the prompts that it names', () => {
    const named = (count: number) =>
      costOf(analytics('filter: $f', sums, '($f: RunFilter)'), { f: { promptIds: uuids(count) } });
    // A text of 36 bytes, and 8 for each value, cost as well.
    const sizeOf = (count: number) => Math.floor((8 + 9 + 8 + count * (36 + 8)) / 64);
    expect(named(40) - plain - sizeOf(40)).toBe(ofPrompts(40));
    expect(named(0)).toBe(plain);
    const few = { ...large, prompts: 3 };
    const { sum } = measure(
      schema,
      parse(analytics('filter: { promptIds: $ids, branded: true }', sums, '($ids: [ID!])')),
    );
    const stored = { ...sizes, brandOf: () => few };
    const inputs = { sizes: stored, maxSeriesDays: 3_660, now: last };
    expect(evaluate(sum, { ...inputs, variables: { ids: uuids(5) } })).toBe(
      evaluate(sum, { ...inputs, variables: { ids: uuids(4) } }) + 1,
    );
  });

  it('is found wherever it is given', () => {
    const branded = costOf(analytics('filter: { branded: true }', sums));
    const nested = analytics('filter: { branded: $b, markets: ["US"] }', sums, '($b: Boolean)');
    expect(costOf(nested, { b: true })).toBe(branded);
    expect(costOf(nested, { b: null })).toBe(plain);
    expect(costOf(nested)).toBe(plain);
    expect(costOf(analytics('filter: { branded: $b }', sums, '($b: Boolean = false)'))).toBe(branded);
    expect(costOf(analytics('filter: $f', sums, '($f: RunFilter = { branded: true })'))).toBe(branded);
    expect(costOf(analytics('filter: $f', sums, '($f: RunFilter)'), { f: { branded: true } })).toBe(branded);
    const one = costOf(analytics('filter: { promptIds: "x" }', sums));
    expect(one - plain).toBe(ofPrompts(1));
    const listed = costOf(analytics(`filter: { promptIds: [${'$id, '.repeat(40)}] }`, sums, '($id: ID!)'));
    expect(listed - plain).toBeGreaterThanOrEqual(ofPrompts(40));
  });

  it('is none where other fields of it are given, or another field has none', () => {
    expect(costOf(analytics('filter: { models: ["a"], webSearch: true }', sums))).toBe(plain);
    expect(costOf(analytics('filter: { branded: null, promptIds: [] }', sums))).toBe(plain);
    const runs = (filter: string) =>
      `{ brandRuns(brandId: "acme", start: "${year.start}", end: "${year.end}", limit: 1 ${filter})
         { data { prompt { analytics(start: "${year.start}", end: "${year.end}") { ${sums} } } } } }`;
    expect(costOf(runs('filter: { branded: true }')) - costOf(runs(''))).toBeCloseTo(ofPrompts(2_000), -1);
  });
});

describe('ordinary documents', () => {
  const filter = { branded: true, models: ['a'], providers: ['b'], markets: ['US'], webSearch: true };
  const limit = 100_000;
  const variables = {
    ...{ brandId: 'acme', ...year, compareStart: year.start, compareEnd: year.end, filter, tags: ['a', 'b'] },
    ...{ page: 1, limit: 100, order: 'PROMPTS', orderBy: 'PROMPTS', direction: 'DESC', search: 'e', bucket: 'DAY' },
    ...{ company: 'Globex', by: ['DAY', 'MODEL'], outcome: 'ALL', timeZone: 'UTC', isCompared: true },
  };

  it.each([...Object.entries(ofOverview), ...Object.entries(ofPages)])(
    'of the dashboard may be filtered: %s',
    (_, document) => {
      expect(costOf(document, variables)).toBeLessThan(limit);
    },
  );

  it('of the dashboard may be filtered that count answers in many places', () => {
    const places = uuids(40).map((id, at) => (at % 2 ? { filter: { promptIds: [id] } } : { domain: 'example.com' }));
    const counted = countsOf({ ...variables, model: undefined, filter } as never, 'Globex', places);
    expect(costOf(documentOfCounts(places.length), counted)).toBeLessThan(limit);
  });

  it.each(routes.map((route) => [route.path, route] as const))('of REST may be filtered: %s', (_, route) => {
    const given = { ...variables, ...filter, prompts: uuids(50) };
    for (const each of [given, { ...given, prompts: [] }])
      expect(costOf(documentOf(schema, route), each)).toBeLessThan(limit);
  });
});
