// Where a text cites: a number in brackets, or a link to a page that the answer cites, leads to its place in the list of them.

import type { Highlighter } from './highlight.js';

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
