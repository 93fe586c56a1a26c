// The options of the filters: the brands that the key can read, the tags of their prompts, and the models.

import { ask, type Complete } from './api.js';
import { catalogDocument } from './documents.js';
import type { CatalogQuery } from './generated.js';

export type Catalog = Complete<CatalogQuery>;

/** Brands by name, models by label. Throws `ApiError`. */
export async function loadCatalog(): Promise<Catalog> {
  const { brands, models } = await ask(catalogDocument, {});
  return {
    brands: [...brands].sort((a, b) => a.name.localeCompare(b.name, 'en')),
    models: [...models].sort((a, b) => a.label.localeCompare(b.label, 'en')),
  };
}
