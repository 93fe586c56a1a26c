// Links to other hosts: http and https only, without a referrer, and unknown to search engines.

import type { ComponentChildren } from 'preact';

interface ExternalLinkProps {
  readonly href: string;
  readonly title?: string;
  readonly children: ComponentChildren;
}

/** A link that opens in a new tab; plain text if the address is not of http or https. */
export function ExternalLink({ href, title = href, children }: ExternalLinkProps) {
  if (!/^https?:\/\//i.test(href) || !URL.canParse(href)) return <span>{children}</span>;
  return (
    <a href={href} title={title} target="_blank" rel="noopener noreferrer nofollow">
      {children}
    </a>
  );
}
