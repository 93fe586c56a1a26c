// Short labels of an answer or a source.

import type { ComponentChildren, VNode } from 'preact';

type Kind = 'plain' | 'positive' | 'neutral' | 'mixed' | 'negative' | 'own' | 'competitor' | 'new';

interface BadgeProps {
  readonly kind?: Kind;
  readonly title?: string;
  readonly children: ComponentChildren;
}

/** A label; a sentiment has its colour as a dot beside its name. */
export function Badge({ kind = 'plain', title, children }: BadgeProps): VNode {
  return (
    <span class={`badge ${kind}`} title={title}>
      {children}
    </span>
  );
}
