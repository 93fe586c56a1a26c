// What the page of searches asks: the web queries of the models in figures, and one page of them.

import { typed } from '../data/document.js';
import type { SearchListQuery, SearchListQueryVariables } from './generated/searches.js';

export const searchListDocument = typed<SearchListQuery, SearchListQueryVariables>(`
query SearchList(
  $brandId: ID!, $start: DateTime!, $end: DateTime!, $model: ID, $tags: [String!],
  $page: Int!, $order: QueryOrder!, $direction: SortDirection!, $search: String
) {
  brandAnalytics(brandId: $brandId, start: $start, end: $end, model: $model, tags: $tags) {
    queryFanout(page: $page, limit: 20, orderBy: $order, direction: $direction, search: $search) {
      summary { runs searchedRuns coverage queries uniqueQueries averagePerRun }
      data { query runs prompts models brandMentions visibility isNew previous { runs } }
      pagination { page limit total }
    }
  }
}`);
