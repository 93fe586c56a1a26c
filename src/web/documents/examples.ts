// What examples take their values from: the brands, and the newest run.

import { typed } from '../data/document.js';
import type * as types from './generated/examples.js';

export const examplesDocument = typed<types.ExamplesQuery, types.ExamplesQueryVariables>(
  'query Examples { brands { id lastRunAt prompts(limit: 1) { data { id } } } }',
);

export const newestRunDocument = typed<types.NewestRunQuery, types.NewestRunQueryVariables>(`
query NewestRun($brandId: ID!, $start: DateTime!, $end: DateTime!) {
  brandRuns(brandId: $brandId, start: $start, end: $end, limit: 1) { data { id promptId } }
}`);
