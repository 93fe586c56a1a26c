// A matrix of ratios: every cell has its figure as text, tinted by its value, and leads to the answers behind it.

import type { VNode } from 'preact';
import type { Target } from '../app/address.js';
import { Link } from '../app/navigation.js';
import { SortHeader, type SortHeaderProps } from '../lists/data-table.js';
import { Scrollable } from '../ui/scrollable.js';

export interface MatrixCell {
  /** A fraction in [0, 1] that gives the tint; null has none. */
  readonly value: number | null;
  readonly text: string;
  readonly title: string;
  readonly to?: Target;
  /** Below the figure: how it changed, with the sign and in the colour of a change that is more than chance. */
  readonly sub?: { readonly text: string; readonly mood: string };
}

interface MatrixProps {
  readonly label: string;
  readonly columns: readonly (Pick<SortHeaderProps, 'text' | 'sorted' | 'onSort'> & { readonly id: string })[];
  readonly rows: readonly MatrixRow[];
}

interface MatrixRow {
  readonly id: string;
  readonly label: string;
  /** How many answers it is of, where that is one number. */
  readonly count: string;
  readonly cells: readonly MatrixCell[];
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
            {columns.map(({ id, ...header }) => (
              <SortHeader key={id} {...header} />
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map(({ id, label, count, cells }) => (
            <tr key={id}>
              <th scope="row" title={label}>
                <span>
                  <bdi>{label}</bdi> {count && <small class="quiet">{count}</small>}
                </span>
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

function Cell({ cell: { value, text, title, to, sub } }: { readonly cell: MatrixCell }): VNode {
  const tint = `color-mix(in srgb, var(--accent) ${((value ?? 0) * strongestTint).toFixed(1)}%, var(--surface))`;
  return (
    <td class={value === null ? 'no-data' : undefined} style={{ backgroundColor: tint }} title={title}>
      {to ? (
        <Link to={to} aria-label={`${text}. ${title}`}>
          {text}
        </Link>
      ) : (
        text
      )}
      {sub && <small class={`under change ${sub.mood}`}>{sub.text}</small>}
    </td>
  );
}
