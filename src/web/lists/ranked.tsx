// A short list: what each of its rows is, its figure, and a line about it.

import type { ComponentChildren } from 'preact';
import type { Target } from '../app/address.js';
import { Link } from '../app/navigation.js';
import { hostText } from '../data/host.js';
import type { Days } from '../data/period.js';

interface RankedRow {
  readonly id: string;
  readonly text: string;
  /** Default: the text. */
  readonly title?: string;
  readonly to: Target;
  readonly figure?: string;
  readonly about: ComponentChildren;
}

export function Ranked({ rows }: { readonly rows: readonly RankedRow[] }) {
  return (
    <ol class="ranked">
      {rows.map(({ id, text, title = text, to, figure, about }) => (
        <li key={id}>
          <Link to={to} title={title} dir="auto">
            {text}
          </Link>
          {figure && <strong>{figure}</strong>}
          <span class="quiet">{about}</span>
        </li>
      ))}
    </ol>
  );
}

/** What such a row is of a domain, which leads to it in the list of sources; `earlier`: in that of these days, where they are others than the view's. */
export const domainRow = (domain: string, outcome?: 'GAP', earlier?: Days | null) => ({
  id: domain,
  text: hostText(domain),
  title: domain,
  to: {
    page: 'sources',
    params: { outcome, search: hostText(domain) },
    ...(earlier && { view: { period: earlier, compare: 'previous' } }),
  } satisfies Target,
});
