// What the page of prompts asks: one page of the list.

import { declared, given, typed } from '../data/document.js';
import type { PromptListQuery, PromptListQueryVariables } from './generated/prompts.js';

export const promptListDocument = typed<PromptListQuery, PromptListQueryVariables>(`
query PromptList(
  ${declared},
  $page: Int!, $order: PromptOrder!, $direction: SortDirection!, $search: String, $outcome: Outcome!
) {
  brandAnalytics(${given}) {
    totals { runs prompts }
    promptPerformance(page: $page, limit: 20, orderBy: $order, direction: $direction, search: $search, outcome: $outcome) {
      data {
        promptId prompt tags runs brandMentions visibility change
        position { average positions }
        leader { name mentions }
        previous { runs visibility }
      }
      pagination { page limit total }
    }
  }
}`);
