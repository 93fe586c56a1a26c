// Where a text cites: numbers and links that lead to places in the list of what the answer cites, and to nothing else.

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createHighlighter, withCitations } from '../../../src/web/markdown/highlight.js';
import { Markdown } from '../../../src/web/markdown/markdown.js';
import { rendered } from '../../support/rendered.js';

const cited = ['https://one.example/', 'https://two.example/a?b=c&d=e'].map((url) => ({ url, title: null }));
const highlight = withCitations(createHighlighter('Haldenfjell', []), cited);
const render = (text: string) => rendered(Markdown({ text, highlight }));
const linksIn = (text: string) =>
  render(text).elements.flatMap(({ tag, attributes }) => (tag === 'a' ? [attributes.href] : []));

describe('a citation', () => {
  it.each([
    ['Haldenfjell leads.[1]', ['#citation-1']],
    ['Both [1][2], and [^2].', ['#citation-1', '#citation-2', '#citation-2']],
    ['[1](https://one.example/) and [[2]](https://two.example/a?b=c&d=e)', ['#citation-1', '#citation-2']],
    ['As [a page](https://one.example/) says', ['https://one.example/', '#citation-1']],
    ['As [a page [2]](https://other.example/) says', ['https://other.example/']],
    ['Nothing [3], [0], [x], [1234] or `[1]`', []],
    ['- in a list [1]\n\n| a |\n|---|\n| [2] |', ['#citation-1', '#citation-2']],
  ] as const)('of %s', (text, links) => {
    expect(linksIn(text)).toEqual(links);
  });

  it('keeps the text that it is none of', () => {
    expect(render('Nothing [3] or [0] of Haldenfjell').text).toBe('Nothing [3] or [0] of Haldenfjell');
  });

  it('leads to a place in the list whatever the text, and is in no other link', () => {
    fc.assert(
      fc.property(
        fc.array(fc.constantFrom('[1]', '[^2]', '[', ']', '(https://one.example/)', '[9]', '*', 'a ', '\n')),
        (parts) => {
          for (const link of linksIn(parts.join('')))
            expect(link).toMatch(/^(#citation-[12]$|https:\/\/one\.example\/)/);
        },
      ),
    );
  });
});
