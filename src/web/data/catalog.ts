// The options of the filters: the brands that the key can read, the tags of their prompts, and the models.

import { ask } from './api.js';

export interface Brand {
  readonly id: string;
  readonly name: string;
  /** The tags of its prompts. */
  readonly tags: readonly string[];
  /** `null` if it has no runs. */
  readonly lastRunAt: string | null;
}

export interface Catalog {
  readonly brands: readonly Brand[];
  readonly models: readonly { readonly id: string; readonly label: string }[];
}

export const catalogDocument = 'query Catalog { brands { id name tags lastRunAt } models { id label } }';

/** Brands by name, models by label. Throws `ApiError`. */
export async function loadCatalog(): Promise<Catalog> {
  const { brands, models } = await ask<Catalog>(catalogDocument);
  return {
    brands: [...brands].sort((a, b) => a.name.localeCompare(b.name, 'en')),
    models: [...models].sort((a, b) => a.label.localeCompare(b.label, 'en')),
  };
}
