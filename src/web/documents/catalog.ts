// What the filters offer: the brands that the key can read, the tags of their prompts, and the models.

import { typed } from '../data/document.js';
import type { CatalogQuery, CatalogQueryVariables } from './generated/catalog.js';

export const catalogDocument = typed<CatalogQuery, CatalogQueryVariables>(
  'query Catalog { brands { id name tags lastRunAt competitors { name } } models { id label } }',
);
