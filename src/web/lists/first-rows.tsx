// The first rows of what is there whole, and a button that shows the others.

import type { ComponentChildren } from 'preact';
import { useState } from 'preact/hooks';
import { whole } from '../ui/format.js';

const firstShown = 15;

interface FirstRowsProps<Row> {
  readonly rows: readonly Row[];
  readonly noun: string;
  readonly children: (rows: readonly Row[]) => ComponentChildren;
}

export function FirstRows<Row>({ rows, noun, children }: FirstRowsProps<Row>) {
  const [isWhole, setWhole] = useState(false);
  return (
    <>
      {children(isWhole ? rows : rows.slice(0, firstShown))}
      {!isWhole && rows.length > firstShown && (
        <p class="spaced">
          <button type="button" class="link" onClick={() => setWhole(true)}>
            Show all {whole(rows.length)} {noun}
          </button>
        </p>
      )}
    </>
  );
}
