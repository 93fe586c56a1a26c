// Mentions derived from an answer's text: whole words, any case, Unicode-aware. Pure.
//
// A word is letters, digits, marks and underscores; a name counts where neither neighbour continues a word, so "C++" and "Yahoo!" are found as
// well as "Acme". Text and names are compared in NFC under simple case folding: "STRASSE" is not "Straße". At each place the longest name
// wins and its text is used up: "Acme CRM" is no mention of "Acme". A name that two companies share counts for both.

/** A company under all its names; the order of companies decides between two that are first named at the same place. */
export interface Named {
  readonly names: readonly string[];
}

/** One company that the text names: its rank by first occurrence, from 1, and how often it occurs. */
export interface DerivedMention<Company> {
  readonly company: Company;
  readonly position: number;
  readonly mentionCount: number;
}

/** Finds the companies that a text names, in the order of their first occurrence. */
export type Deriver<Company> = (text: string) => readonly DerivedMention<Company>[];

/** A deriver for these companies. Building it costs far more than using it. */
export function deriverOf<Company extends Named>(companies: readonly Company[]): Deriver<Company> {
  const { names, owners } = index(companies);
  if (names.length === 0) return () => [];
  const pattern = patternOf(names);
  return (text) => {
    const counts = new Map<Company, number>();
    for (const match of text.normalize('NFC').matchAll(pattern)) {
      const group = match.findIndex((part, at) => at > 0 && part !== undefined);
      for (const company of owners[group - 1] ?? []) counts.set(company, (counts.get(company) ?? 0) + 1);
    }
    return [...counts].map(([company, mentionCount], rank) => ({ company, position: rank + 1, mentionCount }));
  };
}

/** The distinct names, longest first, and beside each the companies that bear it. */
function index<Company extends Named>(companies: readonly Company[]) {
  const byFolded = new Map<string, { readonly name: string; readonly owners: Set<Company> }>();
  for (const company of companies) {
    for (const given of company.names) {
      const name = given.normalize('NFC').trim();
      const entry = byFolded.get(fold(name)) ?? { name, owners: new Set() };
      entry.owners.add(company);
      byFolded.set(fold(name), entry);
    }
  }
  const entries = [...byFolded.values()].sort((a, b) => b.name.length - a.name.length);
  return { names: entries.map(({ name }) => name), owners: entries.map(({ owners }) => [...owners]) };
}

/** Simple lower case, character by character: no coarser than what the pattern below takes for equal. */
function fold(name: string): string {
  return name.replace(/./gsu, (char) => (char.toLowerCase().length === char.length ? char.toLowerCase() : char));
}

function patternOf(names: readonly string[]): RegExp {
  const literals = names.map((name) => `(${name.replace(/[\\^$.*+?()[\]{}|/]/g, '\\$&')})`);
  const word = String.raw`[\p{L}\p{N}\p{M}_]`;
  return new RegExp(`(?<!${word})(?:${literals.join('|')})(?!${word})`, 'giu');
}
