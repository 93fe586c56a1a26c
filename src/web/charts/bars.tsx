// Horizontal bars of shares with their figures, as elements: the text can be selected, and screen readers read it.

import type { VNode } from 'preact';
import type { Target } from '../app/address.js';
import { Link } from '../app/navigation.js';

interface Bar {
  readonly id: string;
  readonly label: string;
  /** A fraction in [0, 1]; a bar without a value has none, and its text says why. */
  readonly value: number | null;
  readonly low?: number | null;
  readonly high?: number | null;
  readonly isStrong?: boolean;
  readonly text: string;
  readonly to?: Target;
  /** The exact figures, shown on hover. */
  readonly note?: string;
}

interface BarsProps {
  readonly label: string;
  readonly rows: readonly Bar[];
}

/** A list of bars. The whole width is 100 %. */
export function Bars({ label, rows }: BarsProps): VNode {
  return (
    <ul class="bars" aria-label={label}>
      {rows.map((bar) => (
        <BarRow key={bar.id} bar={bar} />
      ))}
    </ul>
  );
}

function BarRow({ bar }: { readonly bar: Bar }): VNode {
  const { label, value, low = null, high = null, isStrong, text, to, note } = bar;
  const across = (share: number) => `${100 * share}%`;
  return (
    <li class={isStrong ? 'strong' : undefined} title={note ? `${label}: ${note}` : label}>
      <span class="bar-name">{to ? <Link to={to}>{label}</Link> : label}</span>
      <span class="bar-track" aria-hidden="true">
        {value !== null && <span class="bar-fill" style={{ width: across(value) }} />}
        {low !== null && high !== null && (
          <span class="bar-interval" style={{ left: across(low), width: across(high - low) }} />
        )}
      </span>
      <span class="bar-figure">{text}</span>
    </li>
  );
}
