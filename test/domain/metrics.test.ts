// The figures of the contract from sums: exact divisions, `null` where a denominator is zero, and the orders of lists.

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type CompanySums, noSums } from '../../src/domain/company-sums.js';
import {
  averagePosition,
  brandSums,
  byCodePoint,
  companiesOf,
  inModelOrder,
  labelShare,
  overallOf,
  ratio,
} from '../../src/domain/metrics.js';
import type { ModelSums } from '../../src/domain/summary.js';

const sums = (given: Partial<CompanySums>): CompanySums => ({ ...noSums(), ...given });
const model = (
  name: string,
  runs: number,
  mentions: Readonly<Record<number, number>> = {},
  citations = 0,
): ModelSums => {
  const companies = Object.entries(mentions).map(([id, count]) => [Number(id), sums({ mentions: count })] as const);
  return { model: name, runs, citations, companies: new Map(companies) };
};
const company = (id: number, name: string, tracked = true) => ({ id, name, tracked });

describe('ratio', () => {
  it.each([
    [0, 0, null],
    [0, 3, 0],
    [3, 3, 1],
    [1, 3, 1 / 3],
    [2, 3, 2 / 3],
  ])('of %d to %d is %d', (part, whole, expected) => {
    expect(ratio(part, whole)).toBe(expected);
  });

  it('is the quotient to the last bit, from 0 to 1', () => {
    fc.assert(
      fc.property(fc.nat(), fc.integer({ min: 1, max: 2 ** 31 }), (part, more) => {
        const share = ratio(part, part + more);
        expect(share).toBe(part / (part + more));
        expect(share).toBeGreaterThanOrEqual(0);
        expect(share).toBeLessThan(1);
      }),
    );
  });
});

describe('sentiment', () => {
  it('divides by the labelled mentions alone', () => {
    const counted = sums({ mentions: 100, positive: 3, neutral: 1, negative: 2, mixed: 1 });
    expect(labelShare(counted, 'positive')).toBe(3 / 7);
    expect(labelShare(counted, 'negative')).toBe(2 / 7);
  });

  it('has no shares without a label, however many mentions there are', () => {
    expect(labelShare(sums({ mentions: 100 }), 'positive')).toBeNull();
    expect(labelShare(sums({ mixed: 1 }), 'positive')).toBe(0);
  });
});

it.each([
  [0, 0, null],
  [7, 3, 7 / 3],
  [5, 5, 1],
])('the average of positions that add up to %d over %d is %d', (positionSum, positions, expected) => {
  expect(averagePosition(sums({ mentions: 10, positionSum, positions }))).toBe(expected);
});

describe('companies', () => {
  const companies = [
    company(1, 'Globex'),
    company(2, 'Initech'),
    company(3, 'Umbrella', false),
    company(4, 'Old', false),
  ];
  const standing = (models: readonly ModelSums[]) =>
    companiesOf(models, companies, 'Acme').map(({ name, mentions, share }) => [name, mentions, share]);

  it('are the brand, the tracked ones, and others with a mention, their shares of all mentions', () => {
    expect(standing([model('a', 5, { 0: 1, 3: 4 }), model('b', 5, { 0: 2, 2: 1 })])).toEqual([
      ['Umbrella', 4, 4 / 8],
      ['Acme', 3, 3 / 8],
      ['Initech', 1, 1 / 8],
      ['Globex', 0, 0],
    ]);
  });

  it('have no share where nothing is mentioned', () => {
    const none = [
      ['Acme', 0, null],
      ['Globex', 0, null],
      ['Initech', 0, null],
    ];
    expect(standing([])).toEqual(none);
    expect(standing([model('a', 7)])).toEqual(none);
  });

  it('with equal mentions stand the brand first, then by name in code points', () => {
    const names = ['Zeta', 'alpha', '\u{1F600}', '\uFFFD', 'Äpfel', 'Acme 2', 'Acme'];
    const order = companiesOf(
      [model('a', 1, Object.fromEntries([1, 2, 3, 4, 5, 6, 0].map((id) => [id, 1])))],
      names.slice(0, 6).map((name, index) => company(index + 1, name)),
      'Zz',
    ).map(({ name }) => name);
    expect(order).toEqual(['Zz', 'Acme 2', 'Zeta', 'alpha', 'Äpfel', '\uFFFD', '\u{1F600}']);
  });

  it('know which one is the brand, whatever its name', () => {
    const marked = companiesOf([model('a', 1, { 1: 1 })], [company(1, 'Acme')], 'Acme');
    expect(marked.map(({ company: id, isBrand }) => [id, isBrand])).toEqual([
      [1, false],
      [0, true],
    ]);
  });

  it('have shares that add up to one', () => {
    const models = fc.array(fc.tuple(fc.nat(50), fc.nat(50), fc.nat(50)), { maxLength: 5 });
    fc.assert(
      fc.property(models, (counts) => {
        const given = counts.map(([brand, one, two], index) => model(`m${index}`, 150, { 0: brand, 1: one, 2: two }));
        const shares = companiesOf(given, companies, 'Acme').map(({ share }) => share);
        const total = counts.flat().reduce((sum, each) => sum + each, 0);
        if (total === 0) expect(shares.every((share) => share === null)).toBe(true);
        else expect(shares.reduce<number>((sum, share) => sum + (share ?? Number.NaN), 0)).toBeCloseTo(1, 12);
      }),
    );
  });
});

describe('models together', () => {
  const models = [model('b', 2, { 0: 1, 1: 2 }, 10), model('a', 3, { 0: 3 }, 5)];

  it('add up runs, citations and mentions', () => {
    const { runs, citations, brand, companies } = overallOf(models, [company(1, 'Globex')], 'Acme');
    expect({ runs, citations, mentions: brand.mentions, of: brand.allMentions }).toEqual({
      runs: 5,
      citations: 15,
      mentions: 4,
      of: 6,
    });
    expect(companies.find(({ isBrand }) => isBrand)).toBe(brand);
  });

  it('leave the sums of each model as they were', () => {
    const before = structuredClone(models);
    expect(overallOf(models, [], 'Acme').brand.mentions).toBe(4);
    expect(models).toEqual(before);
  });

  it('know the sums of the brand in each, zeros where it is not mentioned', () => {
    expect(models.map((each) => brandSums(each).mentions)).toEqual([1, 3]);
    expect(brandSums(model('c', 9))).toEqual(noSums());
  });

  it('stand by runs descending, then by id in code points', () => {
    const given = [model('b', 1), model('\u{1F600}', 1), model('\uFFFD', 1), model('a', 1), model('z', 2)];
    expect(inModelOrder(given).map((each) => each.model)).toEqual(['z', 'a', 'b', '\uFFFD', '\u{1F600}']);
    expect(given[0]?.model).toBe('b');
  });
});

describe('code point order', () => {
  it.each([
    ['', '', 0],
    ['', 'a', -1],
    ['a', 'ab', -1],
    ['B', 'a', -1],
    ['a', 'a', 0],
    ['\uFFFD', '\u{1F600}', -1],
    ['a\u{1F600}', 'a\u{1F601}', -1],
    ['e\u0301', 'é', -1],
  ])('of %j and %j', (a, b, sign) => {
    expect(Math.sign(byCodePoint(a, b))).toBe(sign);
    expect(Math.sign(byCodePoint(b, a))).toBe(0 - sign);
  });

  it('is the order of UTF-8 bytes', () => {
    const texts = fc.string({ unit: 'binary' });
    fc.assert(
      fc.property(texts, texts, (a, b) => {
        expect(Math.sign(byCodePoint(a, b))).toBe(Buffer.compare(Buffer.from(a), Buffer.from(b)));
      }),
    );
  });
});
