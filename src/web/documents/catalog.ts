// What the filters offer: the brands that the key can read, the models, and what the answers of a brand differ in.

import { declaredRuns, givenRuns, typed } from '../data/document.js';
import type * as types from './generated/catalog.js';

/** There may be thousands of brands: what more is to be known of one is asked of that one. */
export const catalogDocument = typed<types.CatalogQuery, types.CatalogQueryVariables>(
  'query Catalog { brands { id name } models { id label } }',
);

export const brandDocument = typed<types.BrandQuery, types.BrandQueryVariables>(`
query Brand($brandId: ID!) {
  brand(id: $brandId) { tags models { id } providers markets firstRunAt lastRunAt competitors { name } }
}`);

/** Whether the answers of a window differ in what no list of a brand says. */
export const filterValuesDocument = typed<types.FilterValuesQuery, types.FilterValuesQueryVariables>(`
query FilterValues(${declaredRuns}) {
  brandAnalytics(${givenRuns}) {
    webSearch: breakdown(by: [WEB_SEARCH]) { pagination { total } }
    branded: breakdown(by: [BRANDED]) { pagination { total } }
  }
}`);
