// Marks the names of companies in texts: whole words, whatever their case and marks, the longest name first.

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
