// What examples take their values from: the brands, and the newest run.

import { documentsOf } from '../data/document.js';
import type { Documents } from './generated/examples.js';

const { question } = documentsOf<Documents>();

export const examplesDocument = question('Examples')`brands { id lastRunAt prompts(limit: 1) { data { id } } }`;

export const newestRunDocument = question('NewestRun', '$brandId: ID!, $start: DateTime!, $end: DateTime!')`
  brandRuns(brandId: $brandId, start: $start, end: $end, limit: 1) { data { id promptId } }
`;
