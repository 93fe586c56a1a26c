// What may be wider than its card: it scrolls sideways, by keyboard too.

import type { ComponentChildren } from 'preact';

interface ScrollableProps {
  readonly label: string;
  readonly class?: string;
  readonly children: ComponentChildren;
}

/** A named region that can be scrolled. */
export function Scrollable({ label, class: className = '', children }: ScrollableProps) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: without a place in the order of keys nobody could scroll it by them
    <section class={`scrollable ${className}`} aria-label={label} tabIndex={0}>
      {children}
    </section>
  );
}
