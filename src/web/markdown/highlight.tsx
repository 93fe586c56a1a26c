// Marks in texts: the names of companies as whole words, whatever their case and marks, the longest name first; what was searched for; and where a
// text cites: a number in brackets, or a link to a page that the answer cites, leads to its place in the list of them.

import type { ComponentChildren } from 'preact';

/** A text with its names as marked elements. */
export interface Highlighter {
  (text: string): ComponentChildren;
  /** The same without links. */
  readonly inLinks?: Highlighter;
  /** What stands for a page that is linked to; `null` for none. */
  readonly cite?: (href: string) => ComponentChildren;
}

/** A highlighter for the brand and the other companies. */
export function createHighlighter(brand: string, others: readonly string[]): Highlighter {
  const names = [...new Set([brand, ...others].map(folded))].filter((name) => name.trim() !== '');
  if (names.length === 0) return (text) => text;
  const ordered = names.sort((a, b) => b.length - a.length).map(spellings);
  const pattern = new RegExp(`(?<!${inWord}\\p{M}*)(${ordered.join('|')})(?!${inWord})`, 'giu');
  const isBrand = (name: string) => folded(name) === folded(brand);
  const mark = (part: string) => <mark class={isBrand(part) ? 'name brand' : 'name'}>{composed(part)}</mark>;
  const highlight = marking(pattern, mark, composed);
  return (text) => highlight(decomposed(text));
}

/** Scripts without spaces, and those whose particles follow a name without one. */
const joined = ['Han', 'Hiragana', 'Katakana', 'Hangul', 'Thai', 'Lao', 'Khmer', 'Myanmar'];
const inWord = `(?![${joined.map((script) => `\\p{Script=${script}}`).join('')}])[\\p{L}\\p{N}]`;

const letter = /[\p{Script=Latin}\p{Script=Greek}\p{Script=Cyrillic}]/gu;
const marked = new RegExp(`(${letter.source})\\p{M}+`, 'gu');

/** With the marks of these scripts apart from their letters: those of others make other letters. */
const decomposed = (text: string) => text.replace(letter, (each) => each.normalize('NFD'));
const composed = (text: string) => text.replace(marked, (each) => each.normalize('NFC'));

/** Without case and the marks of some scripts, as the server compares names. */
const folded = (text: string) => decomposed(text.normalize('NFC')).replace(marked, '$1').toLowerCase();

/** A pattern for every spelling of a folded name: a letter has all the marks that follow it. */
const spellings = (name: string) =>
  escapePattern(name).replace(letter, (each, at, all) => (all[at - 1] === '\\' ? each : `${each}\\p{M}*(?!\\p{M})`));

const escapePattern = (name: string) => name.replace(/[\\^$.*+?()[\]{}|/]/g, '\\$&').replace(/\s+/g, '\\s+');

/** The same with what was searched for marked too, in any case and wherever it stands. */
export function markFound(search: string, highlight: Highlighter): Highlighter {
  const pattern = new RegExp(`(${escapePattern(search)})`, 'giu');
  return marking(pattern, (part) => <mark class="found">{part}</mark>, highlight);
}

type Mark = (part: string) => ComponentChildren;

/** Marks what the one group of a pattern matches, and hands on the rest. */
function marking(pattern: RegExp, mark: Mark, rest: Mark = (part) => part): Highlighter {
  // Every other part is what the group matched.
  return (text) => text.split(pattern).map((part, index) => (index % 2 === 0 ? rest(part) : mark(part)));
}

interface Cited {
  readonly url: string;
  readonly title: string | null;
}

/** The id of the place of a citation, numbered from 1. */
export const placeOf = (number: number): string => `citation-${number}`;

/** The same marks, and where the text cites. */
export function withCitations(highlight: Highlighter, cited: readonly Cited[]): Highlighter {
  const citation = (number: number) => {
    const page = cited[number - 1];
    return page ? (
      <sup>
        <a class="cite" href={`#${placeOf(number)}`} title={page.title || page.url}>
          {number}
        </a>
      </sup>
    ) : null;
  };
  const mark = (text: string) =>
    text
      .split(/(\[\^?\d{1,3}\])/)
      .map((part, index) => (index % 2 === 1 && citation(Number(part.replace(/\D/g, '')))) || highlight(part));
  const cite = (href: string) => citation(cited.findIndex(({ url }) => url === href) + 1);
  return Object.assign(mark, { inLinks: highlight, cite });
}
