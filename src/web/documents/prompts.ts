// What the page of prompts asks: one page of the list, and the brand's visibility with branded and unbranded prompts.

import { declared, given, typed } from '../data/document.js';
import type {
  BrandedPromptsQuery,
  BrandedPromptsQueryVariables,
  PromptListQuery,
  PromptListQueryVariables,
} from './generated/prompts.js';

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

export const brandedPromptsDocument = typed<BrandedPromptsQuery, BrandedPromptsQueryVariables>(`
query BrandedPrompts($brandId: ID!, $start: DateTime!, $end: DateTime!, $model: ID, $filter: RunFilter) {
  branded: brandAnalytics(brandId: $brandId, start: $start, end: $end, model: $model, filter: $filter, tags: ["branded"]) { ...Group }
  unbranded: brandAnalytics(brandId: $brandId, start: $start, end: $end, model: $model, filter: $filter, tags: ["unbranded"]) { ...Group }
}
fragment Group on BrandAnalytics {
  totals { prompts }
  visibility { current runs mentions robustInterval { low high } }
}`);
