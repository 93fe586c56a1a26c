// What the key can read: the brands, their tags and the models, loaded once for all pages.

import { createContext } from 'preact';
import { useContext } from 'preact/hooks';
import type { Complete } from '../data/document.js';
import { windowOf } from '../data/view.js';
import type { CatalogQuery } from '../documents/generated/catalog.js';
import { dayRange } from '../ui/format.js';
import { useAddress } from './navigation.js';

type Catalog = Complete<CatalogQuery>;
export type Brand = Catalog['brands'][number];

export const CatalogContext = createContext<Catalog>({ brands: [], models: [] });

export function useCatalog(): Catalog {
  return useContext(CatalogContext);
}

/** The brand of the view; `null` if the key cannot read one of that id. */
export function useBrand(): Brand | null {
  const { brands } = useCatalog();
  const { view } = useAddress();
  return brands.find(({ id }) => id === view.brand) ?? null;
}

/** The name of a model, or its id. */
export function labelOf({ models }: Catalog, model: string): string {
  return models.find(({ id }) => id === model)?.label ?? model;
}

/** What the figures of the page are of, for titles, pictures and print. */
export function useScope(): { readonly text: string; readonly file: readonly string[] } {
  const { view, route } = useAddress();
  const catalog = useCatalog();
  const brand = useBrand();
  const days = windowOf(view);
  const { provider, market, search, branded } = view;
  const selected = (model: string, searchText: string, brandedText: string) => [
    ...[model, provider, market],
    ...[search && searchText + search, branded && brandedText + branded],
  ];
  const kinds = selected(view.model && labelOf(catalog, view.model), 'web search: ', 'branded: ');
  const parts = [brand?.name ?? view.brand, dayRange(days), view.timeZone, ...kinds, ...view.tags];
  return {
    text: parts.filter(Boolean).join(' · '),
    file: [
      ...[view.brand, days.from, days.to, ...selected(view.model, 'web-search-', 'branded-')],
      ...('promptId' in route ? [route.promptId] : view.tags),
      ...('company' in route ? [route.company] : []),
    ],
  };
}

/** Brands by name, models by label. */
export function sorted({ brands, models }: Catalog): Catalog {
  return {
    brands: [...brands].sort((a, b) => a.name.localeCompare(b.name, 'en')),
    models: [...models].sort((a, b) => a.label.localeCompare(b.label, 'en')),
  };
}
