// Figures that lead to their answers, and say how many they lead to.

import type { ComponentChildren } from 'preact';
import type { Params } from '../app/address.js';
import { Link } from '../app/navigation.js';
import type { View } from '../data/view.js';
import { counted, percent, whole } from '../ui/format.js';

interface AnswersLinkProps {
  /** As many answers as it leads to: none of them, no link. */
  readonly count: number;
  /** Which ones, among those of the view. */
  readonly of: Params;
  readonly view?: Partial<View> | undefined;
  /** What else is said on hover. */
  readonly title?: string;
  readonly class?: string;
  /** Default: the count. */
  readonly children?: ComponentChildren;
}

export function AnswersLink({ count, of, view = {}, title, children = whole(count), ...rest }: AnswersLinkProps) {
  const read = readText(count);
  return count === 0 ? (
    <span {...rest} title={title}>
      {children}
    </span>
  ) : (
    <Link {...rest} to={{ page: 'answers', params: of, view }} title={title ? `${title}. ${read}` : read}>
      {children}
    </Link>
  );
}

/** What such a link says. */
export const readText = (count: number): string => `Read ${counted(count, 'answer')}`;

/** The figure, and a bar that 1 would fill; nothing below a figure that is missing. */
export function Meter({ value, children }: { readonly value: number | null; readonly children: ComponentChildren }) {
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

interface ShareLinkProps extends Pick<AnswersLinkProps, 'of' | 'view'> {
  /** The share that these are of the answers of a row. */
  readonly value: number | null;
  readonly mentions: number;
  readonly runs: number;
  /** What else its tooltip says. */
  readonly more?: string;
  /** Whether an address selects just these. */
  readonly isLinked?: boolean;
  /** Stands below the figure. */
  readonly children?: ComponentChildren;
}

/** A share of answers that leads to them, with a bar. */
export function ShareLink({ value, mentions, runs, more = '', isLinked = true, children, ...rest }: ShareLinkProps) {
  const title = `${value}: ${whole(mentions)} of ${counted(runs, 'answer')}${more}`;
  return (
    <Meter value={value}>
      <AnswersLink {...rest} count={isLinked ? mentions : 0} title={title}>
        {percent(value)}
      </AnswersLink>
      {children}
    </Meter>
  );
}
