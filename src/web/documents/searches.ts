// What the page of searches asks: the web queries of the models in figures, and one page of them.

import { declared, given, typed } from '../data/document.js';
import type { SearchListQuery, SearchListQueryVariables } from './generated/searches.js';

export const searchListDocument = typed<SearchListQuery, SearchListQueryVariables>(`
query SearchList(
  ${declared},
  $page: Int!, $order: QueryOrder!, $direction: SortDirection!, $search: String, $presence: Presence!
) {
  brandAnalytics(${given}) {
    previous { totals { runs } }
    queryFanout(
      page: $page, limit: 20, orderBy: $order, direction: $direction, search: $search, presence: $presence
    ) {
      summary { runs searchedRuns coverage queries uniqueQueries averagePerRun }
      data { query runs prompts models brandMentions visibility isNew previous { runs } }
      pagination { page limit total }
    }
  }
}`);
