// What the filters offer: the brands that the key can read, the tags of their prompts, and the models.

import { declaredRuns, givenRuns, typed } from '../data/document.js';
import type * as types from './generated/catalog.js';

export const catalogDocument = typed<types.CatalogQuery, types.CatalogQueryVariables>(
  'query Catalog { brands { id name tags models { id } providers markets lastRunAt competitors { name } } models { id label } }',
);

/** Whether the answers of a window differ in what no list of a brand says. */
export const filterValuesDocument = typed<types.FilterValuesQuery, types.FilterValuesQueryVariables>(`
query FilterValues(${declaredRuns}) {
  brandAnalytics(${givenRuns}) {
    webSearch: breakdown(by: [WEB_SEARCH]) { pagination { total } }
    branded: breakdown(by: [BRANDED]) { pagination { total } }
  }
}`);
