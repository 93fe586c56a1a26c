// What the page of sources asks: one page of domains or of URLs, and what changed from the window before.

import { declared, given, typed } from '../data/document.js';
import type * as types from './generated/sources.js';

export const domainListDocument = typed<types.DomainListQuery, types.DomainListQueryVariables>(`
query DomainList(
  ${declared},
  $page: Int!, $order: SourceOrder!, $direction: SortDirection!, $search: String, $outcome: Outcome!, $category: [SourceCategory!]
) {
  brandAnalytics(${given}) {
    previous { totals { citations } }
    sources: citedDomains(
      page: $page, limit: 20, orderBy: $order, direction: $direction, search: $search, outcome: $outcome, category: $category
    ) {
      data { domain category company citations share runs coverage prompts urls isNew previous { citations } }
      pagination { page limit total }
    }
  }
}`);

export const urlListDocument = typed<types.UrlListQuery, types.UrlListQueryVariables>(`
query UrlList(
  ${declared},
  $page: Int!, $order: SourceOrder!, $direction: SortDirection!, $search: String, $outcome: Outcome!, $category: [SourceCategory!]
) {
  brandAnalytics(${given}) {
    previous { totals { citations } }
    sources: citedUrls(
      page: $page, limit: 20, orderBy: $order, direction: $direction, search: $search, outcome: $outcome, category: $category
    ) {
      data { url title domain category company citations share runs coverage prompts isNew previous { citations } }
      pagination { page limit total }
    }
  }
}`);

export const domainMovesDocument = typed<types.DomainMovesQuery, types.DomainMovesQueryVariables>(`
query DomainMoves(${declared}) {
  brandAnalytics(${given}) {
    newest: citedDomains(orderBy: CHANGE, direction: DESC, limit: 5) { data { domain citations runs isNew } }
    lost: citedDomains(presence: LOST, limit: 5) { data { domain previous { citations } } pagination { total } }
    previous { totals { runs } }
  }
}`);
