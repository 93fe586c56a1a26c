// The Markdown of an answer as elements of the page. Nothing here parses HTML: tags in an answer are shown as the text that they are, images are
// links that nobody follows by himself, and what is too long or too deep is shown unformatted. So nothing of an answer runs or is requested.

import { Lexer, type MarkedToken, type Token, type Tokens } from 'marked';
import type { ComponentChildren, VNode } from 'preact';
import { Scrollable } from '../ui/scrollable.js';
import type { Highlighter } from './highlight.js';
import { inlines } from './inline.js';

/** Longer texts are shown unformatted. One that is made to take the lexer long takes half a second at this length; real answers are much shorter. */
export const maxFormattedLength = 30_000;
const maxDepth = 16;

/** Renders the text of an answer with the names of companies marked. */
export function Markdown({ text, highlight }: { readonly text: string; readonly highlight: Highlighter }): VNode {
  const tokens = readTokens(text);
  if (!tokens) return <div class="markdown unformatted">{highlight(text)}</div>;
  return <div class="markdown">{blocks(tokens, highlight, 0)}</div>;
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

function blocks(tokens: readonly Token[], highlight: Highlighter, depth: number): ComponentChildren[] {
  if (depth > maxDepth) return [tokens.map(({ raw }) => raw).join('')];
  return tokens.map((token) => block(token, highlight, depth));
}

function block(given: Token, highlight: Highlighter, depth: number): ComponentChildren {
  const token = given as MarkedToken; // safe because no extension adds tokens of other types
  switch (token.type) {
    case 'space':
    case 'def':
      return null;
    case 'heading':
      return <Heading depth={token.depth}>{inlines(token.tokens, highlight)}</Heading>;
    case 'paragraph':
      return <p>{inlines(token.tokens, highlight)}</p>;
    case 'blockquote':
      return <blockquote>{blocks(token.tokens, highlight, depth + 1)}</blockquote>;
    case 'list':
      return list(token, highlight, depth);
    case 'code':
      return (
        <pre>
          <code>{token.text}</code>
        </pre>
      );
    case 'table':
      return table(token, highlight);
    case 'hr':
      return <hr />;
    case 'html':
      return <p>{inlines([token], highlight)}</p>;
    default:
      return inlines([token], highlight);
  }
}

/** Headings of an answer stand below those of the page. */
function Heading({ depth, children }: { readonly depth: number; readonly children: ComponentChildren }): VNode {
  if (depth <= 1) return <h3>{children}</h3>;
  return depth === 2 ? <h4>{children}</h4> : <h5>{children}</h5>;
}

function list({ ordered, start, items }: Tokens.List, highlight: Highlighter, depth: number): VNode {
  const entries = items.map(({ tokens }, index) => <li key={index}>{blocks(tokens, highlight, depth + 1)}</li>);
  if (!ordered) return <ul>{entries}</ul>;
  return <ol start={typeof start === 'number' ? start : 1}>{entries}</ol>;
}

function table({ header, rows }: Tokens.Table, highlight: Highlighter): VNode {
  return (
    <Scrollable label="Table in the answer">
      <table>
        <thead>
          <tr>
            {header.map(({ tokens }) => (
              <th scope="col">{inlines(tokens, highlight)}</th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((cells) => (
            <tr>
              {cells.map(({ tokens }) => (
                <td>{inlines(tokens, highlight)}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </Scrollable>
  );
}
