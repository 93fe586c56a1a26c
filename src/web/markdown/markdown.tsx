// The Markdown of an answer as elements of the page. Nothing here parses HTML: tags in an answer are shown as the text that they are, images are
// links that nobody follows by himself, links lead to http and https addresses only, without a referrer, and what is too long or too deep is shown
// unformatted. So nothing of an answer runs or is requested.

import { Lexer, type MarkedToken, type Token, type Tokens } from 'marked';
import type { ComponentChildren, VNode } from 'preact';
import { ExternalLink } from '../ui/external-link.js';
import { Scrollable } from '../ui/scrollable.js';
import type { Highlighter } from './highlight.js';

/** Longer texts are shown unformatted. One that is made to take the lexer long takes half a second at this length; real answers are much shorter. */
export const maxFormattedLength = 30_000;
const maxDepth = 16;

/** Renders the text of an answer with the names of companies marked. */
export function Markdown({ text, highlight }: { readonly text: string; readonly highlight: Highlighter }): VNode {
  const tokens = readTokens(text);
  if (!tokens) return <div class="markdown unformatted">{highlight(text)}</div>;
  return <div class="markdown">{parts(tokens, highlight)}</div>;
}

/** The tokens of a text; null if it is too long or nested too deeply to be formatted. */
function readTokens(text: string): readonly Token[] | null {
  if (text.length > maxFormattedLength || isDeep(text)) return null;
  try {
    return Lexer.lex(text, { gfm: true, breaks: true });
  } catch {
    // The lexer recurses and gives up on texts that are made to exhaust it.
    return null;
  }
}

/** Whether a line opens many quotes or lists at once, or is indented like many: the lexer recurses for each, and reads the rest again. */
const isDeep = (text: string) => /^(?:[ \t]*(?:>|[-+*]|\d{1,9}[.)])){17}|^[ \t]{80}/m.test(text);

/** Renders tokens, with the names in their texts marked. */
export function parts(tokens: readonly Token[], highlight: Highlighter, depth = 0): ComponentChildren[] {
  if (depth > maxDepth) return [tokens.map(({ raw }) => raw).join('')];
  return tokens.map((token) => part(token as MarkedToken, highlight, depth)); // safe because no extension adds tokens of other types
}

function part(token: MarkedToken, highlight: Highlighter, depth: number): ComponentChildren {
  const inner = (tokens: readonly Token[]) => parts(tokens, highlight, depth + 1);
  // The levels of a line are counted for themselves.
  const line = (tokens: readonly Token[]) => parts(tokens, highlight);
  switch (token.type) {
    case 'space':
    case 'def':
      return null;
    case 'heading': {
      // Headings of an answer stand below those of the page.
      const Heading = (['h3', 'h4'] as const)[token.depth - 1] ?? 'h5';
      return <Heading>{line(token.tokens)}</Heading>;
    }
    case 'paragraph':
      return <p>{line(token.tokens)}</p>;
    case 'blockquote':
      return <blockquote>{inner(token.tokens)}</blockquote>;
    case 'list': {
      const entries = token.items.map(({ tokens }, index) => <li key={index}>{inner(tokens)}</li>);
      return token.ordered ? <ol start={token.start === '' ? 1 : token.start}>{entries}</ol> : <ul>{entries}</ul>;
    }
    case 'code':
      return (
        <pre>
          <code>{token.text}</code>
        </pre>
      );
    case 'table':
      return table(token, line);
    case 'hr':
      return <hr />;
    case 'text':
      return token.tokens ? parts(token.tokens, highlight, 1) : highlight(decodeReferences(token.text));
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
    case 'html': {
      const shown = /^<br\s*\/?>$/i.test(token.text.trim()) ? <br /> : highlight(token.text);
      return token.block ? <p>{shown}</p> : shown;
    }
    case 'checkbox':
      return token.checked ? '☑ ' : '☐ ';
    default:
      return token.raw;
  }
}

function table({ header, rows }: Tokens.Table, line: (tokens: readonly Token[]) => ComponentChildren): VNode {
  return (
    <Scrollable label="Table in the answer">
      <table>
        <thead>
          <tr>
            {header.map(({ tokens }) => (
              <th scope="col">{line(tokens)}</th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((cells) => (
            <tr>
              {cells.map(({ tokens }) => (
                <td>{line(tokens)}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </Scrollable>
  );
}

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

/** A link whose text is a number alone is the citation. */
function link({ href: written, text, tokens }: Tokens.Link, highlight: Highlighter, depth: number): ComponentChildren {
  const href = decodeReferences(written);
  const citation = highlight.cite?.(href);
  if (citation && /^\[?\^?\d{1,3}\]?$/.test(text)) return citation;
  return (
    <>
      <ExternalLink href={href}>{parts(tokens, highlight.inLinks ?? highlight, depth + 1)}</ExternalLink>
      {citation}
    </>
  );
}
