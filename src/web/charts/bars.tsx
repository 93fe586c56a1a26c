// Horizontal bars of shares with their figures, as elements: the text can be selected, and screen readers read it.

import type { Target } from '../app/address.js';
import { Link } from '../app/navigation.js';
import type { Bounds } from '../ui/format.js';

interface Bar {
  readonly label: string;
  /** A fraction in [0, 1]; a bar without a value has none, and its text says why. */
  readonly value: number | null;
  readonly bounds: Bounds | null;
  readonly isStrong: boolean;
  readonly text: string;
  readonly to?: Target;
  /** The exact figures, shown on hover. */
  readonly note: string;
}

const across = (share: number) => `${100 * share}%`;

/** A list of bars. The whole width is 100 %. */
export function Bars({ label: name, rows }: { readonly label: string; readonly rows: readonly Bar[] }) {
  return (
    <ul class="bars" aria-label={name}>
      {rows.map(({ label, value, bounds, isStrong, text, to, note }) => (
        <li class={isStrong ? 'strong' : undefined} title={`${label}: ${note}`} key={label}>
          <span class="bar-name" dir="auto">
            {to ? <Link to={to}>{label}</Link> : label}
          </span>
          <span class="bar-track" aria-hidden="true">
            {value !== null && <span class="bar-fill" style={{ width: across(value) }} />}
            {bounds && (
              <span
                class="bar-interval"
                style={{ left: across(bounds.low), width: across(bounds.high - bounds.low) }}
              />
            )}
          </span>
          <span class="bar-figure">{text}</span>
          <span class="visually-hidden">{note}</span>
        </li>
      ))}
    </ul>
  );
}
