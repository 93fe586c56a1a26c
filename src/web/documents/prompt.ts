// What the page of one prompt asks beside the figures of its answers.

import { declaredRuns, givenRuns, typed } from '../data/document.js';
import type { PromptQuery, PromptQueryVariables } from './generated/prompt.js';

export const promptDocument = typed<PromptQuery, PromptQueryVariables>(`
query Prompt(${declaredRuns}, $promptId: ID!) {
  prompt(promptId: $promptId) { text tags }
  brandAnalytics(${givenRuns}) {
    citedDomains(limit: 10) { data { domain category company citations runs coverage } pagination { total } }
  }
}`);
