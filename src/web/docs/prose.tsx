// Texts of the description: its Markdown as elements, and paths that wrap where their segments begin.

import { Lexer } from 'marked';
import { Fragment } from 'preact';
import { Markdown, parts } from '../markdown/markdown.js';

const plain = (text: string) => text;

/** A text with paragraphs and lists. */
export function Prose({ text }: { readonly text: string }) {
  return <Markdown text={text} highlight={plain} />;
}

/** A text of one paragraph, as a part of a line. */
export function Inline({ text }: { readonly text: string }) {
  return <>{parts(Lexer.lexInline(text), plain)}</>;
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
