// What the example queries of GraphiQL take their variables from: the brands, and a prompt with answers.

import { typed } from '../data/document.js';
import type {
  ExamplesQuery,
  ExamplesQueryVariables,
  NewestPromptQuery,
  NewestPromptQueryVariables,
} from './generated/examples.js';

export const examplesDocument = typed<ExamplesQuery, ExamplesQueryVariables>(
  'query Examples { brands { id lastRunAt prompts(limit: 1) { data { id } } } }',
);

export const newestPromptDocument = typed<NewestPromptQuery, NewestPromptQueryVariables>(`
query NewestPrompt($brandId: ID!, $start: DateTime!, $end: DateTime!) {
  brandRuns(brandId: $brandId, start: $start, end: $end, limit: 1) { data { promptId } }
}`);
