// What surrounds every page: the brand, the pages, the filters, and the settings.

import type { ComponentChildren } from 'preact';
import { useEffect, useRef } from 'preact/hooks';
import { everything } from '../data/view.js';
import { SignOut, ThemeSelect } from '../site/settings.js';
import { Mark, pages } from '../ui/icons.js';
import { listOf } from './address.js';
import { useCatalog } from './catalog.js';
import { Filters } from './filters.js';
import { Link, useAddress } from './navigation.js';
import { Select } from './select.js';

/** Parameters that name something of a brand. */
const namesOfBrand = ['prompt', 'company', 'domain', 'url', 'query', 'show', 'page'];

export function Shell({ children }: { readonly children: ComponentChildren }) {
  const { route } = useAddress();
  const current = listOf(route.page) ?? route.page;
  const nav = useRef<HTMLElement>(null);
  useEffect(() => bringIntoSight(nav.current), [current]);
  return (
    <div class="shell">
      <a class="skip" href="#main">
        Skip to the figures
      </a>
      <header class="side">
        <Link class="home" to={{ page: 'overview' }}>
          <Mark /> Sightline
        </Link>
        <BrandSelect />
        <nav aria-label="Pages" ref={nav}>
          {pages.map(([page, label, Icon]) => (
            <Link to={{ page }} key={page} aria-current={page === current ? 'page' : undefined}>
              <Icon /> {label}
            </Link>
          ))}
        </nav>
        <div class="settings">
          <ThemeSelect />
          <ApiLinks />
          <SignOut />
        </div>
      </header>
      <div class="stage">
        <Filters />
        <main id="main" tabIndex={-1}>
          {children}
        </main>
        <footer class="page-foot">
          <ApiLinks />
          <SignOut />
        </footer>
      </div>
    </div>
  );
}

/** Scrolls the tabs of a narrow screen to the current one, and the page not at all. */
function bringIntoSight(nav: HTMLElement | null): void {
  const tab = nav?.querySelector('[aria-current]');
  if (!nav || !tab) return;
  const [room, box] = [nav.getBoundingClientRect(), tab.getBoundingClientRect()];
  nav.scrollLeft += box.left - room.left - (room.width - box.width) / 2;
}

/** What opens another brand: on the same page without what is of this one, or on the list that the page belongs to. */
export function useBrandChange(): (brand: string) => void {
  const { view, route, params, go } = useAddress();
  return (brand) => {
    const kept = Object.fromEntries(Object.entries(params).filter(([name]) => !namesOfBrand.includes(name)));
    const page = listOf(route.page);
    go({ ...(page ? { page } : { ...route, params: kept }), view: { ...everything, model: view.model, brand } });
  };
}

function BrandSelect() {
  const { brands } = useCatalog();
  const { view } = useAddress();
  const change = useBrandChange();
  const isLoading = brands.length === 0;
  return (
    <Select
      id="brand"
      class="brand-select"
      label="Brand"
      options={isLoading ? [[view.brand, view.brand || 'Loading …']] : brands.map(({ id, name }) => [id, name])}
      value={view.brand}
      usual={view.brand}
      disabled={isLoading}
      onChange={change}
    />
  );
}

/** These pages open with examples of the brand. */
function ApiLinks() {
  const query = `?${new URLSearchParams({ brand: useAddress().view.brand })}`;
  return (
    <>
      <a href={`/graphql${query}`}>GraphiQL</a>
      <a href={`/api/v1/docs${query}`}>REST</a>
    </>
  );
}
