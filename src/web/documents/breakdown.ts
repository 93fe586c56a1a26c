// What the tables by one or two dimensions ask.

import { declared, given, typed } from '../data/document.js';
import type { BreakdownQuery, BreakdownQueryVariables } from './generated/breakdown.js';

export const breakdownDocument = typed<BreakdownQuery, BreakdownQueryVariables>(`
query Breakdown(
  ${declared}, $timeZone: TimeZone,
  $by: [Dimension!]!, $order: BreakdownOrder!, $direction: SortDirection!, $page: Int!, $limit: Int!
) {
  brandAnalytics(${given}, timeZone: $timeZone) {
    breakdown(by: $by, orderBy: $order, direction: $direction, page: $page, limit: $limit) {
      data {
        key { promptId prompt tag model provider webSearch market branded company date }
        runs mentions prompts visibility share
        position { average }
        sentiment { positiveShare }
        interval { low high }
        robustInterval { low high }
        previous { runs visibility }
        change { difference low high isSignificant prompts }
      }
      pagination { page limit total }
    }
  }
}`);
