// What the key can read, loaded once for all pages: the brands and the models; and what there is of the brand of the view.

import { createContext } from 'preact';
import { useContext } from 'preact/hooks';
import { type Query, useQuery } from '../data/use-query.js';
import { windowOf } from '../data/view.js';
import type { BrandQuery, CatalogQuery } from '../documents/generated/overview.js';
import { brandDocument } from '../documents/overview.js';
import { dayRange } from '../ui/format.js';
import { useAddress } from './navigation.js';

export type Brand = CatalogQuery['brands'][number] & BrandQuery['brand'];

export const CatalogContext = createContext<CatalogQuery>({ brands: [], models: [] });

export function useCatalog(): CatalogQuery {
  return useContext(CatalogContext);
}

/** What there is of the brand of the view. */
export function useKnown(): Query<BrandQuery> {
  const { brand } = useAddress().view;
  return useQuery(brandDocument, brand === '' ? null : { brandId: brand });
}

const nothing = {
  tags: [],
  models: [],
  providers: [],
  markets: [],
  firstRunAt: null,
  lastRunAt: null,
  competitors: [],
};

/** The brand of the view, until more is known by its name alone; `null` if the key cannot read one of that id. */
export function useBrand(): Brand | null {
  const { brands } = useCatalog();
  const { view } = useAddress();
  const { data } = useKnown();
  const named = brands.find(({ id }) => id === view.brand);
  return named ? { ...nothing, ...data?.brand, ...named } : null;
}

/** The name of a model, or its id. */
export function labelOf({ models }: CatalogQuery, model: string): string {
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
export function sorted({ brands, models }: CatalogQuery): CatalogQuery {
  return {
    brands: [...brands].sort((a, b) => a.name.localeCompare(b.name, 'en')),
    models: [...models].sort((a, b) => a.label.localeCompare(b.label, 'en')),
  };
}
