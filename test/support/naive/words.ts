// Who a text names, by looking at every place of it: whole words, any case, the longest name at a place, whose text is then used up.

/** A company and all that it is called. */
export interface Called {
  readonly company: string;
  readonly names: readonly string[];
}

export interface Found {
  readonly company: string;
  /** Rank of its first occurrence among the companies found, from 1. */
  readonly position: number;
  readonly mentionCount: number;
}

/** The companies that `text` names, in the order of their first occurrence; of those first named at one place, in the given order. */
export function findCompanies(text: string, companies: readonly Called[]): readonly Found[] {
  const characters = bare(text);
  const spelled = companies.map(({ company, names }) => ({ company, names: names.map(spell) }));
  const names = spelled.flatMap((each) => each.names);
  const counts = new Map<string, number>();
  for (let at = 0; at < characters.length; ) {
    const length = longestAt(characters, at, names);
    if (length === 0) {
      at += 1;
      continue;
    }
    const words = characters.slice(at, at + length);
    for (const { company, names: own } of spelled) {
      if (own.some((name) => isSame(words, name))) counts.set(company, (counts.get(company) ?? 0) + 1);
    }
    at += length;
  }
  return [...counts].map(([company, mentionCount], rank) => ({ company, position: rank + 1, mentionCount }));
}

/** Characters of the longest of the `names` that stands as a whole word at place `at`; 0 where none does. */
function longestAt(characters: readonly string[], at: number, names: readonly (readonly string[])[]): number {
  let longest = 0;
  if (continuesWord(characters[at - 1])) return longest;
  for (const name of names) {
    const end = at + name.length;
    if (name.length <= longest || end > characters.length || continuesWord(characters[end])) continue;
    if (isSame(characters.slice(at, end), name)) longest = name.length;
  }
  return longest;
}

function spell(name: string): readonly string[] {
  return bare(name.trim());
}

/** Its characters, composed, those of three scripts without their marks. */
function bare(text: string): readonly string[] {
  const kept: string[] = [];
  let isAccent = false;
  for (const each of text.normalize('NFD')) {
    const isMark = /\p{M}/u.test(each);
    if (!isMark) isAccent = /\p{Script=Latin}|\p{Script=Greek}|\p{Script=Cyrillic}/u.test(each);
    if (!isMark || !isAccent) kept.push(each);
  }
  return [...kept.join('').normalize('NFC')];
}

function continuesWord(character: string | undefined): boolean {
  return character !== undefined && /^[\p{L}\p{N}\p{M}_]$/u.test(character);
}

function isSame(some: readonly string[], others: readonly string[]): boolean {
  return some.length === others.length && some.every((each, index) => isSameLetter(each, others[index] ?? ''));
}

const sameLetters = new Map<string, boolean>();

/** Equal but for case, letter by letter, as simple case folding has it. */
function isSameLetter(one: string, other: string): boolean {
  if (one === other) return true;
  const key = one + other;
  const known = sameLetters.get(key);
  if (known !== undefined) return known;
  const same = new RegExp(`^\\u{${(one.codePointAt(0) ?? 0).toString(16)}}$`, 'iu').test(other);
  sameLetters.set(key, same);
  return same;
}
