// Short labels of an answer or a source.

import type { ComponentChildren } from 'preact';
import { useAddress } from '../app/navigation.js';

type Kind = 'plain' | 'positive' | 'neutral' | 'mixed' | 'negative' | 'own' | 'competitor' | 'new';

interface BadgeProps {
  readonly kind?: Kind;
  readonly title?: string;
  readonly children: ComponentChildren;
}

/** A label; a sentiment has its colour as a dot beside its name. */
export function Badge({ kind = 'plain', title, children }: BadgeProps) {
  return (
    <span class={`badge ${kind}`} style={{ '--tone': `var(--${kind})` }} title={title}>
      {children}
    </span>
  );
}

/** Marks what the window compared with has none of; nothing where none is compared. */
export function NewBadge({ isNew }: { readonly isNew: boolean }) {
  const { view } = useAddress();
  if (!isNew || view.compare === 'none') return null;
  return (
    <Badge kind="new" title="Not in the window compared with, which has answers.">
      new
    </Badge>
  );
}
