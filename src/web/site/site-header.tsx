// The header of the pages beside the dashboard: where the other pages are, and the settings.

import { Mark } from '../ui/icons.js';
import { SignOut, ThemeSelect } from './settings.js';

const pages = [
  { href: '/', label: 'Dashboard' },
  { href: '/graphql', label: 'GraphiQL' },
  { href: '/api/v1/docs', label: 'REST' },
] as const;

interface SiteHeaderProps {
  /** The path of this page. */
  readonly current: (typeof pages)[number]['href'];
  readonly isSignedIn: boolean;
  readonly onTheme?: () => void;
}

export function SiteHeader({ current, isSignedIn, onTheme }: SiteHeaderProps) {
  // The dashboard leads here with its brand, and is led back to with it.
  const brand = new URLSearchParams(location.search).get('brand');
  const query = brand ? `?${new URLSearchParams({ brand })}` : '';
  return (
    <header class="top">
      <a class="home" href={`/${query}`} aria-label="Sightline: dashboard">
        <Mark size={26} /> <span>Sightline</span>
      </a>
      <nav aria-label="Pages">
        {pages.map(({ href, label }) => (
          <a href={href + query} key={href} aria-current={href === current ? 'page' : undefined}>
            {label}
          </a>
        ))}
      </nav>
      <div class="top-settings">
        <ThemeSelect onChoose={onTheme} />
        {isSignedIn && <SignOut />}
      </div>
    </header>
  );
}
