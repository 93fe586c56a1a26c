// Mentions derived from an answer's text: whole words, any case, Unicode-aware. Pure.
//
// A word consists of letters, digits, marks and underscores; a name matches if neither neighboring character continues a word, so "C++" and
// "Yahoo!" are found as well as "Acme". Text and names are compared in NFC under simple case folding, without the marks of Latin, Greek and
// Cyrillic letters: "NESTLE" is "Nestlé", "STRASSE" is not "Straße", and "か" is not "が". The longest name at a position wins and consumes its text: "Acme CRM" is not a mention of "Acme". A name of two companies counts for both.

/** A company with all its names. If two companies first occur at the same position, their order in the list decides. */
export interface Named {
  readonly names: readonly string[];
}

/** A company mentioned in the text: its rank by first occurrence, from 1, and its number of occurrences. */
export interface DerivedMention<Company> {
  readonly company: Company;
  readonly position: number;
  readonly mentionCount: number;
}

/** Finds the companies mentioned in a text, in the order of their first occurrence. */
export type Deriver<Company> = (text: string) => readonly DerivedMention<Company>[];

/** Builds a deriver for these companies. Building it is far more expensive than using it. */
export function deriverOf<Company extends Named>(companies: readonly Company[]): Deriver<Company> {
  const { names, owners } = index(companies);
  if (names.length === 0) return () => [];
  const pattern = patternOf(names);
  return (text) => {
    const counts = new Map<Company, number>();
    for (const match of withoutMarks(text).matchAll(pattern)) {
      const group = match.findIndex((part, at) => at > 0 && part !== undefined);
      for (const company of owners[group - 1] ?? []) counts.set(company, (counts.get(company) ?? 0) + 1);
    }
    return [...counts].map(([company, mentionCount], rank) => ({ company, position: rank + 1, mentionCount }));
  };
}

/** The distinct names, longest first, and for each the companies that have it. */
function index<Company extends Named>(companies: readonly Company[]) {
  const byFolded = new Map<string, { readonly name: string; readonly owners: Set<Company> }>();
  for (const company of companies) {
    for (const given of company.names) {
      const name = withoutMarks(given).trim();
      const entry = byFolded.get(fold(name)) ?? { name, owners: new Set() };
      entry.owners.add(company);
      byFolded.set(fold(name), entry);
    }
  }
  const entries = [...byFolded.values()].sort((a, b) => b.name.length - a.name.length);
  return { names: entries.map(({ name }) => name), owners: entries.map(({ owners }) => [...owners]) };
}

/** In NFC, without the marks of letters whose scripts take them for accents. */
function withoutMarks(text: string): string {
  if (/^[\0-\x7f]*$/.test(text)) return text;
  return text
    .normalize('NFD')
    .replace(/([\p{Script=Latin}\p{Script=Greek}\p{Script=Cyrillic}])\p{M}+/gu, '$1')
    .normalize('NFC');
}

/** Simple lower case, character by character: no coarser than the equality of the pattern below. */
function fold(name: string): string {
  return name.replace(/./gsu, (char) => (char.toLowerCase().length === char.length ? char.toLowerCase() : char));
}

function patternOf(names: readonly string[]): RegExp {
  const literals = names.map((name) => `(${name.replace(/[\\^$.*+?()[\]{}|/]/g, '\\$&')})`);
  const word = String.raw`[\p{L}\p{N}\p{M}_]`;
  return new RegExp(`(?<!${word})(?:${literals.join('|')})(?!${word})`, 'giu');
}
