// What the page of sources asks: one page of domains or of URLs, and what changed from the window before.

import { declared, given, typed } from '../data/document.js';
import type {
  DomainListQuery,
  DomainListQueryVariables,
  DomainMovesQuery,
  DomainMovesQueryVariables,
  StillCitedQuery,
  StillCitedQueryVariables,
  UrlListQuery,
  UrlListQueryVariables,
} from './generated/sources.js';

export const domainListDocument = typed<DomainListQuery, DomainListQueryVariables>(`
query DomainList(
  ${declared},
  $page: Int!, $order: SourceOrder!, $direction: SortDirection!, $search: String, $outcome: Outcome!, $category: [SourceCategory!]
) {
  brandAnalytics(${given}) {
    totals { runs citations uniqueDomains uniqueUrls }
    sources: citedDomains(
      page: $page, limit: 20, orderBy: $order, direction: $direction, search: $search, outcome: $outcome, category: $category
    ) {
      data { domain category company citations share runs coverage prompts urls isNew previous { citations } }
      pagination { page limit total }
    }
  }
}`);

export const urlListDocument = typed<UrlListQuery, UrlListQueryVariables>(`
query UrlList(
  ${declared},
  $page: Int!, $order: SourceOrder!, $direction: SortDirection!, $search: String, $outcome: Outcome!, $category: [SourceCategory!]
) {
  brandAnalytics(${given}) {
    totals { runs citations uniqueDomains uniqueUrls }
    sources: citedUrls(
      page: $page, limit: 20, orderBy: $order, direction: $direction, search: $search, outcome: $outcome, category: $category
    ) {
      data { url title domain category company citations share runs coverage prompts isNew previous { citations } }
      pagination { page limit total }
    }
  }
}`);

export const domainMovesDocument = typed<DomainMovesQuery, DomainMovesQueryVariables>(`
query DomainMoves(${declared}) {
  brandAnalytics(${given}) {
    newest: citedDomains(orderBy: CHANGE, direction: DESC, limit: 100) { data { domain category citations isNew } }
    now: citedDomains(limit: 100) { data { domain } pagination { total } }
    previous { totals { runs } citedDomains(limit: 100) { data { domain category citations } } }
  }
}`);

/** Whether domains that may have been lost are still cited: among many, a domain may be below the first hundred. */
export const stillCitedDocument = typed<StillCitedQuery, StillCitedQueryVariables>(`
query StillCited(
  ${declared},
  $a: String!, $b: String!, $c: String!, $d: String!, $e: String!
) {
  brandAnalytics(${given}) {
    a: citedDomains(search: $a, limit: 100) { data { domain } }
    b: citedDomains(search: $b, limit: 100) { data { domain } }
    c: citedDomains(search: $c, limit: 100) { data { domain } }
    d: citedDomains(search: $d, limit: 100) { data { domain } }
    e: citedDomains(search: $e, limit: 100) { data { domain } }
  }
}`);
