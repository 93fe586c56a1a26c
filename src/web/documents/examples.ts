// What examples take their values from: the brands, and the newest run.

import { typed } from '../data/document.js';
import type {
  ExamplesQuery,
  ExamplesQueryVariables,
  NewestRunQuery,
  NewestRunQueryVariables,
} from './generated/examples.js';

export const examplesDocument = typed<ExamplesQuery, ExamplesQueryVariables>(
  'query Examples { brands { id lastRunAt prompts(limit: 1) { data { id } } } }',
);

export const newestRunDocument = typed<NewestRunQuery, NewestRunQueryVariables>(`
query NewestRun($brandId: ID!, $start: DateTime!, $end: DateTime!) {
  brandRuns(brandId: $brandId, start: $start, end: $end, limit: 1) { data { id promptId } }
}`);
