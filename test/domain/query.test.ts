import fc from 'fast-check';
import { describe, expect, it, vi } from 'vitest';
import { normaliseQuery } from '../../src/domain/query.js';
import { sortedMarks } from '../support/sorted-marks.js';

/** The characters with the property White_Space in Unicode. */
const spaces = [
  ...[0x09, 0x0a, 0x0b, 0x0c, 0x0d, 0x20, 0x85, 0xa0, 0x1680],
  ...Array.from({ length: 11 }, (_, index) => 0x2000 + index),
  ...[0x2028, 0x2029, 0x202f, 0x205f, 0x3000],
].map((code) => String.fromCodePoint(code));

describe('normaliseQuery', () => {
  it.each([
    ['best crm', 'best crm'],
    ['  best \t\n crm ', 'best crm'],
    ['best\u3000\u00a0crm\u2029', 'best crm'],
    ['cafe\u0301 crm', 'caf\u00e9 crm'],
    ['\u2126', '\u03a9'],
    ['Best CRM', 'Best CRM'],
    ['best\u200bcrm', 'best\u200bcrm'],
    ['\ufeffcrm', '\ufeffcrm'],
    ['best\u180ecrm', 'best\u180ecrm'],
    ['', ''],
    [' \u2003 ', ''],
  ])('makes %j %j', (text, expected) => {
    expect(normaliseQuery(text)).toBe(expected);
  });

  it('takes every character of White_Space, and no other, for a space', () => {
    const taken = Array.from({ length: 0x11000 }, (_, code) => code)
      .filter((code) => code < 0xd800 || code > 0xdfff)
      .map((code) => String.fromCodePoint(code))
      .filter((char) => normaliseQuery(`a${char}${char}b`) === 'a b');
    expect(taken).toEqual(spaces);
  });

  it('leaves what is normalised as it is, and does not depend on the white space between words', () => {
    const words = fc.array(fc.string({ unit: 'grapheme' }), { maxLength: 4 });
    const gaps = fc.array(fc.constantFrom(...spaces), { minLength: 1, maxLength: 3 }).map((gap) => gap.join(''));
    fc.assert(
      fc.property(words, gaps, gaps, (texts, gap, other) => {
        const once = normaliseQuery(texts.join(gap));
        expect(normaliseQuery(once)).toBe(once);
        expect(normaliseQuery(`${other}${texts.join(other)}${gap}`)).toBe(once);
      }),
    );
  });

  it('sorts no row of marks that is longer than any script has', () => {
    const sorted = sortedMarks();
    for (const pairs of [1_000, 100_000]) {
      const once = normaliseQuery(`e${'\u0301\u0323'.repeat(pairs)}  x`);
      expect(once).toHaveLength(2 * pairs + (pairs === 1_000 ? 2 : 3));
      expect(normaliseQuery(once) === once).toBe(true);
    }
    vi.restoreAllMocks();
    expect(Math.max(...sorted)).toBeLessThan(2_100);
  });
});
