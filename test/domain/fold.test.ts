import fc from 'fast-check';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { indexOf, mentionsIn, renameIn } from '../../src/domain/names/derive.js';
import { folded, foldedCharacter, isJoining } from '../../src/domain/names/fold.js';
import { atOnce, type Steps } from '../../src/domain/pause.js';
import { findCompanies } from '../support/naive/words.js';
import { sortedMarks } from '../support/sorted-marks.js';

const characters = Array.from({ length: 0x110000 }, (_, at) => at)
  .filter((at) => at < 0xd800 || at > 0xdfff)
  .map((at) => String.fromCodePoint(at));

/** How often steps can be left off. */
function stepsOf(steps: Steps<unknown>): number {
  for (let count = 0; ; count++) if (steps.next().done) return count;
}

describe('the folding of text', () => {
  it('takes exactly the characters for the same that a comparison without case does', () => {
    // Others do not occur in NFC.
    const composed = characters.filter((each) => each.normalize('NFC') === each);
    const cased = composed.filter((each) => /[\p{Changes_When_Casemapped}\p{Changes_When_Casefolded}]/u.test(each));
    expect(cased.length).toBeGreaterThan(2_000);
    const all = cased.join('');
    // Only these are folded: the others stand for themselves.
    const foldedAlike = new Map<string, string[]>();
    for (const each of cased) foldedAlike.set(foldedOf(each), [...(foldedAlike.get(foldedOf(each)) ?? []), each]);
    for (const each of cased) {
      const same = all.match(new RegExp(`\\u{${each.codePointAt(0)?.toString(16)}}`, 'giu')) ?? [];
      expect(foldedAlike.get(foldedOf(each)), each).toEqual(same);
    }
  });

  const foldedOf = (each: string) => (/\p{Changes_When_Casefolded}/u.test(each) ? foldedCharacter(each) : each);

  it('knows every character that may compose with the one before it', () => {
    const composing = new Set(
      characters.flatMap((each) => {
        const parts = [...each.normalize('NFD')];
        return parts.length > 1 && parts.join('').normalize('NFC') === each ? parts.slice(1) : [];
      }),
    );
    expect(composing.size).toBeGreaterThan(50);
    expect([...composing].filter((each) => !isJoining(each.codePointAt(0) ?? 0))).toEqual([]);
  });

  it('is the same in pieces as in one', () => {
    const unit = fc.constantFrom('A', 'é', 'e\u0301', 'か\u3099', '각', '한', '🚀', 'ß', 'İ', ' ', 'Ω');
    const marks = fc
      .constantFrom('\u1100\u1161\u11a8', '\u{1d165}', '\u0301', '\u0323\u0301')
      .map((each) => each.repeat(80));
    const row = fc.tuple(unit, fc.integer({ min: 1, max: 9_000 })).map(([each, times]) => each.repeat(times));
    fc.assert(
      fc.property(fc.array(fc.oneof(row, marks), { minLength: 1, maxLength: 12 }), (rows) => {
        const text = rows.join('');
        expect(atOnce(folded(text)) === foldedWhole(text)).toBe(true);
      }),
      { numRuns: 60 },
    );
  });

  const foldedWhole = (text: string) =>
    text
      .normalize('NFD')
      .replace(/([\p{Script=Latin}\p{Script=Greek}\p{Script=Cyrillic}])\p{M}+/gu, '$1')
      .normalize('NFC')
      .replace(/\p{Changes_When_Casefolded}/gu, foldedCharacter);
});

describe('names in texts that are long or hostile', () => {
  afterEach(() => void vi.restoreAllMocks());

  it('are those of the plain definition', () => {
    const letters = [
      ...['a', 'A', 'é', 'e\u0301', 'か', '\u3099', '\u0323', '!', ' ', '+', '🚀', 'σ', 'ς', '_', '\u1100', '\u1161'],
      'K',
    ];
    const word = fc.array(fc.constantFrom(...letters), { minLength: 1, maxLength: 5 }).map((parts) => parts.join(''));
    const name = word.filter((each) => each.trim() !== '');
    const companies = fc.array(fc.array(name, { minLength: 1, maxLength: 4 }), { minLength: 1, maxLength: 5 });
    fc.assert(
      fc.property(companies, fc.array(fc.oneof(word, name), { maxLength: 25 }), (all, words) => {
        const text = words.join('');
        const called = all.map((names, id) => ({ id, company: `${id}`, names }));
        const found = atOnce(mentionsIn(text, atOnce(indexOf(called))));
        expect(found.map((each) => ({ ...each, company: each.company.company }))).toEqual(findCompanies(text, called));
      }),
      { numRuns: 3_000 },
    );
  });

  it('are looked for by what they are now, after renames as from the beginning', () => {
    const name = fc.constantFrom('A', 'a', 'AB', 'Äb', 'b', 'b a', ' ', 'C', 'c++');
    const companies = fc.array(fc.record({ id: fc.nat({ max: 5 }), names: fc.array(name, { maxLength: 3 }) }));
    const text = fc.array(fc.constantFrom('a', 'b', 'ab', ' ', 'C++', '.'), { maxLength: 12 });
    fc.assert(
      fc.property(companies, companies, text, (before, renames, words) => {
        const at = new Map(before.map((each) => [each.id, each]));
        const index = atOnce(indexOf([...at.values()]));
        for (const each of renames) {
          at.set(each.id, each);
          atOnce(renameIn(index, each));
        }
        expect(index).toEqual(atOnce(indexOf([...at.values()])));
        expect(atOnce(mentionsIn(words.join(''), index))).toEqual(
          atOnce(mentionsIn(words.join(''), atOnce(indexOf([...at.values()])))),
        );
      }),
      { numRuns: 1_000 },
    );
  });

  it('are found among 50,000 others, and a change of one leaves them alone', () => {
    const names = Array.from({ length: 50_000 }, (_, at) => `alias ${at}`);
    const all = [{ id: 0, names }];
    expect(stepsOf(indexOf(all))).toBeGreaterThanOrEqual(50_000);
    const index = atOnce(indexOf(all));
    expect(stepsOf(renameIn(index, { id: 1, names: ['Globex'] }))).toBeLessThan(10);
    expect(atOnce(mentionsIn('Alias 49999, alias 4999 and alias 50000', index))).toMatchObject([{ mentionCount: 2 }]);
  });

  it.each([
    ['marks', `か${'\u0301\u0323'.repeat(200_000)} x`],
    ['marks of a letter', `e${'\u0301\u0323'.repeat(200_000)} x`],
    ['marks of nothing', `${'\u0301\u0323'.repeat(200_000)} x`],
    ['vowels of Hangul', `\u1100${'\u1161'.repeat(400_000)} x`],
    ['accents', `${'é'.repeat(400_000)} x`],
    ['words', `${'Ünal '.repeat(80_000)} x`],
  ])('are looked for in small steps, and no long row of marks is sorted: %s', (_, text) => {
    const sorted = sortedMarks();
    const index = atOnce(indexOf([{ id: 0, names: ['X'] }]));
    expect(stepsOf(mentionsIn(text, index))).toBeGreaterThan(text.length / 20_000);
    expect(Math.max(...sorted)).toBeLessThan(3_000);
    expect(atOnce(mentionsIn(text, index))).toMatchObject([{ mentionCount: 1 }]);
  });
});
