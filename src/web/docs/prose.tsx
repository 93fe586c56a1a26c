// Texts of the description: its Markdown as elements, and paths that wrap where their segments begin.

import { Lexer, type MarkedToken, type Token } from 'marked';
import { Fragment } from 'preact';
import { inlines } from '../markdown/inline.js';
import { Markdown } from '../markdown/markdown.js';

const plain = (text: string) => text;

/** A text with paragraphs and lists. */
export function Prose({ text }: { readonly text: string }) {
  return <Markdown text={text} highlight={plain} />;
}

/** A text of one paragraph, as a part of a line. */
export function Inline({ text }: { readonly text: string }) {
  const tokens: readonly Token[] = Lexer.lexInline(text);
  return <>{inlines(tokens as readonly MarkedToken[], plain)}</>; // safe because no extension adds tokens of other types
}

/** A path, its parameters set apart. */
export function PathText({ path }: { readonly path: string }) {
  return (
    <span class="path">
      {path.split(/(?=\/)/).map((segment, index) => (
        <Fragment key={index}>
          {index > 0 && <wbr />}
          {segment.startsWith('/{') ? (
            <>
              /<var>{segment.slice(1)}</var>
            </>
          ) : (
            segment
          )}
        </Fragment>
      ))}
    </span>
  );
}
