// What the page of sources asks: one page of domains or of URLs.

import { declared, given, typed } from '../data/document.js';
import type * as types from './generated/sources.js';

/** `own`: what the sources of a list are by themselves. */
const sourceList = <Data, Variables>(name: string, field: string, own: string) =>
  typed<Data, Variables>(`
query ${name}List(
  ${declared},
  $page: Int!, $order: SourceOrder!, $direction: SortDirection!, $search: String, $outcome: Outcome!, $category: [SourceCategory!],
  $presence: Presence!
) {
  brandAnalytics(${given}) {
    previous { totals { runs citations } }
    sources: ${field}(
      page: $page, limit: 20, orderBy: $order, direction: $direction, search: $search, outcome: $outcome, category: $category,
      presence: $presence
    ) {
      data { ${own} category company citations share runs coverage prompts isNew previous { citations } }
      pagination { page limit total }
    }
  }
}`);

export const domainListDocument = sourceList<types.DomainListQuery, types.DomainListQueryVariables>(
  'Domain',
  'citedDomains',
  'domain urls',
);

export const urlListDocument = sourceList<types.UrlListQuery, types.UrlListQueryVariables>(
  'Url',
  'citedUrls',
  'url title domain',
);
