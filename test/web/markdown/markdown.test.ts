// The Markdown of answers as elements: what is rendered of it, and that no text whatever becomes anything else than text, marks and links.

import fc from 'fast-check';
import type { VNode } from 'preact';
import { describe, expect, it } from 'vitest';
import { createHighlighter } from '../../../src/web/markdown/highlight.js';
import { Markdown, maxFormattedLength } from '../../../src/web/markdown/markdown.js';
import { type Rendered, rendered } from '../../support/rendered.js';

const highlight = createHighlighter('Haldenfjell', ['Norrvind', 'Ostrava Trail', 'C++ (Pro)']);

const render = (text: string) => rendered(Markdown({ text, highlight }));
const tagsOf = (text: string) => render(text).elements.map(({ tag }) => tag);

const allowedTags = new Set(
  'div section p h3 h4 h5 ul ol li blockquote pre code table thead tbody tr th td hr strong em del br a span mark'.split(
    ' ',
  ),
);
const allowedAttributes = new Set([
  ...['class', 'href', 'title', 'target', 'rel', 'start', 'scope', 'aria-label', 'tabIndex'],
]);

/** The texts of marks. */
const markedIn = (parts: unknown): unknown[] =>
  (parts as readonly (string | VNode<{ readonly children: string }>)[]).flatMap((part) =>
    typeof part === 'string' ? [] : [part.props.children],
  ); // safe because a highlighter makes texts and marks

function expectHarmless({ elements }: Rendered): void {
  for (const { tag, attributes } of elements) {
    expect(allowedTags).toContain(tag);
    for (const name of Object.keys(attributes)) expect(allowedAttributes).toContain(name);
    if (tag !== 'a') continue;
    expect(new URL(String(attributes.href)).protocol).toMatch(/^https?:$/);
    expect(attributes.rel).toBe('noopener noreferrer nofollow');
  }
}

describe('the Markdown of an answer', () => {
  it('has headings below those of the page, lists, tables, quotes and code', () => {
    const text =
      '# One\n## Two\n\n1. a\n2. b\n   - c\n\n| x | y |\n|---|---|\n| 1 | 2 |\n\n> q\n\n```js\nlet a;\n```\n';
    const tags = new Set(tagsOf(text));
    for (const tag of ['h3', 'h4', 'ol', 'ul', 'li', 'table', 'th', 'td', 'blockquote', 'pre', 'code'])
      expect(tags).toContain(tag);
    expect(tags).not.toContain('h1');
    expect(tags).not.toContain('h2');
  });

  it('marks names as whole words, whatever their case, and the longest first', () => {
    const { elements, text } = render('haldenfjell, **Norrvind**, Haldenfjells, Ostrava Trail and C++ (Pro).');
    const marks = elements.filter(({ tag }) => tag === 'mark').map(({ attributes }) => attributes.class);
    expect(marks).toEqual(['name brand', 'name', 'name', 'name']);
    expect(text).toBe('haldenfjell, Norrvind, Haldenfjells, Ostrava Trail and C++ (Pro).');
  });

  it.each([
    ['Nestlé', 'NESTLE and Nestle\u0301, not Nestles', ['NESTLE', 'Nestlé']],
    ['Nestle', 'Nestlé or Nèstlé', ['Nestlé', 'Nèstlé']],
    ['Αθήνα', 'ΑΘΗΝΑ', ['ΑΘΗΝΑ']],
    ['Straße', 'STRASSE, straße', ['straße']],
    ['Acme', 'おすすめはAcmeです。Acme社', ['Acme', 'Acme']],
    ['华为', '我喜欢华为手机', ['华为']],
    ['삼성', '삼성은', ['삼성']],
    ['が', 'か', []],
    ['기아', '기안', []],
    ['Acme', 'Acmés Acmeов Acme\u0301s éAcme', []],
  ])('marks %s however it is written: %s', (brand, text, found) => {
    const highlighted = rendered(Markdown({ text, highlight: createHighlighter(brand, []) }));
    const marks = highlighted.elements.filter(({ tag }) => tag === 'mark');
    expect(marks.map(({ attributes }) => attributes.class)).toEqual(found.map(() => 'name brand'));
    expect(markedIn(createHighlighter(brand, [])(text))).toEqual(found);
    expect(highlighted.text).toBe(text.normalize());
  });

  it('breaks a line where a cell of a table does', () => {
    expect(tagsOf('| a |\n|---|\n| b<br>c |')).toContain('br');
  });

  it('shows characters that are written as references', () => {
    expect(render('a &amp; b &#8211; c &nbsp;&euro; &unknown;').text).toBe('a & b – c \u00a0€ &unknown;');
    expect(render('[x](https://a.example/?b&amp;c)').elements.at(-1)?.attributes.href).toBe('https://a.example/?b&c');
  });

  it.each([
    '<script>alert(1)</script>',
    '<img src=x onerror=alert(1)>',
    'text <iframe src="https://evil.example"></iframe> text',
    '<svg onload=alert(1)><use href="https://evil.example#x"/></svg>',
    '<style>@import "https://evil.example/a.css";</style>',
    '<a href="javascript:alert(1)">x</a>',
    '<!-- <b> -->',
    '<form action="https://evil.example"><button>x</button></form>',
  ])('shows %s as the text that it is', (text) => {
    const result = render(text);
    expectHarmless(result);
    expect(result.text).toBe(text);
    expect(result.elements.filter(({ tag }) => tag === 'a')).toEqual([]);
  });

  it.each([
    ...['[x](javascript:alert(1))', '[x](JaVaScRiPt:alert(1))', '[x](java&#10;script:alert(1))'],
    ...['[x](data:text/html,<script>alert(1)</script>)', '[x](vbscript:x)', '[x](//evil.example)', '[x](/api/v1)'],
    ...['<javascript:alert(1)>', '![x](javascript:alert(1))', '[x]\n\n[x]: javascript:alert(1)'],
  ])('makes no link of %s', (text) => {
    expect(tagsOf(text)).not.toContain('a');
  });

  it('loads no image: it links to one', () => {
    const { elements, text } = render('![a jacket](https://pictures.example/a.png)');
    expect(elements.map(({ tag }) => tag)).not.toContain('img');
    expect(elements.find(({ tag }) => tag === 'a')?.attributes.href).toBe('https://pictures.example/a.png');
    expect(text).toBe('Image: a jacket');
  });

  it.each([
    ['quotes', '>'.repeat(5_000)],
    ['quotes on many lines', Array.from({ length: 200 }, (_, depth) => `${'> '.repeat(depth)}x`).join('\n')],
    ['lists', '- '.repeat(5_000)],
    ['indented lists', Array.from({ length: 300 }, (_, depth) => `${'  '.repeat(depth)}- x`).join('\n')],
    ['brackets', '['.repeat(20_000)],
    ['emphasis', '*a **b '.repeat(5_000)],
    ['underscores', '_'.repeat(20_000)],
    ['links', '[a]('.repeat(5_000)],
    ['backticks', '`a``'.repeat(5_000)],
    ['pipes', `${'|'.repeat(2_000)}\n${'|-'.repeat(2_000)}\n${'|'.repeat(2_000)}`],
    ['tags', '<a '.repeat(5_000)],
    ['references', '&#x'.repeat(5_000)],
    ['a long text', 'word '.repeat(maxFormattedLength)],
  ])('renders thousands of %s', (_, text) => {
    const result = render(text);
    expectHarmless(result);
    expect(result.elements.length).toBeGreaterThan(0);
  });

  it('makes only harmless elements of any text', () => {
    const piece = fc.constantFrom(
      ...[
        ...['<', '>', '"', "'", '/', '=', '[', ']', '(', ')', '!', '*', '_', '`', '#', '|', '-', '\n', ' ', '&', ';'],
        ...[':', '\\'],
      ],
      ...[
        ...['script', 'img', 'src', 'onerror', 'javascript:', 'https://a.example', 'data:', 'style', 'svg', 'a'],
        ...['href', '1.'],
      ],
    );
    const texts = fc.oneof(
      fc.array(piece, { maxLength: 60 }).map((pieces) => pieces.join('')),
      fc.string({ unit: 'binary' }),
    );
    fc.assert(
      fc.property(texts, (text) => expectHarmless(render(text))),
      { numRuns: 500 },
    );
  });
});
