// What a search finds: a text that has the search somewhere, once both are lower-cased by Unicode's default rules, a final sigma as any other.
// The same on every database, whatever its locale. Pure.

import memoize from 'lodash.memoize';
import { lowerCased } from '../../domain/names/lower-cased.js';

/**
 * An SQL condition: whether `search` is found in `text`. `bind` writes a value. `isAscii`: the text is, so that no letter beyond has another case.
 * LIKE compares what every locale folds alike; where that is not all, a regular expression decides on what is left.
 */
export function foundSql(text: string, search: string, bind: (value: string) => string, isAscii = false): string {
  if (/\p{Surrogate}/u.test(search)) return 'false'; // no text has half a character
  const { pattern, isExact } = patternOf(search);
  const folded = isAscii ? `lower(${text} collate "C")` : foldedSql(text);
  if (isExact) return `${folded} like ${bind(pattern)}`;
  const expression = [...lowerCased(search)].map(anyCase).join('');
  // Without OFFSET, PostgreSQL would fold the text twice.
  return `(select folded like ${bind(pattern)} and folded ~ ${bind(expression)} from (select ${folded} as folded offset 0) as given)`;
}

/**
 * An SQL expression of a text with the ASCII letters of its lower case: the Kelvin sign and the dotted capital I are the only other letters
 * that have some. The collation lower-cases ASCII alone.
 */
function foldedSql(text: string): string {
  return `lower(replace(replace(${text}, U&'\\212A', 'k'), U&'\\0130', U&'i\\0307') collate "C")`;
}

/** A regular expression of PostgreSQL: all characters that are this one in lower case. */
function anyCase(character: string): string {
  if (/\p{ASCII}/u.test(character)) return character.replace(/[^a-z0-9]/, '\\$&');
  const others = upperCases().get(character);
  return others ? `[${character}${others}]` : character;
}

/** By lower case, the characters beyond ASCII that have it. */
const upperCases = memoize((): ReadonlyMap<string, string> => {
  const found = new Map([['σ', 'ς']]);
  for (let code = 0x80; code <= lastCased; code++) {
    const character = String.fromCodePoint(code);
    const lower = /\p{Changes_When_Lowercased}/u.test(character) ? lowerCased(character) : character;
    if (lower !== character) found.set(lower, `${found.get(lower) ?? ''}${character}`);
  }
  return found;
});

/** No plane beyond the first supplementary one has letters with a case. */
const lastCased = 0x1ffff;

interface SearchPattern {
  /** For LIKE, against `foldedSql` of the text. */
  readonly pattern: string;
  /** Whether only texts match in which the search is found. */
  readonly isExact: boolean;
}

/** The beginning of a search that LIKE compares, of one that repeats itself. */
const repeatedLength = 16;

/**
 * Matches every text in which `search` is found. Letters beyond ASCII that may have another case stand for anything. LIKE begins again behind
 * every character, which takes as long as text and search multiplied where the search is many times the same: then it compares the beginning.
 */
function patternOf(search: string): SearchPattern {
  const folded = search.toLowerCase();
  const repeats = longestRepeat(folded) > repeatedLength;
  const compared = repeats ? [...folded].slice(0, repeatedLength).join('') : folded;
  const pattern = compared.replace(/[\\%_]/g, '\\$&').replace(/[^\p{ASCII}\p{Lo}\p{Nd}]+/gu, '%');
  return { pattern: `%${pattern}%`, isExact: !repeats && !/[^\p{ASCII}\p{Lo}\p{Nd}]/u.test(folded) };
}

/** The length of the longest stretch with which some beginning of a text both starts and ends: how far a comparison goes in vain. */
function longestRepeat(text: string): number {
  const borders = new Int32Array(text.length);
  let border = 0;
  for (let at = 1; at < text.length; at++) {
    while (border > 0 && text[at] !== text[border]) border = borders[border - 1] ?? 0;
    if (text[at] === text[border]) border++;
    borders[at] = border;
  }
  return borders.reduce((longest, each) => Math.max(longest, each), 0);
}
