// A figure that leads to its answers, and says how many it leads to.

import type { ComponentChildren } from 'preact';
import type { Params } from '../app/address.js';
import { Link } from '../app/navigation.js';
import type { View } from '../data/view.js';
import { counted, whole } from '../ui/format.js';

interface AnswersLinkProps {
  /** As many answers as it leads to: none of them, no link. */
  readonly count: number;
  /** Which ones, among those of the view. */
  readonly of: Params;
  readonly view?: Partial<View>;
  /** What else is said on hover. */
  readonly title?: string;
  readonly class?: string;
  /** Default: the count. */
  readonly children?: ComponentChildren;
}

export function AnswersLink({ count, of, view = {}, title, class: className, children }: AnswersLinkProps) {
  const shown = children ?? whole(count);
  if (count === 0)
    return (
      <span class={className} title={title}>
        {shown}
      </span>
    );
  const read = readText(count);
  return (
    <Link class={className} to={{ page: 'answers', params: of, view }} title={title ? `${title}. ${read}` : read}>
      {shown}
    </Link>
  );
}

/** What such a link says. */
export const readText = (count: number): string => `Read ${counted(count, 'answer')}`;
