// Marks the names of companies in texts: whole words, whatever their case, the longest name first.

import type { ComponentChildren } from 'preact';

/** A text with its names as marked elements. */
export interface Highlighter {
  (text: string): ComponentChildren;
  /** The same without links. */
  readonly inLinks?: Highlighter;
  /** What stands for a page that is linked to; `null` for none. */
  readonly cite?: (href: string) => ComponentChildren;
}

interface Names {
  readonly brand: string;
  readonly others: readonly string[];
}

/** A highlighter for the brand and the other companies. */
export function createHighlighter({ brand, others }: Names): Highlighter {
  const names = [...new Set([brand, ...others])].filter((name) => name.trim() !== '');
  if (names.length === 0) return (text) => text;
  const ordered = names.sort((a, b) => b.length - a.length).map(escapePattern);
  const pattern = new RegExp(`(?<![\\p{L}\\p{N}])(${ordered.join('|')})(?![\\p{L}\\p{N}])`, 'giu');
  const isBrand = (name: string) => name.toLowerCase() === brand.toLowerCase();
  return marking(pattern, (part) => <mark class={isBrand(part) ? 'name brand' : 'name'}>{part}</mark>);
}

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
