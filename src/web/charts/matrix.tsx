// A matrix of ratios: every cell has its figure as text, tinted by its value, and leads to the answers behind it.

import type { VNode } from 'preact';
import { LocalLink } from '../ui/local-link.js';
import { Scrollable } from '../ui/scrollable.js';

interface MatrixCell {
  /** A fraction in [0, 1] that gives the tint; null has none. */
  readonly value: number | null;
  readonly text: string;
  readonly title: string;
  readonly href?: string;
}

interface MatrixRow {
  readonly id: string;
  readonly label: string;
  readonly isStrong?: boolean;
  readonly cells: readonly MatrixCell[];
}

interface MatrixProps {
  readonly label: string;
  readonly columns: readonly { readonly id: string; readonly label: string }[];
  readonly rows: readonly MatrixRow[];
}

/** Tints stay light enough for text to be read on each. */
const strongestTint = 34;

/** A table of tinted figures. It scrolls sideways where it does not fit, with its first column in place. */
export function Matrix({ label, columns, rows }: MatrixProps): VNode {
  return (
    <Scrollable label={label}>
      <table class="matrix">
        <caption class="visually-hidden">{label}</caption>
        <thead>
          <tr>
            <td />
            {columns.map(({ id, label }) => (
              <th key={id} scope="col">
                {label}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map(({ id, label, isStrong, cells }) => (
            <tr key={id} class={isStrong ? 'strong' : undefined}>
              <th scope="row" title={label}>
                {label}
              </th>
              {cells.map((cell, index) => (
                <Cell key={columns[index]?.id} cell={cell} />
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </Scrollable>
  );
}

function Cell({ cell: { value, text, title, href } }: { readonly cell: MatrixCell }): VNode {
  const tint = `color-mix(in srgb, var(--accent) ${((value ?? 0) * strongestTint).toFixed(1)}%, var(--surface))`;
  return (
    <td class={value === null ? 'no-data' : undefined} style={{ backgroundColor: tint }} title={title}>
      {href ? <LocalLink href={href}>{text}</LocalLink> : text}
    </td>
  );
}
