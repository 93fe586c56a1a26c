// The addresses of the dashboard: what they stand for, and that they are kept.

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type Address, addressOf, readAddress, writeAddress } from '../../src/web/app/address.js';

const read = (url: string) => {
  const { pathname, search } = new URL(url, 'http://host');
  return readAddress(pathname, search);
};

describe('an address', () => {
  it.each([
    ['/', { page: 'overview' }],
    ['/prompts', { page: 'prompts' }],
    ['/prompts/', { page: 'prompts' }],
    ['/prompts/p%2F1', { page: 'prompt', promptId: 'p/1' }],
    ['/answers/p/r', { page: 'answer', promptId: 'p', runId: 'r' }],
  ])('%s is of its page', (url, route) => {
    expect(read(url)?.route).toEqual(route);
  });

  it.each(['/overview', '/prompts/a/b', '/answers/a', '/nothing', '/answers/a/b/c'])('%s is of none', (url) => {
    expect(readAddress(url, '')).toBeNull();
  });

  it('is read as it was written', () => {
    const text = fc.string({ minLength: 1, unit: 'grapheme' });
    const routes = fc.oneof(
      fc.constantFrom('overview', 'prompts', 'competitors', 'sources', 'searches', 'answers').map((page) => ({ page })),
      fc.uuid().map((promptId) => ({ page: 'prompt', promptId })),
      fc.tuple(fc.uuid(), fc.uuid()).map(([promptId, runId]) => ({ page: 'answer', promptId, runId })),
    );
    const addresses = fc.record({
      route: routes,
      view: fc.record({
        brand: text,
        period: fc.oneof(
          fc.integer({ min: 1, max: 700_000 }).map((days) => ({ days })),
          fc.constant({ from: '2026-01-02', to: '2026-02-03' }),
          fc.constantFrom('this-month', 'last-quarter').map((period) => ({ period })),
        ),
        compare: fc.constantFrom('previous', 'month', 'year', 'none', { from: '2025-01-02', to: '2025-02-03' }),
        model: fc.string(),
        provider: fc.string(),
        market: fc.string(),
        search: fc.constantFrom('', 'yes', 'no'),
        branded: fc.constantFrom('', 'yes', 'no'),
        tags: fc.array(text, { maxLength: 3 }),
        timeZone: fc.constantFrom('UTC', 'Asia/Tokyo'),
        bucket: fc.constantFrom(null, 'DAY', 'WEEK', 'MONTH'),
      }),
      params: fc.dictionary(fc.constantFrom('outcome', 'company', 'search', 'day'), text),
    });
    fc.assert(
      fc.property(addresses, (address) => {
        // safe because it is built of the parts of one
        expect(read(writeAddress(address as Address))).toEqual({ ...address, params: { ...address.params } });
      }),
    );
  });

  it('of a link keeps the view and drops the parameters of the page before', () => {
    const here = read('/sources?brand=a&days=7&model=m&outcome=GAP');
    if (!here) throw new Error('That is an address.');
    const target = { page: 'answers', params: { company: 'X' }, view: { model: '' } } as const;
    expect(writeAddress(addressOf(target, here.view))).toBe('/answers?brand=a&days=7&company=X');
  });
});
