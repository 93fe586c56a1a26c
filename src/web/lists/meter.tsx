// A figure with a thin bar below it.

import type { ComponentChildren, VNode } from 'preact';

interface MeterProps {
  readonly value: number | null;
  /** What fills the bar. */
  readonly of: number;
  readonly children: ComponentChildren;
}

/** The figure, and its part of `of` as a bar; nothing below a figure that is missing. */
export function Meter({ value, of, children }: MeterProps): VNode {
  return (
    <>
      {children}
      {value !== null && of > 0 && (
        <span class="cell-meter" aria-hidden="true">
          <span style={{ width: `${Math.min(100, (100 * value) / of)}%` }} />
        </span>
      )}
    </>
  );
}
