// Mentions derived from an answer's text: whole words, any case, Unicode-aware. Pure; in steps, because a text may have any length.
//
// A word consists of letters, digits, marks and underscores; a name matches if neither neighboring character continues a word, so "C++" and
// "Yahoo!" are found as well as "Acme". Text and names are compared in NFC under simple case folding, without the marks of Latin, Greek and
// Cyrillic letters: "NESTLE" is "Nestlé", "STRASSE" is not "Straße", and "か" is not "が". The longest name at a position wins and consumes its text: "Acme CRM" is not a mention of "Acme". A name of two companies counts for both.

import { atOnce, type Steps } from '../pause.js';
import { characterClass, sizeAt } from './characters.js';
import { folded } from './fold.js';

/** A company with all its names. If two companies first occur at the same position, the lower `id` comes first. */
export interface Named {
  readonly id: number;
  readonly names: readonly string[];
}

/** A company mentioned in the text: its rank by first occurrence, from 1, and its number of occurrences. */
export interface DerivedMention<Company> {
  readonly company: Company;
  readonly position: number;
  readonly mentionCount: number;
}

/** The names of companies, to be looked for in texts. */
export interface NameIndex<Company> {
  /** Folded and distinct, in the order of their code units. */
  readonly names: string[];
  /** Of each name, the companies that have it, by id. */
  readonly owners: Company[][];
  /** By code unit, how many names begin with it. */
  readonly starts: Map<number, number>;
  /** By the id of a company, its names as they are among `names`. */
  readonly namesOf: Map<number, ReadonlySet<string>>;
}

/** Names to look for. */
export function* indexOf<Company extends Named>(companies: readonly Company[]): Steps<NameIndex<Company>> {
  const owners = new Map<string, Company[]>();
  const starts = new Map<number, number>();
  const namesOf = new Map<number, ReadonlySet<string>>();
  for (const company of companies) {
    const own = yield* foldedNames(company);
    namesOf.set(company.id, own);
    for (const name of own) {
      const others = owners.get(name);
      if (others) others.push(company);
      else owners.set(name, [company]);
      if (!others) bump(starts, name.charCodeAt(0), 1);
    }
  }
  const names = [...owners.keys()].sort();
  return { names, owners: names.map((name) => (owners.get(name) ?? []).sort(byId)), starts, namesOf };
}

/** Looks for a company by the names it has now, or, where it has none, no longer; the work is that of its names alone. */
export function* renameIn<Company extends Named>(index: NameIndex<Company>, company: Company): Steps<void> {
  const { names, owners, starts, namesOf } = index;
  for (const name of namesOf.get(company.id) ?? []) {
    const place = placeOf(name, names);
    const left = (owners[place] ?? []).filter(({ id }) => id !== company.id);
    if (left.length > 0) owners[place] = left;
    else {
      names.splice(place, 1);
      owners.splice(place, 1);
      bump(starts, name.charCodeAt(0), -1);
    }
    yield;
  }
  const own = yield* foldedNames(company);
  namesOf.set(company.id, own);
  for (const name of own) {
    const place = placeOf(name, names);
    if (names[place] === name) owners[place] = [...(owners[place] ?? []), company].sort(byId);
    else {
      names.splice(place, 0, name);
      owners.splice(place, 0, [company]);
      bump(starts, name.charCodeAt(0), 1);
    }
    yield;
  }
}

function* foldedNames({ names }: Named): Steps<ReadonlySet<string>> {
  const all = new Set<string>();
  for (const name of names) {
    all.add((yield* folded(name)).trim());
    yield;
  }
  all.delete('');
  return all;
}

function bump(counts: Map<number, number>, key: number, by: number): void {
  const count = (counts.get(key) ?? 0) + by;
  if (count > 0) counts.set(key, count);
  else counts.delete(key);
}

/** Where a name is, or would be. */
function placeOf(name: string, names: readonly string[]): number {
  let [low, high] = [0, names.length];
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((names[middle] ?? '') < name) low = middle + 1;
    else high = middle;
  }
  return low;
}

function byId(a: Named, b: Named): number {
  return a.id - b.id;
}

/** The companies that a text mentions, in the order of their first occurrence. */
export function* mentionsIn<Company>(
  text: string,
  index: NameIndex<Company>,
): Steps<readonly DerivedMention<Company>[]> {
  if (index.names.length === 0) return [];
  const found = { text: yield* folded(text), at: 0, isWithinWord: false, counts: new Map<Company, number>() };
  while (found.at < found.text.length) {
    look(found, index);
    yield;
  }
  return [...found.counts].map(([company, mentionCount], rank) => ({ company, position: rank + 1, mentionCount }));
}

interface Found<Company> {
  readonly text: string;
  /** What is before it is looked through. */
  at: number;
  isWithinWord: boolean;
  readonly counts: Map<Company, number>;
}

const unitsOfStep = 4_096;

/** Looks through a stretch of the text. */
function look<Company>(found: Found<Company>, index: NameIndex<Company>): void {
  const { text, counts } = found;
  const end = Math.min(text.length, found.at + unitsOfStep);
  let { at, isWithinWord } = found;
  while (at < end) {
    const place = isWithinWord || !index.starts.has(text.charCodeAt(at)) ? -1 : longestAt(text, at, index);
    let last = at;
    if (place >= 0) {
      for (const company of index.owners[place] ?? []) counts.set(company, (counts.get(company) ?? 0) + 1);
      last = lastOf(text, at + (index.names[place]?.length ?? 0));
    }
    isWithinWord = isWordAt(text, last);
    at = last + sizeAt(text, last);
  }
  Object.assign(found, { at, isWithinWord });
}

/** Finds the companies that texts mention, for programs that answer nobody meanwhile. */
export type Deriver<Company> = (text: string) => readonly DerivedMention<Company>[];

/** Names to look for in many texts. */
export function deriverOf<Company extends Named>(companies: readonly Company[]): Deriver<Company> {
  const index = atOnce(indexOf(companies));
  return (text) => atOnce(mentionsIn(text, index));
}

/** The place of the longest name that stands at `at` and ends a word; -1 where there is none. Narrows the names down to those that go on like the text. */
function longestAt(text: string, at: number, { names }: NameIndex<unknown>): number {
  let longest = -1;
  let [from, to] = [0, names.length];
  for (let length = 0; from < to; length++) {
    if (names[from]?.length === length) {
      if (!isWordAt(text, at + length)) longest = from;
      from++;
    }
    const next = text.charCodeAt(at + length);
    from = firstFrom(next, { names, length, from, to });
    to = firstFrom(next + 1, { names, length, from, to });
  }
  return longest;
}

interface Among {
  readonly names: readonly string[];
  readonly length: number;
  readonly from: number;
  readonly to: number;
}

/** The first of names, alike up to `length`, that go on with `unit` or a greater one. At the end of a text, where `unit` is not a number, none does. */
function firstFrom(unit: number, { names, length, from, to }: Among): number {
  let [low, high] = [from, to];
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((names[middle]?.charCodeAt(length) ?? 0) >= unit) high = middle;
    else low = middle + 1;
  }
  return low;
}

/** Where the last character before `end` begins. */
function lastOf(text: string, end: number): number {
  return sizeAt(text, end - 2) === 2 ? end - 2 : end - 1;
}

const continuesWord = characterClass(/[\p{L}\p{N}\p{M}_]/u);

/** Whether the character at `at` continues a word; none stands at the end. */
function isWordAt(text: string, at: number): boolean {
  return at < text.length && continuesWord(text.codePointAt(at) ?? 0);
}
