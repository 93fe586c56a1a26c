// The database finds what Unicode's lower case says, whatever its own.

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { foundSql } from '../../../src/tiles/lists/search.js';
import { isFound } from '../../support/naive/lists/ordered.js';
import { sharedDatabase } from '../../support/shared.js';

const db = await sharedDatabase();

/** Letters whose case is special: more than one letter, one of ASCII, a final form, none at all. */
const letters = [
  ...['a', 'A', 'k', 'K', '\u212a', 'i', 'I', 'İ', 'ı', 'é', 'É', 'e', '\u0301', '\u0307', 'ß', 'ẞ', 'ss', 'Σ', 'σ'],
  ...['ς', 'Ⅷ', 'ⅷ'],
];
const signs = ['%', '_', '\\', "'", ' ', '株', '式', '😀', '𝒜', '𐐀', '𐐨', '٣', 'ª', 'Ა', 'ა', '\n'];
const someText = fc
  .array(fc.oneof(fc.constantFrom(...letters, ...signs), fc.string({ unit: 'grapheme', minLength: 1, maxLength: 1 })), {
    maxLength: 8,
  })
  .map((parts) => parts.join('').replaceAll('\0', ''));

/** Which of the texts the database finds. */
async function foundIn(texts: readonly string[], search: string, isAscii = false): Promise<readonly boolean[]> {
  const values: unknown[] = [texts];
  const condition = foundSql('text', search, (value) => `$${values.push(value)}`, isAscii);
  const { rows } = await db.pool.query<{ found: boolean }>(
    `select ${condition} as found from unnest($1::text[]) with ordinality as given (text, place) order by place`,
    values,
  );
  return rows.map(({ found }) => found);
}

describe('a search', () => {
  it('is decided by the database', async () => {
    const cased = fc.constantFrom(...'ÀàĀāΑαΆάЖжԱա\u2126ωÅå\u212bⅧⅷⒶⓐǅǆǄჀⴠꙀꙁ𐐀𐐨𞤀𞤢.*+?()[]{}^$|-\\');
    const text = fc.oneof(
      someText,
      fc.array(fc.oneof(cased, someText), { maxLength: 6 }).map((parts) => parts.join('')),
    );
    await fc.assert(
      fc.asyncProperty(fc.array(text, { minLength: 1, maxLength: 20 }), text, fc.nat(), async (texts, other, pick) => {
        const of = texts[pick % texts.length] ?? '';
        const part = [...of].slice(pick % 3, 1 + (pick % 7)).join('');
        for (const search of [other, part, part.toUpperCase(), part.toLowerCase()].filter((each) => each !== ''))
          expect(await foundIn(texts, search), search).toEqual(texts.map((each) => isFound(each, search)));
      }),
      { numRuns: 100 },
    );
    expect(await foundIn(['a\ufffdb', 'ab'], '\ud800')).toEqual([false, false]);
  });

  it('finds each letter by its other case', async () => {
    for (let code = 0x80; code <= 0x10ffff; code++) {
      const letter = code >= 0xd800 && code <= 0xdfff ? '' : String.fromCodePoint(code);
      const lower = letter.toLowerCase();
      if (lower !== letter) expect(await foundIn([letter, lower], letter), letter).toEqual([true, true]);
    }
  });

  it('that repeats itself is found as any other', async () => {
    const repeated = fc
      .tuple(fc.constantFrom('a', 'ab', 'A/', '%', '𝒜', 'é', 'aba'), fc.integer({ min: 1, max: 60 }), someText)
      .map(([part, times, end]) => part.repeat(times) + end);
    await fc.assert(
      fc.asyncProperty(fc.array(repeated, { minLength: 1, maxLength: 5 }), repeated, async (texts, search) => {
        expect(await foundIn(texts, search)).toEqual(texts.map((each) => isFound(each, search)));
      }),
    );
  });

  it('knows every letter whose lower case could be taken for another text', () => {
    const surprising: string[] = [];
    for (let code = 0x80; code <= 0x10ffff; code++) {
      if (code >= 0xd800 && code <= 0xdfff) continue;
      const letter = String.fromCodePoint(code);
      const lower = letter.toLowerCase();
      if (lower !== letter && /[\p{ASCII}\p{Lo}\p{Nd}]/u.test(lower)) surprising.push(letter);
    }
    expect(surprising).toEqual(['\u0130', '\u212a']);
  });

  it.each([
    ['Café Crème', 'CAFÉ', true],
    ['CAFÉ', 'café', true],
    ['Cafe\u0301', 'é', false],
    ['100% sure', '0% S', true],
    ['a_b', 'A_B', true],
    ['axb', 'a_b', false],
    ['ΣΊΣΥΦΟΣ', 'σίσυφος', true],
    ['ΚΟΣΜΟΣ', 'ΚΟΣ', true],
    ['σασ', 'ΣΑΣ', true],
    ['İstanbul', 'i̇st', true],
    ['STRASSE', 'straße', false],
  ])('for %s: is %s found? %s', async (text, search, expected) => {
    expect(await foundIn([text], search)).toEqual([expected]);
    expect(isFound(text, search)).toBe(expected);
  });

  it('in texts of ASCII alone finds nothing else', async () => {
    const ascii = fc.string({ unit: 'binary-ascii', maxLength: 12 }).map((text) => text.replaceAll('\0', ''));
    await fc.assert(
      fc.asyncProperty(
        fc.array(ascii, { minLength: 1 }),
        fc.oneof(ascii, someText),
        fc.nat(),
        async (texts, other, pick) => {
          const part = (texts[pick % texts.length] ?? '').slice(pick % 4, 6).toUpperCase();
          for (const search of [other, part].filter((each) => each !== ''))
            expect(await foundIn(texts, search, true)).toEqual(texts.map((each) => isFound(each, search)));
        },
      ),
    );
  });
});
