// A link to an address of the dashboard for parts that do not know its pages: they are given the address as text.

import type { ComponentChildren, VNode } from 'preact';

interface LocalLinkProps {
  readonly href: string;
  readonly children: ComponentChildren;
}

/** Goes there without loading the page again; with a modifier key it opens as any other link. */
export function LocalLink({ href, children }: LocalLinkProps): VNode {
  const onClick = (event: MouseEvent) => {
    if (event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
    event.preventDefault();
    history.pushState(null, '', href);
    // The navigation follows the browser's history.
    dispatchEvent(new PopStateEvent('popstate'));
    scrollTo(0, 0);
  };
  return (
    <a href={href} onClick={onClick}>
      {children}
    </a>
  );
}
