// The parts of a line of Markdown as elements. Links lead to http and https addresses only, without a referrer; images are not loaded.

import type { MarkedToken, Token, Tokens } from 'marked';
import type { ComponentChildren } from 'preact';
import { ExternalLink } from '../ui/external-link.js';
import type { Highlighter } from './highlight.js';

/** What references of HTML stand for. Others stay as they are written; those by number are read by the lexer. */
const characters: Readonly<Record<string, string>> = {
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  apos: "'",
  nbsp: '\u00a0',
  ndash: '–',
  mdash: '—',
  hellip: '…',
  euro: '€',
  copy: '©',
  reg: '®',
  trade: '™',
};

/** The text with its references decoded, once. */
function decodeReferences(text: string): string {
  return text.replace(/&([a-z]{2,6});/g, (whole, name) => characters[name] ?? whole);
}

const maxDepth = 16;

/** Renders the parts of a line, with the names in their texts marked. */
export function inlines(tokens: readonly Token[], highlight: Highlighter, depth = 0): ComponentChildren[] {
  if (depth > maxDepth) return [tokens.map(({ raw }) => raw).join('')];
  return tokens.map((token) => inline(token, highlight, depth));
}

/** A link whose text is a number alone is the citation. */
function link({ href: written, text, tokens }: Tokens.Link, highlight: Highlighter, depth: number): ComponentChildren {
  const href = decodeReferences(written);
  const citation = highlight.cite?.(href);
  if (citation && /^\[?\^?\d{1,3}\]?$/.test(text)) return citation;
  return (
    <>
      <ExternalLink href={href}>{inlines(tokens, highlight.inLinks ?? highlight, depth + 1)}</ExternalLink>
      {citation}
    </>
  );
}

function inline(given: Token, highlight: Highlighter, depth: number): ComponentChildren {
  const token = given as MarkedToken; // safe because no extension adds tokens of other types
  const inner = (tokens: readonly Token[]) => inlines(tokens, highlight, depth + 1);
  switch (token.type) {
    case 'text':
      return token.tokens ? inner(token.tokens) : highlight(decodeReferences(token.text));
    case 'escape':
      return token.text;
    case 'strong':
      return <strong>{inner(token.tokens)}</strong>;
    case 'em':
      return <em>{inner(token.tokens)}</em>;
    case 'del':
      return <del>{inner(token.tokens)}</del>;
    case 'codespan':
      return <code>{token.text}</code>;
    case 'br':
      return <br />;
    case 'link':
      return link(token, highlight, depth);
    case 'image':
      return <ExternalLink href={token.href}>{`Image: ${token.text || token.href}`}</ExternalLink>;
    case 'html':
      return /^<br\s*\/?>$/i.test(token.text.trim()) ? <br /> : highlight(token.text);
    case 'checkbox':
      return token.checked ? '☑ ' : '☐ ';
    default:
      return token.raw;
  }
}
