// A share with a thin bar below it.

import type { ComponentChildren, VNode } from 'preact';

interface MeterProps {
  /** A fraction in [0, 1]. */
  readonly value: number | null;
  readonly children: ComponentChildren;
}

/** The figure, and a bar that 100 % would fill; nothing below a figure that is missing. */
export function Meter({ value, children }: MeterProps): VNode {
  return (
    <>
      {children}
      {value !== null && (
        <span class="cell-meter" aria-hidden="true">
          <span style={{ width: `${100 * value}%` }} />
        </span>
      )}
    </>
  );
}
